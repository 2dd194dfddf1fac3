// The JSON Schemas of results. That the results of every example fit them is seen where these are run, in examples.test.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resultSchemas } from '../../../scripts/result-schemas.mjs';
import type { Documents } from '../src/commands/documents.ts';
import { resultSchema } from '../src/commands/result-schema.ts';
import { SCHEMAS } from '../src/commands/schema-command.ts';
import { runInMemory } from '../src/memory-io.ts';
import { misfits } from './result-fits.ts';

const STUDY = `sightline: 1
time: { horizon: 24, points: 24, unit: h, start: "00:00" }
target: mean
latent: { kernel: { ou: { tau: 3 } }, mean: 140, sd: 50 }
protocols:
  today: { at: "07:00", noise: 100, missed: 0.1 }
  spread: { at: ["08:00", "20:00"], noise: 100 }
realised: today
catalogue: [{ at: { from: 2, to: 22, count: 6 }, noise: 100 }]
choose: { exactly: 2 }
trial: { profile: -10, power: 0.8 }
words: { unit: patient }
`;
const asked = (argv: readonly string[], study = STUDY) =>
  runInMemory([...argv, '--json'], { 'study.yaml': study, 'new.csv': 'unit,a,b\n1,120,150\n2,,160\n' });

describe('the schemas of results', () => {
  it('are what the types of the results say (`npm run docs` writes them anew)', () => {
    const committed = new URL('../src/commands/result-schemas.json', import.meta.url);
    const { results, $defs } = resultSchemas();
    const text = `${JSON.stringify({ results, $defs }, null, 1)}\n`;
    if (process.env.SIGHTLINE_WRITE_DOCS === '1') writeFileSync(committed, text);
    else expect(readFileSync(committed, 'utf8')).toBe(text);
    expect(['study', ...Object.keys(results)]).toEqual(SCHEMAS);
  });

  it.each<[keyof Documents, string[]]>([
    ['value', ['value', 'study.yaml', '--predictor']],
    ['identify', ['identify', 'study.yaml']],
    ['design', ['design', 'study.yaml', '--frontier', '--sensitivity']],
    ['plan', ['plan', 'study.yaml', '--trial']],
    ['predict', ['predict', 'study.yaml', '--protocol', 'spread', '--readings', 'new.csv']],
    ['run', ['run', 'study.yaml']],
  ])('fit %s with all that can be asked for, and nothing that has another shape', async (name, argv) => {
    const { code, out } = await asked(argv);
    expect(code).toBe(0);
    const document = JSON.parse(out);
    expect(misfits(name, document)).toEqual([]);
    expect(misfits(name, { ...document, sightline: 2 })).not.toEqual([]);
    expect(misfits(name, { ...document, colour: 'red' })).not.toEqual([]);
    const { elapsed: _, ...untimed } = document;
    expect(misfits(name, untimed)).not.toEqual([]);
  });

  it('fit what is printed in place of an answer', async () => {
    const { code, out } = await asked(['value', 'study.yaml'], STUDY.replace('tau: 3', 'tau: -3'));
    expect(code).toBe(3);
    expect(misfits('problems', JSON.parse(out))).toEqual([]);
    expect(misfits('undecided', { sightline: 1, command: 'value', study: 'a', undecided: 'x' })).toEqual([]);
  });

  it('are printed with the definitions that they need, and say what fields mean', async () => {
    const { code, out } = await runInMemory(['schema', 'calibrate'], {});
    expect(code).toBe(0);
    const schema = JSON.parse(out);
    expect(schema).toEqual(resultSchema('calibrate'));
    for (const [, name] of out.matchAll(/"#\/\$defs\/(\w+)"/g)) expect(schema.$defs).toHaveProperty(name!);
    expect(schema.properties.epsilon.description).toContain('uniform error');
  });

  it('are asked for by a name that there is', async () => {
    const { code, err } = await runInMemory(['schema', 'values'], {});
    expect(code).toBe(2);
    expect(err).toContain('Allowed choices are study, fit, value');
  });
});
