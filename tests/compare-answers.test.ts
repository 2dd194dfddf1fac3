import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../scripts/compare-answers.mjs', import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-compare-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Said {
  document: unknown;
  code?: number;
  err?: string;
}

const SAID = {
  document: {
    protocols: { today: { value: 0.1 + 0.2 } },
    verdict: 'identified',
    warnings: ['the first text'],
    elapsed: 1,
  },
};

/** A checkout whose command says this to every question, but has another time of day. */
function checkout(name: string, { document, code = 0, err = '' }: Said) {
  const bin = join(folder, name, 'packages', 'cli', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, name, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(bin, 'sightline.js'),
    `console.log(JSON.stringify({ ...${JSON.stringify(document)}, elapsed: Math.random() }));
console.error(${JSON.stringify(err)} + '\\nfigure-1: 10 agree, ' + (9 * Math.random()).toFixed(1) + ' s');
process.exitCode = ${code};`,
  );
  return join(folder, name);
}

/** Three questions: an example, and a row of each table. */
function compare(before: string, after: string, ...more: string[]) {
  const only = '^value examples/four-points/any|^bad (value: empty file|calibrate: dense.csv: semicolons)$';
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [SCRIPT, before, after, '--only', only, ...more],
    { encoding: 'utf8' },
  );
  return { status, stdout: stdout + stderr };
}

it('finds nothing where nothing differs but the time', () => {
  const { status, stdout } = compare(checkout('before', SAID), checkout('same', SAID));
  expect(stdout).toContain('3 questions; before, they ended 3 with 0\n3 numbers compared\n0 numbers differ');
  expect(stdout).toContain('0 texts differ');
  expect(status).toBe(0);
});

it.each<[string, Said, number, string[]]>([
  [
    'a number in its last bit',
    { document: { ...SAID.document, protocols: { today: { value: 0.3 } } } },
    1,
    ['3 numbers differ', 'any.yaml --json: protocols.today.value: 0.30000000000000004 → 0.3'],
  ],
  ['an exit code', { ...SAID, code: 4 }, 1, ['3 exit codes differ', 'any.yaml --json: 0 → 4']],
  [
    'a field that is gone and one that is new',
    { document: { ...SAID.document, protocols: { today: { worth: 1 } } } },
    1,
    ['6 fields differ', 'protocols.today.value only before', 'protocols.today.worth only after'],
  ],
  [
    'a verdict',
    { document: { ...SAID.document, verdict: 'undecided' } },
    1,
    ['3 names differ', 'verdict: identified → undecided'],
  ],
  [
    'a text',
    { document: { ...SAID.document, warnings: ['the second text'] }, err: 'a word' },
    0,
    [
      '2 texts differ',
      '3 × "the first text"\n→ "the second text"',
      '3 × "\\nfigure-1: 10 agree, … s\\n"\n→ "a word\\nfigure-1: 10 agree, … s\\n"',
    ],
  ],
])('notices %s', (what, said, code, parts) => {
  const { status, stdout } = compare(checkout('before', SAID), checkout(what, said));
  for (const part of parts) expect(stdout).toContain(part);
  expect(status).toBe(code);
});

it('keeps the answers of the first, and asks it no more', () => {
  const keep = join(folder, 'kept');
  const [before, after] = [checkout('before', SAID), checkout('after', SAID)];
  expect(compare(before, after, '--keep', keep).status).toBe(0);
  rmSync(before, { recursive: true });
  expect(compare(before, after, '--keep', keep)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('3 numbers compared\n0 numbers differ'),
  });
});
