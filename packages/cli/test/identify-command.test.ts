import { describe, expect, it } from 'vitest';
import { runInMemory } from '../src/memory-io.ts';

/** The paper's four points: Z0 … Z3 with correlations e^(-lag), and the mean of them as the target. */
const fourPoints = (realised: string, assume: string, more = '') => `sightline: 1
time: { horizon: 4, points: 4 }
target: mean
latent:
  kernel: { toeplitz: [1, ${Math.exp(-1)}, ${Math.exp(-2)}, ${Math.exp(-3)}] }
protocols:
  seen: { at: ${realised} }
  middle: { at: [1.5, 2.5] }
realised: seen
assume: ${assume}
${more}`;

async function identify(text: string, ...options: string[]) {
  const { code, out, err } = await runInMemory(['identify', 'study.yaml', '--json', ...options], {
    'study.yaml': text,
  });
  return { code, err, result: JSON.parse(out) };
}

describe('the four-point example', () => {
  it.each([
    ['[0.5]', 'stationary', 1, 0.6804, 1],
    ['[0.5]', 'any', 4, 0.4299, 1],
    ['[0.5, 1.5]', 'any', 2, 0.5876, 1],
  ])(
    '%s realised, %s: dimension %i, values from %d to %d',
    async (realised, assume, dimension, low, high) => {
      const { code, err, result } = await identify(fourPoints(realised, assume));
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(result).toMatchObject({ realised: 'seen', assume, invisibleDimension: dimension });
      const { verdict, range, sensitivity, worlds } = result.alternatives.middle;
      expect(verdict).toBe('not-identified');
      expect(Math.abs(range.low - low)).toBeLessThan(1e-3);
      expect(Math.abs(range.high - high)).toBeLessThan(1e-3);
      expect(range).toMatchObject({ lowStatus: 'exact', highStatus: 'exact' });
      expect(sensitivity).toBeGreaterThan(0);
      expect(worlds.map(({ value }: { value: number }) => value)).toEqual([range.low, range.high]);
      for (const { covariance } of worlds) {
        expect(covariance).toHaveLength(4);
        for (const [j, row] of covariance.entries()) expect(row[j]).toBe(1);
      }
    },
  );

  it('is identified once three of the four are seen: a point, and nothing to measure', async () => {
    const { code, result } = await identify(
      fourPoints('[0.5, 1.5, 2.5]', 'any', 'catalogue: [{ at: 3.5 }]\n'),
    );
    expect(code).toBe(0);
    expect(result.invisibleDimension).toBe(0);
    const { verdict, value, range, worlds, augmentation } = result.alternatives.middle;
    expect({ verdict, worlds, augmentation }).toEqual({
      verdict: 'identified',
      worlds: [],
      augmentation: null,
    });
    expect(range).toEqual({ low: value, high: value, lowStatus: 'exact', highStatus: 'exact' });
  });

  it('has the published worlds at a step of 0.1321', async () => {
    const { result } = await identify(fourPoints('[0.5]', 'stationary'), '--step', '0.98022');
    expect(result.step).toBe(0.98022);
    const [low, high] = result.alternatives.middle.worlds;
    expect(Math.abs(low.value - 0.681648)).toBeLessThan(1e-5);
    expect(Math.abs(high.value - 0.827379)).toBeLessThan(1e-5);
    // Both give Cov(Z0, Θ) = 0.388250 and Var Θ = 0.428012.
    for (const { covariance } of [low, high] as { covariance: number[][] }[]) {
      const mean = (row: number[]) => row.reduce((sum, value) => sum + value, 0) / 4;
      expect(mean(covariance[0]!)).toBeCloseTo(0.38825, 6);
      expect(mean(covariance.map(mean))).toBeCloseTo(0.428012, 6);
    }
    // The step leaves the range alone.
    expect(Math.abs(result.alternatives.middle.range.low - 0.6804)).toBeLessThan(1e-3);
  });

  it('says what would settle it', async () => {
    const catalogue = 'catalogue:\n  - { at: [0.5, 1.5, 2.5, 3.5], cost: 2 }\n';
    const { result } = await identify(fourPoints('[0.5]', 'stationary', catalogue), '--no-range');
    const { range, augmentation } = result.alternatives.middle;
    expect(range).toBeNull();
    // For every law Z1 and Z2 themselves are needed; with Z1 no stationary direction is left invisible.
    expect(augmentation).toMatchObject({ actions: [1], at: [1.5], width: [0], cost: 2 });
    expect(augmentation).toMatchObject({ by: 'nothing-invisible', exact: true });
    expect(augmentation.surest).toEqual({ actions: [1, 2], cost: 4, at: [1.5, 2.5], width: [0, 0] });
  });

  it('narrows with what is known', async () => {
    const width = async (know: string) => {
      const { code, result } = await identify(fourPoints('[0.5]', 'any', know));
      expect(code).toBe(0);
      const { low, high } = result.alternatives.middle.range;
      return high - low;
    };
    const open = await width('');
    const nonNegative = await width('know: { nonNegative: true }\n');
    const both = await width('know: { nonNegative: true, nonIncreasing: true }\n');
    const pair = await width(
      `know: { nonNegative: true, nonIncreasing: true, correlations: [{ times: [1.5, 2.4], value: ${Math.exp(-1)} }] }\n`,
    );
    expect(nonNegative).toBeLessThan(open - 1e-3);
    expect(both).toBeLessThan(nonNegative + 1e-6);
    expect(pair).toBeLessThan(both - 1e-3);
  });
});

