import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { DENSE_FILES } from '../../study/test/dense-fixtures.ts';
import { drawnRecords, recordsCsv } from '../../study/test/record-fixtures.ts';
import { main } from '../src/main.ts';
import { runInMemory } from '../src/memory-io.ts';

const STUDY = {
  sightline: 1,
  title: 'A shift',
  time: { horizon: 10, points: 4, unit: 'h' },
  target: 'mean',
  latent: { kernel: { ou: { tau: 1 } } },
  protocols: { first: { at: 1.25, noise: 0.1 }, middle: { at: [3.75, 6.25], noise: 0.1 } },
};
const CHOICE = { catalogue: [{ at: [1.25, 3.75, 6.25, 8.75], noise: 0.1 }], choose: { exactly: 2 } };
const RECORDS = {
  records: {
    table: 'states.csv',
    grid: { points: 8, reading: 'anchor' },
    epoch: { seconds: 30 },
    targets: { A: ['a'] },
  },
  templates: { layouts: ['contiguous', 'dispersed'], budgets: [2, 4] },
};
const FILES = { 'dense.csv': DENSE_FILES['dense.csv'], 'states.csv': recordsCsv(drawnRecords(16)) };

type Files = Record<string, string>;
const run = (study: object | string, argv: string[] = [], files: Files = {}) =>
  runInMemory(['run', 'study.yaml', '--draws', '200', ...argv], {
    'study.yaml': typeof study === 'string' ? study : stringify(study),
    ...FILES,
    ...files,
  });

