import { describe, expect, it } from 'vitest';
import { CALIBRATIONS, DENSE_FILES, denseStudy } from '../../study/test/dense-fixtures.ts';
import { runInMemory } from '../src/memory-io.ts';

async function calibrate(study: string, files: Record<string, string> = DENSE_FILES, ...options: string[]) {
  const argv = ['calibrate', 'study.yaml', '--json', '--draws', '100', ...options];
  const { code, out, err } = await runInMemory(argv, { ...files, 'study.yaml': study });
  return { code, err, result: JSON.parse(out) };
}

async function valuesUnder(latent: string, files: Record<string, string>) {
  const study = denseStudy().replace(/^calibration:.*$/m, latent);
  const { out } = await runInMemory(['value', 'study.yaml', '--json'], { ...files, 'study.yaml': study });
  return JSON.parse(out).protocols as Record<string, { value: number }>;
}

const rows = DENSE_FILES['dense.csv']
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',').slice(1).map(Number));

function covariance(columns: readonly (readonly number[])[]): number[][] {
  const means = columns.map((column) => column.reduce((a, b) => a + b) / column.length);
  return columns.map((a, j) =>
    columns.map(
      (b, k) =>
        a.reduce((sum, value, i) => sum + (value - means[j]!) * (b[i]! - means[k]!), 0) / (a.length - 1),
    ),
  );
}