describe('the three-point example', () => {
  /** C_g of each target in closed form. */
  const targets: [string, (r: number) => number][] = [
    ['mean', (r) => r],
    ['{ above: 0 }', (r) => Math.asin(r) / (2 * Math.PI)],
    ['{ square: true }', (r) => 2 * r * r],
    ['{ hermite: [1, -0.5, 2] }', (r) => r + (0.25 * r ** 2) / 2 + (4 * r ** 3) / 6],
  ];
  const cases = targets.flatMap(([target, transform]) =>
    [0.2, 0.5, 0.9].flatMap((a) => [0, 0.3, 2].map((noise) => ({ target, transform, a, noise }))),
  );

  it.each(cases)('$target, a = $a, noise $noise', async ({ target, transform, a, noise }) => {
    const text = `sightline: 1
time: { horizon: 3, points: 3 }
target: ${target}
latent: { covariance: cov.csv }
protocols: { seen: { at: 0.5 }, other: { at: 1.5, noise: ${noise} } }
realised: seen
`;
    const files = { 'study.yaml': text, 'cov.csv': `1,${a},0\n${a},1,0\n0,0,1\n` };
    const { code, out } = await runInMemory(['identify', 'study.yaml', '--json'], files);
    expect(code).toBe(0);
    const { verdict, value, range } = JSON.parse(out).alternatives.other;
    const s = 1 + noise;
    const variance = 3 * transform(1) + 2 * transform(a);
    const gap = (transform((a * a) / s) + 2 * transform(a / s)) / variance;
    expect(verdict).toBe('not-identified');
    expect(value).toBeCloseTo(gap + transform(1 / s) / variance, 9);
    if (target === 'mean') {
      // The exchanged world is one of all that the range is taken over.
      expect(range.low).toBeLessThan(value - gap + 1e-6);
      expect(range.high).toBeGreaterThan(value - 1e-6);
    } else {
      expect(range).toMatchObject({ lowStatus: 'attained', highStatus: 'attained' });
      expect(range.high - range.low).toBeCloseTo(gap, 9);
    }
  });
});

describe('sightline identify', () => {
  const singular = fourPoints('[0.5]', 'any').replace(/toeplitz: .*/, 'toeplitz: [1, 1, 1, 1] }');

  it('says undecided, with exit code 4 and how far it got, where no solver could decide', async () => {
    const { code, err, result } = await identify(singular);
    expect(code).toBe(4);
    const { verdict, range, worlds, unsolved } = result.alternatives.middle;
    expect({ verdict, range, worlds }).toEqual({ verdict: 'undecided', range: null, worlds: [] });
    expect(err.replace(/\s+/g, ' ')).toContain(`numerically undecided middle: ${unsolved.why}`);
    const text = await runInMemory(['identify', 'study.yaml'], { 'study.yaml': singular });
    expect(text).toMatchObject({ code: 4, err });
    expect(text.out).toContain('\nmiddle: undecided\n');
  });

  it('answers undecided with 0 where there was nothing to solve', async () => {
    // Three times are seen: no two are left to exchange, and the alternative reads the fourth. A square has no covariance
    // with a reading that would tell.
    const text = fourPoints('[0.5, 1.5, 2.5]', 'any')
      .replace('mean', '{ square: true }')
      .replace('[1.5, 2.5] }', '[3.5] }');
    const { code, err, result } = await identify(text);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(result.invisibleDimension).toBeNull();
    expect(result.alternatives.middle).toMatchObject({ verdict: 'undecided', range: null, unsolved: null });
  });

  it('gives the same bytes twice', async () => {
    const run = (...options: string[]) =>
      runInMemory(['identify', 'study.yaml', ...options], { 'study.yaml': fourPoints('[0.5]', 'any') });
    for (const options of [[], ['--json'], ['--json', '--seed', '5']])
      expect((await run(...options)).out).toBe((await run(...options)).out);
  });

  it('writes large worlds only when asked to', async () => {
    const text = `sightline: 1
time: { horizon: 40, points: 40 }
target: { above: 1 }
latent: { kernel: { ou: { tau: 5 } } }
protocols: { seen: { at: 1 }, other: { at: 20 } }
realised: seen
`;
    const worlds = async (...options: string[]) =>
      (await identify(text, ...options)).result.alternatives.other.worlds as {
        covariance: number[][] | null;
      }[];
    const small = await worlds();
    expect(small).toHaveLength(2);
    for (const { covariance } of small) expect(covariance).toBeNull();
    for (const { covariance } of await worlds('--worlds')) expect(covariance).toHaveLength(40);
  });

  it('prints a matrix row by row', async () => {
    const { out } = await runInMemory(['identify', 'study.yaml', '--json'], {
      'study.yaml': fourPoints('[0.5]', 'stationary'),
    });
    expect(out.match(/^ +\[1, [-\d.e]+, [-\d.e]+, [-\d.e]+\],$/gm)).toHaveLength(2);
  });
});

