// An answer in every format, of a study that comes from a file or from standard input.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TABLES } from '@sightline/answers/tables/answer-tables';
import { expect, it } from 'vitest';
import { runInMemory } from '../src/memory-io.ts';
import { reproductionTables } from '../src/reproduce/reproduction-table.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const STUDY = `sightline: 1
time: { horizon: 10, points: 16, unit: h }
target: { above: 1 }
latent: { kernel: { ou: { tau: 2 } } }
protocols:
  "a, b": { at: 0.5, noise: 0.4 }
  'say "now"': { at: [2, 8], noise: 0.4 }
catalogue: [{ at: [1, 5, 9], noise: 0.4 }]
choose: { exactly: 2 }
`;
const asked = (...argv: string[]) => runInMemory(argv, { 'study.yaml': STUDY, '-': STUDY });

it('is a table of one row a protocol, with the numbers of the JSON to the last digit', async () => {
  const { protocols } = JSON.parse((await asked('value', 'study.yaml', '--format', 'json')).out);
  const { code, out, err } = await asked('value', 'study.yaml', '--format', 'csv');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.trimEnd().split('\n');
  expect(lines[0]!.split(',').slice(0, 3)).toEqual(['protocol', 'value', 'low']);
  expect(lines[1]).toMatch(`"a, b",${protocols['a, b'].value},,`);
  expect(lines[2]).toMatch(`"say ""now""",${protocols['say "now"'].value},,`);
});

it('is one of several tables by its name, and says where that has no rows', async () => {
  const actions = await asked('design', 'study.yaml', '--format', 'csv', '--table', 'actions');
  expect(actions.out.split('\n')[1]).toMatch(/^best,best,\d,\d,,0$/);
  const none = await asked('design', 'study.yaml', '--format', 'csv', '--table', 'frontier');
  expect(none).toMatchObject({ code: 0, out: 'point,cost,value,rmse,certified,lowerBound\n' });
  expect(none.err).toContain('has no rows');
});

it('is every table that has rows, in files', async () => {
  const { saved, out } = await asked('design', 'study.yaml', '--frontier', '--tables', 't', '--json');
  expect(Object.keys(saved)).toEqual(['t/choices.csv', 't/actions.csv', 't/frontier.csv']);
  expect(JSON.parse(out).frontier).toHaveLength(saved['t/frontier.csv']!.trimEnd().split('\n').length - 1);
});

it('is Markdown', async () => {
  const { out } = await asked('value', 'study.yaml', '--format', 'markdown');
  expect(out).toMatch(/^\| a, b \| 0\.\d+ \|/m);
});

it('of a run are the tables of its questions', async () => {
  const argv = ['run', 'study.yaml', '--format', 'csv', '--table'];
  expect((await asked(...argv, 'value-protocols')).out).toBe(
    (await asked('value', 'study.yaml', '--format', 'csv')).out,
  );
  expect((await asked(...argv, 'design-frontier')).out.split('\n').length).toBeGreaterThan(2);
});

it.each([
  [['value', 'study.yaml', '--json', '--format', 'csv'], '--json and --format csv do not go together'],
  [['value', 'study.yaml', '--format', 'xml'], 'Allowed choices are text, json, csv, markdown'],
  [['value', 'study.yaml', '--table', 'protocols'], '--table needs --format csv'],
  [['value', 'study.yaml', '--format', 'csv', '--table', 'pairs'], 'choices are protocols, coefficients'],
  [['plan', 'study.yaml', '--trial', '--format', 'csv', '--table', 'curve'], "no table 'curve'"],
  [['run', 'study.yaml', '--format', 'csv'], '--format csv needs --table'],
  [['run', '-'], 'a study from standard input needs --out'],
  [['predict', '-', '--readings', '-'], 'cannot both come from standard input'],
])('%j is wrong usage', async (argv, message) => {
  const { code, out, err } = await asked(...argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
});

it('takes standard input for -, with problems in it', async () => {
  const argv = ['packages/cli/bin/sightline.js', 'value', '-', '--json'];
  const given = (input: string) => spawnSync(process.execPath, argv, { cwd: ROOT, input, encoding: 'utf8' });
  const { status, stdout } = given(STUDY);
  expect(status).toBe(0);
  const { study: _, elapsed: __, ...result } = JSON.parse(stdout);
  const {
    study: ___,
    elapsed: ____,
    ...fromFile
  } = JSON.parse((await asked('value', 'study.yaml', '--json')).out);
  expect({ ...result, inputHash: '' }).toEqual({ ...fromFile, inputHash: '' });
  const wrong = given(STUDY.replace('tau: 2', 'tau: -2'));
  expect(wrong.status).toBe(3);
  expect(wrong.stderr).toContain('standard input:4:');
  expect(JSON.parse(wrong.stdout).problems[0]).toMatchObject({ file: '-', line: 4 });
  const folder = openSync(fileURLToPath(new URL('.', import.meta.url)), 'r');
  const ofFolder = spawnSync(process.execPath, argv, {
    cwd: ROOT,
    stdio: [folder, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  closeSync(folder);
  expect(ofFolder.status).toBe(3);
  expect(JSON.parse(ofFolder.stdout).problems[0].why).toContain('folder');
});

it('has its columns in docs/tables.md (`npm run docs` writes them anew)', () => {
  const page = new URL('../../../docs/tables.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const [head] = text.split(/^## /m) as [string];
  const command = (name: string) => (name === 'trial' ? 'plan --trial' : name);
  const made = Object.entries({ ...TABLES, reproduce: reproductionTables }).map(([name, tables]) =>
    [
      `## Tables of \`${command(name)}\`\n`,
      ...(tables as { name: string; row: string; columns: Record<string, string> }[]).flatMap((table) => [
        `**\`${table.name}\`**: one row is ${table.row}.\n`,
        '| column | what it holds |\n| --- | --- |',
        `${Object.entries(table.columns)
          .map(([column, what]) => `| \`${column}\` | ${what.replaceAll('|', '\\|')} |`)
          .join('\n')}\n`,
      ]),
    ].join('\n'),
  );
  const whole = `${head}${made.join('\n')}`;
  if (process.env.SIGHTLINE_WRITE_DOCS === '1') writeFileSync(page, whole);
  else expect(text).toBe(whole);
});