describe('sightline calibrate', () => {
  it('estimates what the sample correlations say, less the noise', async () => {
    const { code, result } = await calibrate(
      denseStudy('{ data: dense.csv, noise: 0.05, scale: standardised }'),
    );
    expect(code).toBe(0);
    expect(result.repair.lifted).toBe(0);
    const sample = covariance([0, 1, 2, 3].map((j) => rows.map((row) => row[j]!)));
    const quiet = sample.map((row, j) => row.map((value, k) => value - (j === k ? 0.05 : 0)));
    const csv = `${quiet.map((row) => row.join(',')).join('\n')}\n`;
    const expected = await valuesUnder('latent: { covariance: k.csv }', { 'k.csv': csv });
    for (const [name, { value }] of Object.entries(expected))
      expect(result.protocols[name].value).toBeCloseTo(value, 9);
    const smallest = Math.min(...quiet.map((row, j) => row[j]!));
    expect(result.repair.variances.smallest).toBeCloseTo(smallest, 9);
  });

  it('has the fields of the contract', async () => {
    const { result } = await calibrate(denseStudy());
    expect(result).toMatchObject({
      sightline: 1,
      command: 'calibrate',
      study: 'study.yaml',
      seed: 0,
      units: 12,
      estimand: 'gaussian',
      target: { name: 'mean', weights: 'uniform' },
      level: 0.95,
      draws: 100,
      resampled: { units: 12 },
      data: { file: 'dense.csv', format: 'wide', rows: 12, units: 12 },
      repair: { shrunk: 0, noise: { kind: 'given', smallest: 0.1, largest: 0.1 } },
      resolution: null,
    });
    expect(Object.keys(result.protocols)).toEqual(['early', 'late']);
    for (const one of Object.values(result.protocols) as Record<string, number>[]) {
      expect(Object.keys(one).sort()).toEqual(
        ['value', 'low', 'high', 'standardError', 'rmse', 'rmseInterval', 'cost', 'actions'].sort(),
      );
      expect(one.low!).toBeLessThan(one.value!);
      expect(one.high!).toBeGreaterThan(one.value!);
    }
    expect(result.comparisons).toHaveLength(1);
    const [{ a, b, difference, low, high, distinguishable, alone }] = result.comparisons;
    expect(difference).toBeCloseTo(result.protocols[a].value - result.protocols[b].value, 12);
    expect(distinguishable).toBe(low > 0);
    expect([low <= alone.low, alone.low < alone.high, high > difference]).toEqual([true, true, true]);
    expect(result.bestSet).toEqual([a, b]);
    expect(result.selected).toEqual({ protocol: a, eta: 0, guarantee: 2 * result.epsilon });
    for (const field of ['L', 'beta', 'a', 'lambda', 'kappa', 'LQ', 'error', 'r0', 'informativeFrom'])
      expect(typeof result.theory[field], field).toBe('number');
  });

  it('has the squared correlation for the best-linear value of one perfect reading', async () => {
    const study = denseStudy(CALIBRATIONS['burden.csv']).replace(
      'late: { at: [6.25, 8.75], noise: 0.4 }',
      'late: { at: 8.75, noise: 0 }',
    );
    const { code, result } = await calibrate(study);
    expect(code).toBe(0);
    const last = rows.map((row) => row[3]!);
    const [[vx, cxy], [, vy]] = covariance([last, rows.map((row) => row[0]! + row[3]!)]) as [
      [number, number],
      [number, number],
    ];
    expect(result.protocols.late.value).toBeCloseTo((cxy * cxy) / (vx * vy), 9);
    // Beside it the value without the sample's optimism: the jackknife of −log(1 − r²), and half its variance for the way back.
    const without = rows.map((_, i) => {
      const left = rows.filter((_row, k) => k !== i);
      const [[x, xy], [, y]] = covariance([
        left.map((row) => row[3]!),
        left.map((row) => row[0]! + row[3]!),
      ]) as [[number, number], [number, number]];
      return -Math.log(1 - (xy * xy) / (x * y));
    });
    const m = rows.length;
    const mean = without.reduce((sum, u) => sum + u) / m;
    const variance = without.reduce((sum, u) => sum + (u - mean) ** 2, 0) * ((m - 1) / m);
    const u = -m * Math.log(1 - (cxy * cxy) / (vx * vy)) - (m - 1) * mean + variance / 2;
    expect(result.protocols.late.corrected).toBeCloseTo(1 - Math.exp(-u), 9);
    for (const { corrected, low, high } of Object.values(result.protocols) as Record<string, number>[]) {
      expect(low).toBeLessThanOrEqual(corrected!);
      expect(high).toBeGreaterThanOrEqual(corrected!);
    }
    const [{ a, b, difference }] = result.comparisons;
    expect(difference).toBeCloseTo(result.protocols[a].corrected - result.protocols[b].corrected, 12);
    expect(result).toMatchObject({
      estimand: 'linear',
      theory: null,
      target: { name: 'the column burden', weights: null, variance: expect.closeTo(vy, 9) },
      repair: { lifted: null, variances: null, noise: { kind: 'given', smallest: 0 } },
    });
  });

  it('computes a target that was not measured from the records, in their units', async () => {
    const study = denseStudy('{ data: dense.csv, noise: 0, estimand: linear }')
      .replace('target: mean', 'target: { above: 0.35 }')
      .replace('late: { at: [6.25, 8.75], noise: 0.4 }', 'late: { at: 8.75, noise: 0 }');
    const { result } = await calibrate(study);
    const above = rows.map((row) => row.filter((value) => value > 0.35).length / 4);
    const [[vx, cxy], [, vy]] = covariance([rows.map((row) => row[3]!), above]) as [
      [number, number],
      [number, number],
    ];
    expect(result.protocols.late.value).toBeCloseTo((cxy * cxy) / (vx * vy), 9);
    expect(result.target).toMatchObject({ name: 'above 0.35 of the record', weights: 'uniform' });
  });

  it('takes thresholds far from 0 in units of the data, and says where nobody differs', async () => {
    const scaled = DENSE_FILES['dense.csv'].replace(/,(-?[\d.]+)(?=[,\n])/g, (cell, number, at: number) =>
      at < 24 ? cell : `,${120 + 10 * Number(number)}`,
    );
    const study = denseStudy('{ data: dense.csv, noise: 0, estimand: linear }');
    const above = (level: number) => study.replace('target: mean', `target: { above: ${level} }`);
    expect((await calibrate(above(123.5), { 'dense.csv': scaled })).code).toBe(0);
    const { code, result } = await calibrate(above(1.5), { 'dense.csv': scaled });
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      { path: 'target', why: expect.stringContaining('same value in every') },
    ]);
  });

  it('estimates the noise from replicates', async () => {
    const { code, result } = await calibrate(denseStudy(CALIBRATIONS['reps.csv']));
    expect(code).toBe(0);
    // The two readings of a unit lie 0.2 apart: variance 0.02 within, half of it in their mean.
    expect(result.repair.noise.kind).toBe('replicates');
    expect(result.repair.noise.smallest).toBeCloseTo(0.01, 9);
    expect(result.repair.noise.largest).toBeCloseTo(0.01, 9);
    expect(result.data).toMatchObject({ rows: 24, units: 12 });
  });

  it('gives the same for wide and long tables, and for any order of units and columns', async () => {
    const { result } = await calibrate(denseStudy());
    const same = async (name: string, text: string) => {
      const study = denseStudy(`{ data: ${name}, noise: 0.1, scale: standardised }`);
      const other = (await calibrate(study, { [name]: text })).result;
      expect(other.protocols).toEqual(result.protocols);
      expect(other.comparisons).toEqual(result.comparisons);
      return other;
    };
    await same('long.csv', DENSE_FILES['long.csv']);
    const [head, ...lines] = DENSE_FILES['dense.csv'].trim().split('\n');
    await same('backwards.csv', [head, ...lines.reverse()].join('\n'));
    const swapped = DENSE_FILES['dense.csv'].replace(/^([^,]+),([^,]+),([^,]+)/gm, '$1,$3,$2');
    const { repairs } = await same('swapped.csv', swapped);
    expect(repairs[0]).toMatchObject({ kind: 'reordered', amount: 1 });
  });

  it.each([
    ['drop', 'c,', { kind: 'dropped', amount: 1 }, 11],
    ['interpolate', 'c,1.2,', { kind: 'interpolated', amount: 1 }, 12],
  ])('missing: %s does so, and says so', async (rule, begins, repair, units) => {
    const text = DENSE_FILES['dense.csv'].replace('c,1.2,0.5,', begins === 'c,' ? 'c,,0.5,' : 'c,1.2,,');
    const study = denseStudy(`{ data: dense.csv, noise: 0.1, missing: ${rule} }`);
    const { code, result } = await calibrate(study, { 'dense.csv': text });
    expect(code).toBe(0);
    expect(result.units).toBe(units);
    expect(result.repairs[0]).toMatchObject(repair);
  });

  it('takes off the noise that interpolation left, and warns of the rest', async () => {
    // The first two of twelve units lack a value: half-way between two, each has half of the noise.
    const text = DENSE_FILES['dense.csv']
      .replace('a,0.1,0.4,', 'a,0.1,,')
      .replace('b,-0.9,-0.4,0.2,', 'b,-0.9,-0.4,,');
    const study = denseStudy('{ data: dense.csv, noise: 0.02, missing: interpolate, scale: standardised }');
    const { result } = await calibrate(study, { 'dense.csv': text });
    const filled = rows.map((row, i) =>
      row.map((value, j) =>
        (i === 0 && j === 1) || (i === 1 && j === 2) ? (row[j - 1]! + row[j + 1]!) / 2 : value,
      ),
    );
    const K = covariance([0, 1, 2, 3].map((j) => filled.map((row) => row[j]!)));
    const less = (j: number, k: number, amount: number) => {
      K[j]![k]! -= amount;
      if (j !== k) K[k]![j]! -= amount;
    };
    [0.02, (0.02 * 11.5) / 12, (0.02 * 11.5) / 12, 0.02].forEach((amount, j) => {
      less(j, j, amount);
    });
    for (const [j, k] of [
      [0, 1],
      [1, 2],
      [1, 2],
      [2, 3],
    ] as const)
      less(j, k, 0.01 / 12);
    const roots = K.map((row, j) => Math.sqrt(row[j]!));
    const R = K.map((row, j) => row.map((value, k) => value / roots[j]! / roots[k]!));
    // 'early' reads the first two times with noise 0.4; the target is the mean of four.
    const whole = R.flat().reduce((sum, value) => sum + value) / 16;
    const [a, b] = [0, 1].map((j) => R[j]!.reduce((sum, value) => sum + value) / 4) as [number, number];
    const [d, c] = [1.4, R[0]![1]!];
    const explained = (d * a * a - 2 * c * a * b + d * b * b) / (d * d - c * c);
    expect(result.repair.lifted).toBe(0);
    expect(result.protocols.early.value).toBeCloseTo(explained / whole, 9);
    expect(result.repair.noise.smallest).toBeCloseTo((0.02 * 11.5) / 12, 12);
    const [warning] = result.warnings.filter(({ kind }: { kind: string }) => kind === 'interpolated');
    expect(warning).toMatchObject({
      path: 'calibration.missing',
      what: expect.stringContaining('4.2 % of the values'),
    });
  });

  it('warns of few units, of another scale, of a law that is not used, and of too many actions', async () => {
    const kinds = async (study: string, files?: Record<string, string>) =>
      (await calibrate(study, files)).result.warnings.map(({ kind }: { kind: string }) => kind);
    expect(await kinds(denseStudy())).toEqual(['few-units']);
    const large = DENSE_FILES['dense.csv'].replace(/,(-?[\d.]+)(?=[,\n])/g, (cell, number, at: number) =>
      at < 24 ? cell : `,${10 * Number(number)}`,
    );
    expect(await kinds(denseStudy(), { 'dense.csv': large })).toEqual(['few-units', 'data-scale']);
    expect(await kinds(denseStudy(undefined, 'latent: { kernel: { ou: { tau: 6 } } }\n'))).toEqual([
      'latent-unused',
      'few-units',
    ]);
    expect(await kinds(denseStudy(CALIBRATIONS['burden.csv']))).toEqual(['few-units', 'many-actions']);
  });

  it('says in its first sentence that units are too few, and names no more than some protocols', async () => {
    const many = Array.from(
      { length: 20 },
      (_, i) => `  p${i}: { at: [${1.25 + 0.3 * i}], noise: 0.4 }\n`,
    ).join('');
    const study = denseStudy().replace(/ {2}early:.*\n {2}late:.*\n/, many);
    const { out } = await runInMemory(['calibrate', 'study.yaml', '--draws', '100'], {
      ...DENSE_FILES,
      'study.yaml': study,
    });
    const first = out.split('\n\n')[1]!.replace(/\s+/g, ' ');
    expect(first).toMatch(/cannot tell it apart from (‘p\d+’,? ){8}and \d+ more/);
    expect(first).toContain('With so few units this is not reliable.');
  });

  it('points at one wild value before the values that hang on it', async () => {
    const rows = Array.from({ length: 30 }, (_, i) =>
      [1, 2, 3, 4].map((j) => Math.sin(7 * i + j * j).toFixed(3)),
    );
    rows[4]![2] = '-999';
    const data = `unit,1.25,3.75,6.25,8.75\n${rows.map((row, i) => `u${i},${row.join(',')}\n`).join('')}`;
    for (const command of [
      ['calibrate', 'study.yaml', '--draws', '100'],
      ['value', 'study.yaml'],
    ]) {
      const { out } = await runInMemory(command, { 'dense.csv': data, 'study.yaml': denseStudy() });
      expect(out).toMatch(/look at +unit "u4" has -999 at 6.25 h/);
      expect(out.indexOf('look at')).toBeLessThan(out.search(/protocol +value/));
      expect(out.match(/has -999/g)).toHaveLength(1);
    }
  });

  it('needs calibration, and protocols or classes', async () => {
    const without = denseStudy().replace(/^calibration:.*\n/m, '');
    const { code, result } = await calibrate(without);
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      { path: 'calibration', why: expect.stringContaining('`calibration` is missing') },
    ]);
    const bare = denseStudy().replace(/^protocols:\n.*\n.*\n/m, '');
    expect((await calibrate(bare)).result.problems).toMatchObject([{ path: 'protocols' }]);
    const classed = `${bare}classes: [{ name: pairs, at: [1.25, 3.75, 6.25], exactly: 2, noise: 0.4 }]\n`;
    const answer = await calibrate(classed);
    expect(answer.code).toBe(0);
    expect(answer.result).toMatchObject({ protocols: {}, comparisons: [], bestSet: [], selected: null });
    expect(answer.result.resolution.classes).toMatchObject([{ name: 'pairs', size: 3 }]);
  });

  it('refuses a target of the readings where the quantity itself is meant', async () => {
    const study = denseStudy('{ data: dense.csv, noise: 0.1, estimand: linear }');
    expect((await calibrate(study)).code).toBe(0);
    const { code, result } = await calibrate(study.replace('target: mean', 'target: { above: 0.3 }'));
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      { path: 'target', accepted: expect.stringContaining('calibration: { target: column }') },
    ]);
  });

  it('says where the target differs between too few units', async () => {
    const rare = DENSE_FILES['burden.csv'].replace(
      /^([a-z]),[^,]+/gm,
      (_, unit) => `${unit},${unit === 'c' ? 1 : 0}`,
    );
    const { code, result } = await calibrate(denseStudy(CALIBRATIONS['burden.csv']), { 'burden.csv': rare });
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      { path: 'calibration.target', why: expect.stringContaining('so few units differ in the target') },
    ]);
  });

  it('says where too few units have replicates', async () => {
    const single = DENSE_FILES['reps.csv'].replace(/^[^c],2,.*\n/gm, '');
    const { code, result } = await calibrate(denseStudy(CALIBRATIONS['reps.csv']), { 'reps.csv': single });
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      { path: 'calibration.noise', why: expect.stringContaining('so few units have replicates') },
    ]);
  });

  it('prints text within 80 columns that says what is best and what cannot be told apart', async () => {
    const classes = 'classes: { nested: { exactly: 2, noise: 0.4, bins: [3, 4] } }\n';
    const argv = ['calibrate', 'study.yaml', '--draws', '100'];
    const { code, out, err } = await runInMemory(argv, {
      ...DENSE_FILES,
      'study.yaml': denseStudy(undefined, classes),
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
    expect(out).toMatch(
      /^‘early’ has the largest estimate, R² 0\.\d{3} \(95 % interval [^)]*\), but\s12\sunits\scannot\stell\sit\sapart/m,
    );
    expect(out).toMatch(/^early +0\.\d{3} +0\.\d{3} … 0\.\d{3} +0\.\d{3} +2 +2$/m);
    expect(out).toMatch(/^class +protocols +best/m);
  });
});