describe('from data', () => {
  const study = (more = '') => `sightline: 1
time: { horizon: 3, points: 3 }
target: mean
protocols: { seen: { at: 0.5, noise: 0 }, other: { at: 1.5, noise: 0 }, again: { at: 0.5, repeats: 2, noise: 0.2 } }
realised: seen
benchmark: { data: y.csv }
${more}`;
  /** Rows ±(a, b), so that the second moments are what the amplitudes say. */
  const table = (pairs: [number, number][]) =>
    `y1,target\n${pairs.flatMap(([y, t]) => [`${y},${t}`, `${-y},${-t}`]).join('\n')}\n`;
  // Variance of y near 1, of the target 0.5, covariance 0.5: as with correlations of about 0.25 between times.
  const good = table(
    Array.from({ length: 20 }, (_, i) => [
      Math.sin(i + 1) * 1.4,
      Math.sin(i + 1) * 0.7 + Math.cos(3 * i) * 0.7,
    ]),
  );

  it('gives units, fit, range and intervals, and neither value nor sensitivity', async () => {
    const files = { 'study.yaml': study(), 'y.csv': good };
    const { code, out, err } = await runInMemory(
      ['identify', 'study.yaml', '--json', '--resamples', '20'],
      files,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const result = JSON.parse(out);
    expect(result).toMatchObject({ law: 'data', data: { units: 40, compatible: true, level: 0.95 } });
    const { other, again } = result.alternatives;
    expect(other).toMatchObject({
      verdict: 'not-identified',
      value: null,
      sensitivity: null,
      augmentation: null,
    });
    expect(other.range.low).toBeLessThan(other.range.high);
    expect(other.intervals.low[0]).toBeLessThanOrEqual(other.range.low);
    expect(other.intervals.resamples + other.intervals.unsolved).toBe(20);
    expect(again.verdict).toBe('identified');
    const text = await runInMemory(['identify', 'study.yaml', '--resamples', '20'], files);
    expect(text.out.replace(/\s+/g, ' ')).toContain('benchmark ‘seen’ and the target, in 40 units;');
  });

  it('prints no range where no correlation matrix has these moments', async () => {
    // A target that varies like this needs correlations near 1, and then it goes with every reading. Here it does not.
    const wild = table(Array.from({ length: 20 }, (_, i) => [Math.sin(i + 1) * 1.4, Math.cos(3 * i) * 1.38]));
    const files = { 'study.yaml': study(), 'y.csv': wild };
    const { code, out } = await runInMemory(['identify', 'study.yaml', '--json'], files);
    expect(code).toBe(0);
    const { data, alternatives } = JSON.parse(out);
    expect(data.compatible).toBe(false);
    expect(data.distance).toBeGreaterThan(0.3);
    expect(data.pValue).toBeLessThan(data.incompatibleBelow);
    expect(alternatives.other).toMatchObject({
      verdict: 'undecided',
      range: null,
      intervals: null,
      worlds: [],
    });
    const text = await runInMemory(['identify', 'study.yaml'], files);
    expect(text.out.replace(/\s+/g, ' ')).toContain('no correlation matrix has these moments: distance');
  });

  it('lets the data decide, and says what is not used', async () => {
    const more = 'latent: { kernel: { ou: { tau: 1 } } }\ncatalogue: [{ at: 1.5 }]\n';
    const run = async (text: string, ...options: string[]) =>
      JSON.parse(
        (
          await runInMemory(['identify', 'study.yaml', '--json', '--resamples', '0', ...options], {
            'study.yaml': text,
            'y.csv': good,
          })
        ).out,
      );
    const both = await run(study(more), '--step', '0.5');
    expect(both.warnings.map(({ kind }: { kind: string }) => kind)).toEqual([
      'latent-unused',
      'catalogue-unused',
      'option-unused',
    ]);
    const alone = await run(study());
    expect(both.alternatives).toEqual(alone.alternatives);
    // The test of the data takes resamples of its own.
    expect(alone.data.pValue).toBeGreaterThan(0.01);
    expect(alone.alternatives.other.intervals).toBeNull();
  });

  it('prints neither range nor interval where none is wanted, and has the same verdicts', async () => {
    const files = { 'study.yaml': study(), 'y.csv': good };
    const args = ['identify', 'study.yaml', '--resamples', '5'];
    const [without, with_] = await Promise.all(
      [['--no-range'], []].map((more) => runInMemory([...args, '--json', ...more], files)),
    );
    const [a, b] = [JSON.parse(without!.out), JSON.parse(with_!.out)];
    expect(a.warnings).toEqual([]);
    for (const name of ['other', 'again']) {
      expect(a.alternatives[name]).toMatchObject({ range: null, intervals: null });
      expect(a.alternatives[name].verdict).toBe(b.alternatives[name].verdict);
      expect(b.alternatives[name].range).not.toBeNull();
    }
    const { out } = await runInMemory([...args, '--no-range'], files);
    expect(out).not.toMatch(/^ {2}(range|intervals)/m);
  });

  it('refuses raw units, too few units and knowledge that contradicts itself before anything is solved', async () => {
    const problems = async (text: string, data: string) => {
      const { code, out } = await runInMemory(['identify', 'study.yaml', '--json'], {
        'study.yaml': text,
        'y.csv': data,
      });
      expect(code).toBe(3);
      return JSON.parse(out).problems as { path: string; line: number; why: string; accepted: string }[];
    };
    const raw = table(
      Array.from({ length: 20 }, (_, i) => [
        Math.sin(i + 1) * 50,
        Math.sin(i + 1) * 25 + Math.cos(3 * i) * 25,
      ]),
    );
    const found = await problems(study(), raw);
    expect(found.map(({ path, line }) => [path, line])).toEqual([
      ['benchmark.data.y1', 1],
      ['benchmark.data.target', 1],
    ]);
    expect(found[0]!.why).toContain('a reading has variance 1 plus its noise');
    // Four readings and the target have fifteen second moments.
    const four = study().replace('seen: { at: 0.5,', 'seen: { at: [0.5, 0.5, 1.5, 2.5],');
    const rows = Array.from({ length: 12 }, (_, i) =>
      [1, 2, 3, 5, 7].map((k) => Math.sin(k * (i + 1))).join(','),
    );
    const few = await problems(four, `y1,y2,y3,y4,target\n${rows.join('\n')}\n`);
    expect(few[0]!.accepted).toContain('at least 16 units');
    const twice =
      'assume: stationary\nknow: { correlations: [{ times: [0.5, 1.5], value: 0.3 }, { times: [1.5, 2.5], value: 0.4 }] }\n';
    expect((await problems(study(twice), good))[0]).toMatchObject({ path: 'know.correlations[1].value' });
  });

  it('takes a multiple of the mean as the mean', async () => {
    const answer = async (target: string, by: number) => {
      const rows = good.split('\n').map((line) => {
        const [y, t] = line.split(',');
        return t && t !== 'target' ? `${y},${by * Number(t)}` : line;
      });
      const { code, out } = await runInMemory(['identify', 'study.yaml', '--json', '--resamples', '0'], {
        'study.yaml': study().replace('target: mean', `target: ${target}`),
        'y.csv': rows.join('\n'),
      });
      expect(code).toBe(0);
      return JSON.parse(out).alternatives.other;
    };
    const [one, two] = [await answer('mean', 1), await answer('{ hermite: [-2] }', -2)];
    expect(two.verdict).toBe(one.verdict);
    expect(two.range.low).toBeCloseTo(one.range.low, 7);
    expect(two.range.high).toBeCloseTo(one.range.high, 5);
  });

  it('is not needed by `value`, which reads no file that it does not need', async () => {
    const text = study('latent: { kernel: { ou: { tau: 1 } } }\n');
    expect((await runInMemory(['value', 'study.yaml'], { 'study.yaml': text })).code).toBe(0);
  });
});
