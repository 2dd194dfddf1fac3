import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFiles } from '@sightline/data/node';
import { describe, expect, it } from 'vitest';
import type { Documents } from '../src/commands/documents.ts';
import { main } from '../src/main.ts';
import { misfits } from './result-fits.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));
const SCHEMA = fileURLToPath(new URL('../../study/study.schema.json', import.meta.url));

async function run(argv: string[]) {
  let out = '';
  let err = '';
  const code = await main(argv, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    files: nodeFiles,
    env: {},
    now: () => 0,
  });
  // Every answer is as its schema says.
  if (argv.includes('--json') && code === 0)
    expect(misfits(argv[0] as keyof Documents, JSON.parse(out))).toEqual([]);
  return { code, out, err };
}

const all = readdirSync(EXAMPLES, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.yaml'))
  .sort();
const commandOf = (name: string) =>
  /^# {3}sightline (\w+) /m.exec(readFileSync(resolve(EXAMPLES, name), 'utf8'))?.[1];
const [studies, fitted, identified, calibrated, planned, designed, looked] = [
  'value',
  'fit',
  'identify',
  'calibrate',
  'plan',
  'design',
  'retrospect',
].map((command) => all.filter((name) => commandOf(name) === command)) as [
  string[],
  string[],
  string[],
  string[],
  string[],
  string[],
  string[],
];

/** The targets of examples with records of their own, and a protocol that tells the first of them well. */
const LOOKED: Record<string, [string[], string]> = {
  'records-af': [['AF'], 'dispersed-16'],
  'records-clock': [['glucose', 'high'], 'meals'],
  'records-sleep': [['REM', 'deep'], 'dispersed-32'],
  'records-table': [['lift', 'sit'], 'dispersed-16'],
};

describe('every example', () => {
  it('is found', () => {
    expect(studies).toHaveLength(9);
    expect(fitted).toHaveLength(3);
    expect(identified).toHaveLength(7);
    expect(calibrated).toHaveLength(5);
    expect(planned).toHaveLength(1);
    expect(designed).toHaveLength(6);
    expect(looked).toHaveLength(6);
    expect([studies, fitted, identified, calibrated, planned, designed, looked].flat()).toHaveLength(
      all.length,
    );
  });

  it.each(fitted)('%s has a law, and says what its times do not tell', async (name) => {
    const { code, out, err } = await run(['fit', resolve(EXAMPLES, name), '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { best, parameters, surface } = JSON.parse(out);
    // Without a kernel there are no parameters.
    if (surface) return;
    expect(Object.keys(best.kernel)).toEqual(['ou']);
    const open = (parameters as { name: string; determined: boolean }[]).filter((one) => !one.determined);
    expect(open.length > 0).toBe(name.endsWith('meals.yaml'));
    const truth: Record<string, number> = { tau: 3, trait: 0.25, mean: 145, sd: 45, noise: 100 };
    for (const one of parameters) {
      expect(one.low).toBeLessThan(truth[one.name]!);
      expect(one.high).toBeGreaterThan(truth[one.name]!);
    }
  });

  it.each(planned)('%s has a size for each comparison', async (name) => {
    const { code, out } = await run(['plan', '--trial', resolve(EXAMPLES, name), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out).trial.complete.units.total).toBeGreaterThan(4);
  });

  it.each(identified)('%s has an answer for each alternative, and no warning', async (name) => {
    const { code, out, err } = await run(['identify', resolve(EXAMPLES, name), '--json', '--resamples', '5']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { warnings, alternatives, data } = JSON.parse(out) as {
      warnings: unknown[];
      alternatives: Record<string, { verdict: string; range: { low: number; high: number } | null }>;
      data: { compatible: boolean } | null;
    };
    expect(warnings).toEqual([]);
    // Studies that agree with no one law leave nothing to decide.
    const agree = name !== 'two-studies/disagree.yaml';
    expect(data?.compatible ?? true).toBe(agree);
    for (const { verdict, range } of Object.values(alternatives)) {
      expect(verdict !== 'undecided').toBe(agree);
      if (agree) expect(range!.high - range!.low > 1e-3).toBe(verdict === 'not-identified');
    }
  });

  it.each(calibrated)('%s has an interval for each protocol, and no warning', async (name) => {
    const { code, out, err } = await run(['calibrate', resolve(EXAMPLES, name), '--json', '--draws', '200']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { warnings, protocols, bestSet } = JSON.parse(out) as {
      warnings: unknown[];
      protocols: Record<string, { value: number; corrected?: number; low: number; high: number }>;
      bestSet: string[];
    };
    expect(warnings).toEqual([]);
    if (name === 'calibration/study.yaml') expect(bestSet).toEqual(['dispersed', 'shifted']);
    for (const { value, corrected = value, low, high } of Object.values(protocols)) {
      expect(low).toBeGreaterThanOrEqual(0);
      expect(corrected).toBeGreaterThan(low);
      expect(corrected).toBeLessThan(high);
      expect(high).toBeLessThan(1);
    }
  });

  it.each(designed)('%s has a best choice with its proof', async (name) => {
    const { code, out, err } = await run(['design', resolve(EXAMPLES, name), '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { warnings, best } = JSON.parse(out);
    const expected = { windows: ['overhang'], uncertain: ['estimated-law'] } as Record<string, string[]>;
    const kinds = expected[/(\w+)\.yaml$/.exec(name)![1]!] ?? [];
    expect(warnings.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
    expect(best.certified).toBe(true);
    expect(best.value).toBeGreaterThan(0);
    expect(best.value).toBeLessThan(1);
  });

  it.each(looked)('%s has R² for each template, or says how to get its records', async (name) => {
    const { code, out, err } = await run(['retrospect', resolve(EXAMPLES, name), '--json', '--draws', '100']);
    if (!name.startsWith('records-')) {
      expect(code).toBe(3);
      expect(err.replace(/\s+/g, ' ')).toMatch(/`sightline data fetch (sleep-edfx|ltafdb) --to DIR` gets it/);
      return;
    }
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { warnings, skipped, targets } = JSON.parse(out);
    const kinds = warnings.map(({ kind }: { kind: string }) => kind);
    const [names, template] = LOOKED[name.split('/')[0]!]!;
    // Days with an empty hour are dropped, as the study says.
    const dropped = name.startsWith('records-clock') ? 8 : 0;
    expect({ kinds, skipped: skipped.length }).toEqual({ kinds: [], skipped: dropped });
    expect(Object.keys(targets)).toEqual(names);
    expect(targets[names[0]!].templates[template].r2).toBeGreaterThan(0.8);
  });

  it.each(studies)('%s has a value for each protocol, and no warning', async (name) => {
    const file = resolve(EXAMPLES, name);
    const { code, out, err } = await run(['value', file, '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { warnings, protocols } = JSON.parse(out) as {
      warnings: unknown[];
      protocols: Record<string, { value: number }>;
    };
    expect(warnings).toEqual([]);
    for (const { value } of Object.values(protocols)) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(1);
    }
  });

  it.each(all)('%s points its editor to the schema and names its own command', (name) => {
    const file = resolve(EXAMPLES, name);
    const text = readFileSync(file, 'utf8');
    const schema = /^# yaml-language-server: \$schema=(\S+)$/m.exec(text)?.[1];
    expect(resolve(dirname(file), schema!)).toBe(SCHEMA);
    expect(text).toContain(`sightline ${commandOf(name)} examples/${name.replaceAll('\\', '/')}`);
  });
});

describe('Table 1, OU setting', () => {
  it.each([
    ['mean', 0.499308],
    ['above0', 0.459486],
    ['above1.5', 0.35161],
    ['outside1.2', 0.201619],
    ['logistic2', 0.489775],
  ])('%s: the best four readings are worth %d', async (name, published) => {
    const { out } = await run(['value', resolve(EXAMPLES, 'table-1-ou', `${name}.yaml`), '--json']);
    const { best, contiguous } = JSON.parse(out).protocols;
    expect(Math.abs(best.value - published)).toBeLessThan(1e-6);
    expect(contiguous.value).toBeLessThan(best.value);
  });
});

it('examples/benchmark-data/benchmark.csv is what its script draws', async () => {
  const script = new URL('../../../examples/benchmark-data/make-data.mjs', import.meta.url).href;
  const { benchmarkCsv } = (await import(script)) as { benchmarkCsv(): string };
  const committed = readFileSync(resolve(EXAMPLES, 'benchmark-data/benchmark.csv'), 'utf8');
  expect(benchmarkCsv()).toBe(committed);
});

it.each(['ward.csv', 'home.csv', 'elsewhere.csv'])(
  'examples/two-studies/%s is what its script draws',
  async (file) => {
    const script = new URL('../../../examples/two-studies/make-data.mjs', import.meta.url).href;
    const { studyCsv } = (await import(script)) as { studyCsv(name: string): string };
    expect(studyCsv(file)).toBe(readFileSync(resolve(EXAMPLES, 'two-studies', file), 'utf8'));
  },
);

it.each([
  ['records-table', 'shifts.csv', 'shiftsCsv'],
  ['records-clock', 'glucose.csv', 'glucoseCsv'],
  ['air-quality', 'hourly.csv', 'airCsv'],
  ['records-sleep', 'nights.csv', 'nightsCsv'],
  ['records-af', 'days.csv', 'daysCsv'],
  ['sparse', 'pricks.csv', 'pricksCsv'],
  ['sparse', 'meals.csv', 'mealsCsv'],
])('examples/%s/%s is what its script draws', async (folder, file, make) => {
  const script = new URL(`../../../examples/${folder}/make-data.mjs`, import.meta.url).href;
  const scripts = (await import(script)) as Record<string, () => string>;
  expect(scripts[make]!()).toBe(readFileSync(resolve(EXAMPLES, folder, file), 'utf8'));
});

it.each([
  ['dense.csv', 'denseCsv'],
  ['burden.csv', 'burdenCsv'],
  ['replicates.csv', 'replicatesCsv'],
  ['days.csv', 'daysCsv'],
])('examples/calibration/%s is what its script draws', async (file, make) => {
  const script = new URL('../../../examples/calibration/make-data.mjs', import.meta.url).href;
  const scripts = (await import(script)) as Record<string, () => string>;
  expect(scripts[make]!()).toBe(readFileSync(resolve(EXAMPLES, 'calibration', file), 'utf8'));
});
