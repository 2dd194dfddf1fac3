import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ask } from './ask.ts';

const DATA = `y1,target\n${[0, 3, -1, 2, -2, 1, 4, -3, 2, -1].map((y, i) => `${y / 2},${(y - (i % 3)) / 3}`).join('\n')}\n`;

/** Whatever the files hold, the answer is a result, "undecided" or a list of problems, never a fault. */
async function isAnswered(
  text: string | Uint8Array,
  { csv = '1,0\n0,1\n', data = DATA }: { csv?: string; data?: string } = {},
) {
  const files = { 'study.yaml': text, 'cov.csv': csv, 'y.csv': data };
  for (const [command, request] of [
    ['value', {}],
    ['identify', { resamples: 2 }],
    ['design', {}],
  ] as const) {
    const { code, result } = await ask(command, files, request);
    if (code === 3) expect(result.problems.length).toBeGreaterThan(0);
    // Reasons and expectations are data: each has to be in words by now, and in ours.
    expect(JSON.stringify(result)).not.toMatch(/\[object |"(why|accepted)":\s*"(#\d|Invalid)/);
  }
}

const SETTINGS = { numRuns: 300 };

it('any text', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), (text) => isAnswered(text)),
    SETTINGS,
  ));

it('any bytes', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array(), (bytes) => isAnswered(bytes)),
    SETTINGS,
  ));

it('any JSON', () =>
  fc.assert(
    fc.asyncProperty(fc.json(), (text) => isAnswered(text)),
    SETTINGS,
  ));

it('any pieces of YAML syntax', () => {
  const pieces = [
    'a',
    ': ',
    '\n',
    '  ',
    '- ',
    '[',
    ']',
    '{',
    '}',
    ', ',
    '"',
    "'",
    '#',
    '&a ',
    '*a',
    '|',
    '>',
    '!',
    '?',
    '%',
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''));
  return fc.assert(
    fc.asyncProperty(text, (yaml) => isAnswered(yaml)),
    { numRuns: 400 },
  );
});

it('a study with anything anywhere', () => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(0, 1, -1, 0.5, 10, 1e300, 1e-300, Number.NaN, Number.POSITIVE_INFINITY),
    fc.constantFrom<unknown>(
      null,
      true,
      '',
      'x',
      '0.4',
      [],
      {},
      [1],
      [[1]],
      { a: 1 },
      { at: 1 },
      { from: 1, to: 2 },
    ),
    fc.double(),
    fc.jsonValue(),
  );
  const study = {
    sightline: 1,
    title: 't',
    time: { horizon: 10, points: 2, unit: 'h' },
    target: 'mean',
    weights: { recency: 6 },
    latent: { kernel: { ou: { tau: 1 } }, trait: 0.2 },
    know: {
      nonNegative: true,
      nonIncreasing: false,
      smallestEigenvalue: 0.01,
      correlations: [{ times: [1, 9], value: 0.2 + 0.8 * Math.exp(-5) }],
    },
    protocols: {
      a: [{ at: 1, width: 9, repeats: 2, noise: { from: 1, to: 2 }, cost: { base: 1, perWidth: 1 } }],
      b: { at: { from: 1, to: 9, count: 3 }, noise: 0.4 },
      c: { at: [1, 2], width: [0, 6], missed: 0.1, dropout: 0.2 },
      d: { actions: [{ at: 3, sensor: 's', fails: 0.2 }], dropout: 0.1 },
    },
    realised: 'a',
    assume: 'any',
    catalogue: [{ at: [1, 6] }, { at: 9, cost: 2 }],
    choose: {
      exactly: 1,
      budget: 2,
      required: [0],
      forbidden: [2],
      spacing: 1,
      dropout: 0.1,
      oneVariant: true,
      groups: [{ name: 'g', actions: [0, 1], most: 1, budget: 2 }],
      targets: [{ target: 'mean', weight: 2 }, { target: { above: 1 } }],
      combine: 'mean',
    },
    calibration: { data: 'x.csv', noise: 1 },
  };
  const places: (string | number)[][] = [];
  const collect = (value: unknown, path: (string | number)[]) => {
    places.push(path);
    if (value === null || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value))
      collect(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  collect(study, []);
  const broken = fc
    .array(fc.tuple(fc.constantFrom(...places.slice(1)), odd), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const copy: unknown = structuredClone(study);
      for (const [path, value] of changes) {
        let parent: unknown = copy;
        for (const key of path.slice(0, -1))
          parent = (parent as Record<string | number, unknown> | undefined)?.[key];
        if (parent !== null && typeof parent === 'object')
          (parent as Record<string | number, unknown>)[path.at(-1)!] = value;
      }
      return stringify(copy);
    });
  return fc.assert(
    fc.asyncProperty(broken, (text) => isAnswered(text)),
    { numRuns: 400 },
  );
});

it('any covariance file', () => {
  const text = `sightline: 1
time: { horizon: 2, points: 2, unit: h }
target: mean
weights: uniform
latent: { covariance: cov.csv, indefinite: floor }
protocols: { a: { at: 1 }, b: { at: 2 } }
realised: a
`;
  const value = fc.oneof(
    fc.double({ min: -1e100, max: 1e100, noNaN: true }).map((x) => (Math.abs(x) < 1e-100 ? 0 : x)),
    fc.constantFrom(1, 0, -1, 0.5, 1 + 1e-12, Number.NaN, Number.NEGATIVE_INFINITY),
  );
  const cell = fc.oneof(value.map(String), fc.constantFrom('', 'x', ' ', '1e999', '"1"'));
  const csv = fc
    .array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 3 })
    .map((rows) => rows.map((row) => row.join(',')).join('\n'));
  const matrix = fc.tuple(value, value, value).map(([a, b, c]) => `${a},${b}\n${b},${c}\n`);
  return fc.assert(
    fc.asyncProperty(fc.oneof(csv, matrix), (csv) => isAnswered(text, { csv })),
    { numRuns: 300 },
  );
});

it('any data of a benchmark', () => {
  const text = `sightline: 1
time: { horizon: 3, points: 3 }
target: mean
protocols: { a: { at: 1, noise: 0.1 }, b: { at: 2 } }
realised: a
benchmark: { data: y.csv }
`;
  const cell = fc.oneof(
    fc.double({ min: -1e12, max: 1e12, noNaN: true }).map(String),
    fc.double({ min: -3, max: 3, noNaN: true }).map(String),
    fc.constantFrom('0', '1', '-1', '', 'x', '1e300', '1e-300'),
  );
  const good = fc.double({ min: -3, max: 3, noNaN: true }).map(String);
  const rows = (value: typeof cell) => fc.array(fc.tuple(value, value), { maxLength: 14 });
  const table = fc
    .oneof(rows(cell), rows(good))
    .map((lines) => ['y1,target', ...lines.map(String)].join('\n'));
  return fc.assert(
    fc.asyncProperty(table, (data) => isAnswered(text, { data })),
    { numRuns: 100 },
  );
});