describe('classes', () => {
  const resolved = async (classes: string) =>
    (await calibrate(denseStudy(undefined, `classes: ${classes}\n`))).result;

  it('hold those before them, and each protocol once', async () => {
    const { resolution, protocols } = await resolved(
      '[{ name: named, protocols: [late] }, { name: pairs, at: { from: 1.25, to: 8.75, count: 4 }, exactly: 2, noise: 0.4 }]',
    );
    expect(resolution.classes.map(({ name, size }: Record<string, unknown>) => [name, size])).toEqual([
      ['named', 1],
      ['pairs', 6],
    ]);
    const [named, pairs] = resolution.classes;
    expect(named).toMatchObject({ best: { name: 'late', at: [6.25, 8.75] }, value: protocols.late.value });
    expect(named.restriction).toBeCloseTo(pairs.value - named.value, 12);
    expect(pairs.restriction).toBe(0);
    expect(pairs.guarantee).toBeCloseTo(2 * pairs.epsilon, 12);
    expect(named.guarantee).toBeGreaterThan(named.restriction + pairs.epsilon);
    expect(named.guarantee).toBeLessThan(named.restriction + named.epsilon + pairs.epsilon);
  });

  it('do not change what is said of the protocols with names', async () => {
    const { result } = await calibrate(denseStudy());
    const { protocols, epsilon, comparisons } = await resolved('{ nested: { exactly: 2, bins: [3, 4] } }');
    expect({ protocols, epsilon, comparisons }).toEqual({
      protocols: result.protocols,
      epsilon: result.epsilon,
      comparisons: result.comparisons,
    });
  });

  it.each([
    ['[{ name: a, protocols: [erly] }]', 'classes[0].protocols[0]', 'did you mean early?'],
    ['[{ name: a, protocols: [] }]', 'classes[0].protocols', 'the list is empty'],
    ['[{ name: a, protocols: [late] }, { name: a, protocols: [early] }]', 'classes[1].name', 'has this name'],
    ['[{ name: a, at: [1, 2], exactly: 3 }]', 'classes[0].exactly', 'only 2 actions'],
    ['[{ name: a, at: [1, 12], exactly: 1 }]', 'classes[0].at[1]', 'outside the horizon'],
    [
      '[{ name: a, at: { from: 0, to: 10, count: 40 }, exactly: 8 }]',
      'classes[0].exactly',
      'protocols to estimate',
    ],
    ['{ nested: { exactly: 0 } }', 'classes.nested.exactly', 'not a number of readings'],
    ['{ nested: { exactly: 9 } }', 'classes.nested.exactly', 'not a number of readings'],
    ['{ nested: { exactly: 2, bins: [2.5, 4] } }', 'classes.nested.bins[0]', 'not a number of bins'],
    ['{ nested: { exactly: 2, noise: -1 } }', 'classes.nested.noise', 'not a variance'],
    ['{ nested: { exactly: 6, bins: [20, 40] } }', 'classes.nested', 'protocols to estimate'],
  ])('%s is refused', async (classes, path, why) => {
    const { problems } = await resolved(classes);
    expect(problems).toMatchObject([{ path, why: expect.stringContaining(why) }]);
  });
});