async function answered(study: object, argv: string[] = []) {
  const { code, out, err, saved } = await run(study, ['--json', ...argv]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return { result: JSON.parse(out), out, saved };
}

const names = (steps: object) => Object.keys(steps);
const skippedOf = ({ skipped }: { skipped: { step: string }[] }) => skipped.map(({ step }) => step);

describe('does all that the study allows', () => {
  it.each([
    ['a law', {}, ['value'], ['identify', 'calibrate', 'plan', 'design', 'retrospect']],
    [
      'a benchmark',
      { realised: 'first' },
      ['value', 'identify'],
      ['calibrate', 'plan', 'design', 'retrospect'],
    ],
    ['a catalogue', CHOICE, ['value', 'design'], ['identify', 'calibrate', 'plan', 'retrospect']],
    [
      'dense data',
      { latent: undefined, calibration: { data: 'dense.csv', noise: 0.1 } },
      ['value', 'calibrate', 'plan'],
      ['identify', 'design', 'retrospect'],
    ],
    [
      'dense data for the best-linear value',
      {
        latent: undefined,
        realised: 'first',
        ...CHOICE,
        calibration: { data: 'dense.csv', noise: 0, estimand: 'linear' },
      },
      ['value', 'identify', 'calibrate', 'plan', 'design'],
      ['retrospect'],
    ],
    [
      'a threshold for the best-linear value',
      {
        latent: undefined,
        target: { above: 0.2 },
        realised: 'first',
        ...CHOICE,
        calibration: { data: 'dense.csv', noise: 0, estimand: 'linear' },
      },
      ['value', 'calibrate', 'plan', 'design'],
      ['identify', 'retrospect'],
    ],
    [
      'everything',
      { ...CHOICE, ...RECORDS, realised: 'first', calibration: { data: 'dense.csv', noise: 0.1 } },
      ['value', 'identify', 'calibrate', 'plan', 'design', 'retrospect'],
      [],
    ],
  ])('%s', async (_, more, runs, skipped) => {
    const { result } = await answered({ ...STUDY, ...more });
    expect(names(result.steps)).toEqual(runs);
    expect(skippedOf(result)).toEqual(skipped);
    for (const { why, needs } of result.skipped)
      expect([why, needs].every((text) => text.length > 10)).toBe(true);
  });

  it('a target in the unit of the data', async () => {
    const { latent: _, ...rest } = STUDY;
    const calibration = { data: 'dense.csv', noise: 0, estimand: 'linear' };
    const centred = { ...rest, target: { above: 0.2 }, calibration };
    const rows = FILES['dense.csv'].split('\n').map((line, i) => {
      const [unit, ...cells] = line.split(',');
      return i === 0 || line === '' ? line : [unit, ...cells.map((cell) => 140 + Number(cell))].join(',');
    });
    const shifted = await run({ ...centred, target: { above: 140.2 } }, ['--json'], {
      'dense.csv': rows.join('\n'),
    });
    expect(shifted.code).toBe(0);
    const { steps } = JSON.parse(shifted.out);
    const before = (await answered(centred)).result.steps;
    for (const [name, { value }] of Object.entries<{ value: number }>(before.calibrate.protocols))
      expect(steps.calibrate.protocols[name].value).toBeCloseTo(value, 8);
    expect(shifted.saved['study-report/report.html']).toContain('140.2 (in the unit of the data)');
  });

  it('records alone', async () => {
    const { result } = await answered({ sightline: 1, ...RECORDS });
    expect(names(result.steps)).toEqual(['retrospect']);
  });

  it('one protocol with a gap that matters', async () => {
    const study = {
      ...STUDY,
      latent: undefined,
      protocols: { only: { at: 1, noise: 0.1 } },
      calibration: { data: 'dense.csv', noise: 0.1 },
    };
    expect(names((await answered(study)).result.steps)).toEqual(['value', 'calibrate']);
    expect(names((await answered(study, ['--gap', '0.1'])).result.steps)).toEqual([
      'value',
      'calibrate',
      'plan',
    ]);
  });

  it('each step as its own command has it', async () => {
    const study = { ...STUDY, ...CHOICE, realised: 'first', calibration: { data: 'dense.csv', noise: 0.1 } };
    const { result } = await answered(study, ['--seed', '3']);
    const more: Record<string, string[]> = {
      value: [],
      identify: [],
      calibrate: ['--draws', '200'],
      plan: ['--draws', '200'],
      design: [],
    };
    for (const [step, argv] of Object.entries(more)) {
      const { out } = await runInMemory([step, 'study.yaml', '--json', '--seed', '3', ...argv], {
        'study.yaml': stringify(study),
        ...FILES,
      });
      const { elapsed: _, ...own } = JSON.parse(out);
      expect(result.steps[step], step).toEqual(own);
    }
    const argv = ['design', 'study.yaml', '--json', '--seed', '3', '--frontier', '--sensitivity'];
    const { out } = await runInMemory(argv, { 'study.yaml': stringify(study), ...FILES });
    const { frontier, sensitivity } = JSON.parse(out);
    expect(result.choice).toEqual({ frontier, sensitivity });
  });

  it.each(['design/points', 'design/windows', 'design/rules', 'design/targets', 'table-1-ou/above1.5'])(
    'the design of examples/%s as `sightline design` has it',
    async (name) => {
      const study = readFileSync(new URL(`../../../examples/${name}.yaml`, import.meta.url), 'utf8');
      const one = await runInMemory(['design', 'study.yaml', '--json'], { 'study.yaml': study });
      const { elapsed: _, ...own } = JSON.parse(one.out);
      const { out } = await runInMemory(['run', 'study.yaml', '--json', '--draws', '200'], {
        'study.yaml': study,
      });
      expect(JSON.parse(out).steps.design).toEqual(own);
    },
  );

  it('the design of any study as `sightline design` has it', async () => {
    const rules = [
      { exactly: 3 },
      { budget: 3.5, spacing: 0.9 },
      { exactly: 2, forbidden: [1], required: [4] },
      { budget: 2.5, targets: [{ target: 'mean' }, { target: { above: 0.5 }, weight: 2 }] },
      { exactly: 3, targets: [{ target: 'mean' }, { target: { outside: 1 } }], combine: 'worst' },
    ];
    for (const [k, choose] of rules.entries()) {
      const study = {
        ...STUDY,
        time: { horizon: 10, points: 20, unit: 'h' },
        target: [{ above: 0.3 }, 'mean', { square: true }][k % 3],
        catalogue: [
          { at: { from: 0.3, to: 3.7, count: 7 }, noise: 0.2 + 0.1 * k, cost: 1 },
          { at: [1, 3], width: 1, noise: 0.3, cost: 1.25 },
        ],
        choose,
      };
      const files = { 'study.yaml': stringify(study), ...FILES };
      for (const options of [[], ['--seed', '5', '--seconds', '500']]) {
        const one = await runInMemory(['design', 'study.yaml', '--json', ...options], files);
        const { elapsed: _, ...own } = JSON.parse(one.out);
        const { result } = await answered(study, options);
        expect(result.steps.design).toEqual(own);
      }
    }
  });
});

describe('what it leaves behind', () => {
  it('the JSON that it prints, and a page that stands alone', async () => {
    const { out, saved } = await answered({ ...STUDY, realised: 'first' });
    expect(Object.keys(saved)).toEqual(['study-report/result.json', 'study-report/report.html']);
    expect(saved['study-report/result.json']).toBe(out);
    const page = saved['study-report/report.html']!;
    expect(page).toContain('<h1>A shift</h1>');
    expect(page).not.toMatch(/<script|<link|<img|href="http|src=|url\(|NaN|undefined/);
    expect(page.indexOf('The answer')).toBeLessThan(page.indexOf('The evidence'));
    expect(page.indexOf('The evidence')).toBeLessThan(page.indexOf('<h2>Methods'));
    expect(page).toContain('<code>sightline run study.yaml --draws 200</code>');
  });

  it('the same bytes twice, and other intervals for another seed', async () => {
    const study = { ...STUDY, latent: undefined, calibration: { data: 'dense.csv', noise: 0.1 } };
    const [one, two, other] = await Promise.all([run(study), run(study), run(study, ['--seed', '8'])]);
    expect(one).toEqual(two);
    expect(other.saved['study-report/result.json']).not.toBe(one.saved['study-report/result.json']);
    expect(other.saved['study-report/report.html']).toContain('--seed 8');
  });

  it('a folder of the user’s choice', async () => {
    const { saved, out } = await run(STUDY, ['--out', 'here/there']);
    expect(Object.keys(saved)).toEqual(['here/there/result.json', 'here/there/report.html']);
    expect(out).toContain('here/there/report.html');
  });

  it('nothing of others is written over; its own is', async () => {
    const { saved } = await run(STUDY);
    expect((await run(STUDY, [], saved)).code).toBe(0);
    for (const foreign of [
      { 'study-report/result.json': '{"mine": true}' },
      { 'study-report/result.json': 'not JSON' },
      { 'study-report/report.html': '<h1>Mine</h1>' },
    ]) {
      const refused = await run(STUDY, [], foreign);
      expect({ code: refused.code, saved: refused.saved }).toEqual({ code: 3, saved: {} });
      expect(refused.err).toContain('was not written by `sightline run`');
      expect(refused.err).toContain('--out with another folder');
    }
  });

  it('says that a folder cannot be written to', async () => {
    let err = '';
    const text = new TextEncoder().encode(stringify(STUDY));
    const code = await main(['run', 'study.yaml'], {
      out: () => {},
      err: (part) => (err += part),
      files: {
        read: async (path) => {
          const { UnreadableFile } = await import('@sightline/data');
          if (path === 'study.yaml') return text;
          throw new UnreadableFile(path, 'there is no such file', 'a file');
        },
      },
      save: () => Promise.reject(new Error('EROFS: read-only file system')),
      env: {},
      now: () => 0,
    });
    expect(code).toBe(3);
    expect(err).toContain('nothing can be written there (EROFS: read-only file system)');
  });

  it('what users wrote stands in the page as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { saved } = await answered({
      ...STUDY,
      title: hostile,
      realised: hostile,
      protocols: { [hostile]: { at: 0.5 }, other: { at: [1.5, 2.5] } },
    });
    const page = saved['study-report/report.html']!;
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

describe('what it refuses', () => {
  it('the problems of all steps at once, each once, and writes nothing', async () => {
    const broken = {
      ...STUDY,
      latent: undefined,
      target: { above: 'high' },
      realised: 'frist',
      protocols: { first: { at: 40 }, middle: { at: 1, noise: -1 } },
      catalogue: [{ at: 99 }],
      choose: { exactly: 2 },
      calibration: { data: 'missing.csv', noise: 0.1 },
      records: { ...RECORDS.records, table: 'gone.csv' },
      templates: RECORDS.templates,
    };
    const { code, out, saved, err } = await run(broken, ['--json']);
    expect({ code, saved }).toEqual({ code: 3, saved: {} });
    const { problems } = JSON.parse(out) as { problems: { path: string; why: string }[] };
    const paths = problems.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of [
      'target.above',
      'realised',
      'protocols.first.at',
      'protocols.middle.noise',
      'catalogue[0].at',
    ])
      expect(paths).toContain(path);
    expect(err).toContain(`${problems.length} problems`);
  });

  it('missing files of several steps', async () => {
    const study = {
      ...STUDY,
      latent: undefined,
      calibration: { data: 'missing.csv', noise: 0.1 },
      ...RECORDS,
      records: { ...RECORDS.records, table: 'gone.csv' },
    };
    const { code, out } = await run(study, ['--json']);
    expect(code).toBe(3);
    const paths = (JSON.parse(out).problems as { path: string }[]).map(({ path }) => path);
    expect(paths.sort()).toEqual(['calibration.data', 'records.table']);
  });

  it('a study with nothing to compute, in one problem that says what could be', async () => {
    const { code, out } = await run({ sightline: 1, time: STUDY.time, target: 'mean' }, ['--json']);
    expect(code).toBe(3);
    const { problems } = JSON.parse(out);
    expect(problems).toHaveLength(1);
    expect(problems[0].why).toContain('this study has nothing to compute');
    expect(problems[0].accepted).toContain('`records`');
  });

  it.each(['', 'sightline: 1', '- 1', 'sightline: 1\nprotocols: { a: { at: 1 } }\n', '{'])(
    'the file %j',
    async (text) => {
      const { code, saved, err } = await run(text);
      expect({ code, saved }).toEqual({ code: 3, saved: {} });
      expect(err).toMatch(/\d+ problems?; nothing was computed/);
    },
  );

  it('a file that is not there', async () => {
    const { code, err } = await runInMemory(['run', 'no.yaml'], {});
    expect(code).toBe(3);
    expect(err).toContain('1 problem; nothing was computed');
  });
});

it('undecided: the other steps stay, the report says so, exit code 4', async () => {
  const singular = {
    ...STUDY,
    latent: { kernel: { toeplitz: [1, 1, 1, 1] } },
    protocols: { first: { at: 1.25 }, middle: { at: [3.75, 6.25] } },
    realised: 'first',
  };
  const { code, out, err, saved } = await run(singular, ['--json']);
  expect(code).toBe(4);
  expect(err).toContain('numerically undecided\nidentify: middle: ');
  const result = JSON.parse(out);
  expect(names(result.steps)).toEqual(['value', 'identify']);
  expect(result.undecided).toEqual([{ step: 'identify', why: expect.stringContaining('middle: ') }]);
  expect(saved['study-report/result.json']).toBe(out);
  expect(saved['study-report/report.html']).toContain('Not everything was decided');
});

it('cancelled: 130, and nothing written', async () => {
  const stop = new AbortController();
  stop.abort();
  let err = '';
  const saved: string[] = [];
  const code = await main(['run', 'study.yaml'], {
    out: () => {},
    err: (text) => (err += text),
    files: { read: async () => new TextEncoder().encode(stringify(STUDY)) },
    save: async (files) => {
      saved.push(...Object.keys(files));
    },
    env: {},
    now: () => 0,
    signal: stop.signal,
  });
  expect({ code, err, saved }).toEqual({ code: 130, err: 'cancelled; nothing was written\n', saved: [] });
});

it('whatever stands in a field, the answer is a report or a list of problems, never a fault', async () => {
  const whole: Record<string, unknown> = {
    ...STUDY,
    ...CHOICE,
    ...RECORDS,
    weights: 'uniform',
    assume: 'any',
    realised: 'first',
    calibration: { data: 'dense.csv', noise: 0.1 },
  };
  const fields = Object.keys(whole).filter((field) => field !== 'sightline');
  const anything = fc.oneof(
    fc.constant(undefined),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom({ above: 3 }, { recency: 1e-3 }, { exactly: 4 }, { budget: 0.5 }, 'stationary', {
      'a<b': { at: [0, 10], width: 3, repeats: 2 },
      c: { at: 5, noise: 9 },
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(fields, { minLength: 1, maxLength: 3 }),
      anything,
      async (changed, value) => {
        const study = { ...whole, ...Object.fromEntries(changed.map((field) => [field, value])) };
        const { code, out, err, saved } = await runInMemory(
          ['run', 'study.json', '--json', '--draws', '100', '--level', '0.9'],
          { 'study.json': JSON.stringify(study), ...FILES },
        );
        expect([0, 3, 4], err).toContain(code);
        if (code === 3) expect(JSON.parse(out).problems.length).toBeGreaterThan(0);
        else expect(saved['study-report/report.html']).not.toMatch(/NaN|undefined|\[object/);
      },
    ),
    { numRuns: 60 },
  );
});