describe('a law estimated from calibration', () => {
  const estimated = async (command: string, study: string) => {
    const { code, out } = await runInMemory([command, 'study.yaml', '--json'], {
      ...DENSE_FILES,
      'study.yaml': study,
    });
    return { code, result: JSON.parse(out) };
  };

  it('gives value the values of calibrate, and says what it is', async () => {
    const { code, result } = await estimated('value', denseStudy());
    expect(code).toBe(0);
    const { protocols } = (await calibrate(denseStudy())).result;
    for (const name of ['early', 'late'])
      expect(result.protocols[name].value).toBeCloseTo(protocols[name].value, 10);
    expect(result.law).toBe('calibration');
    expect(result.warnings.map(({ kind }: { kind: string }) => kind)).toEqual(['estimated-law', 'few-units']);
    expect(result.repairs).toMatchObject([{ kind: 'lifted' }, { kind: 'rescaled' }]);
  });

  it('serves identify, and leaves the field to latent where there is one', async () => {
    const study = denseStudy(undefined, 'realised: early\n');
    const { code, result } = await estimated('identify', study);
    expect({ code, law: result.law }).toEqual({ code: 0, law: 'calibration' });
    const { value } = (await estimated('value', study)).result.protocols.late;
    expect(result.alternatives.late.value).toBeCloseTo(value, 10);
    const given = await estimated('value', `${study}latent: { kernel: { ou: { tau: 6 } } }\n`);
    expect(given.result).toMatchObject({ law: 'latent', warnings: [] });
  });

  it('is not stationary to the last digit, and says so', async () => {
    const study = denseStudy(undefined, 'realised: early\nassume: stationary\n');
    const { code, result } = await estimated('identify', study);
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      {
        path: 'assume',
        why: expect.stringContaining('the law estimated from `calibration` is not stationary'),
      },
    ]);
  });

  it.each([
    ['a measured target', CALIBRATIONS['burden.csv']!, 'mean'],
    ['the mean of quiet records', '{ data: dense.csv, noise: 0, estimand: linear }', 'mean'],
    ['the mean of noisy records', '{ data: dense.csv, noise: 0.1, estimand: linear }', 'mean'],
    ['a threshold in the data’s unit', '{ data: dense.csv, noise: 0, estimand: linear }', '{ above: 0.45 }'],
  ])('is one of second moments with the best-linear value: %s', async (_, calibration, target) => {
    const more =
      'catalogue: [{ at: [1.25, 3.75, 6.25, 8.75], noise: 0.4 }]\nchoose: { exactly: 2 }\nrealised: early\n';
    const study = denseStudy(calibration, more).replace('target: mean', `target: ${target}`);
    const { protocols } = (await calibrate(study)).result;
    const { code, result } = await estimated('value', study);
    expect(code).toBe(0);
    for (const name of ['early', 'late'])
      expect(result.protocols[name].value).toBeCloseTo(protocols[name].value, 10);
    const { best } = (await estimated('design', study)).result;
    expect(best.certified).toBe(true);
    expect(best.value).toBeGreaterThanOrEqual(Math.max(protocols.early.value, protocols.late.value) - 1e-10);
    const identified = await estimated('identify', study);
    if (target !== 'mean' || calibration.includes('burden'))
      expect(identified.result.problems).toMatchObject([{ why: expect.stringContaining('second moments') }]);
    else expect(identified.result.alternatives.late.value).toBeCloseTo(protocols.late.value, 10);
  });
});
