import { describe, expect, it, vi } from 'vitest';
import { points, replicated, testStudy } from '../../test/units.ts';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { target } from '../model/target.ts';
import { protocolValues } from '../model/value/value.ts';
import type { Workers } from '../numerics/divided-work.ts';
import { thisThread } from '../numerics/divided-work.ts';
import type { Matrix } from '../numerics/matrix.ts';
import { permutation, randomStream } from '../numerics/random/random-stream.ts';
import { calibrate } from './calibrate.ts';
import { planUnits } from './plan-units.ts';
import type { EstimatorInput } from './resampling/estimator.ts';

const M = 60;
const P = 12;
const { grid, weights, values } = testStudy(M, P, 11, 0.2);
const base: EstimatorInput = {
  sample: { values },
  estimand: 'gaussian',
  noise: 0.2,
  weights,
  targets: ['mean', { above: 1 }],
  protocols: [points(grid, [1, 4, 6, 9]), points(grid, [1.25, 3.75, 6.25, 8.75]), points(grid, [1, 2])],
};
const options = { draws: 120, seed: 5 };

function shuffled({ rows, cols, data }: Matrix, order: Int32Array): Matrix {
  const out = new Float64Array(data.length);
  order.forEach((from, to) => {
    out.set(data.subarray(from * cols, (from + 1) * cols), to * cols);
  });
  return { rows, cols, data: out };
}

describe('calibrate', () => {
  it('has the estimate in every interval, and differences that add up', async () => {
    const { units, targets, plugIn } = await calibrate(base, options);
    expect(units).toBe(M);
    expect(plugIn).not.toHaveProperty('covariance');
    expect(targets.map(({ name }) => name)).toEqual(['mean', 'above 1']);
    for (const { protocols, epsilon, comparisons, selected, theory } of targets) {
      for (const { value, low, high, standardError } of protocols) {
        expect(low).toBeLessThan(value);
        expect(high).toBeGreaterThan(value);
        expect(epsilon).toBeGreaterThan(standardError);
      }
      for (const { a, b, difference } of comparisons.comparisons)
        expect(difference).toBeCloseTo(protocols[a]!.value - protocols[b]!.value, 14);
      expect(selected).toMatchObject({ protocol: comparisons.bestSet[0], guarantee: 2 * epsilon });
      expect(theory!.r0).toBeLessThan(1);
      expect(theory!.error).toBeGreaterThan(0);
    }
    expect(targets[0]!.comparisons.bestSet).not.toContain(2);
  });

  it('does not depend on the order of the units, in any digit', async () => {
    const order = permutation(randomStream(2), M);
    const sample = replicated(values, 2, 0.1, 4);
    const again = {
      values: shuffled(sample.values, order),
      within: shuffled(sample.within!, order),
      counts: sample.counts!,
    };
    const input = { ...base, noise: 'replicates' as const };
    const one = await calibrate({ ...input, sample }, options);
    expect(await calibrate({ ...input, sample: again }, options)).toEqual(one);
  });

  it('rescaling the data changes nothing', async () => {
    const one = await calibrate(base, options);
    const scaled = { ...values, data: values.data.map((value) => 120 - 16 * value) };
    const two = await calibrate({ ...base, sample: { values: scaled }, noise: 0.2 * 256 }, options);
    one.targets.forEach(({ protocols, epsilon }, t) => {
      // Canonical order turns round with the sign, so that draws hold other units: only the estimates are the same.
      protocols.forEach(({ value }, i) => {
        expect(two.targets[t]!.protocols[i]!.value).toBeCloseTo(value, 12);
      });
      expect(Math.abs(two.targets[t]!.epsilon / epsilon - 1)).toBeLessThan(0.5);
    });
    const up = { ...values, data: values.data.map((value) => 120 + 16 * value) };
    const three = await calibrate({ ...base, sample: { values: up }, noise: 0.2 * 256 }, options);
    one.targets.forEach(({ protocols, epsilon, comparisons }, t) => {
      expect(three.targets[t]!.epsilon).toBeCloseTo(epsilon, 10);
      expect(three.targets[t]!.comparisons.bestSet).toEqual(comparisons.bestSet);
      protocols.forEach(({ low, high }, i) => {
        expect(three.targets[t]!.protocols[i]!.low).toBeCloseTo(low, 10);
        expect(three.targets[t]!.protocols[i]!.high).toBeCloseTo(high, 10);
      });
    });
  });

  it('gives the same bytes whoever does which piece', async () => {
    /** Backwards, by several who share nothing. */
    const several: Workers = {
      async run(work, input, pieces) {
        const makers = Array.from({ length: 3 }, () => work.prepare(structuredClone(input)));
        const done = new Array(pieces);
        for (let i = pieces - 1; i >= 0; i--) done[i] = structuredClone(makers[i % 3]!(i));
        return done;
      },
    };
    const one = await calibrate(base, options);
    expect(await calibrate(base, { ...options, workers: several })).toEqual(one);
    const plan = await planUnits(base, { ...options, subsamples: 20 });
    expect(await planUnits(base, { ...options, subsamples: 20, workers: several })).toEqual(plan);
  });

  it('another seed, other draws of the same estimate', async () => {
    const one = await calibrate(base, options);
    const two = await calibrate(base, { ...options, seed: 6 });
    expect(two.targets[0]!.protocols[0]!.value).toBe(one.targets[0]!.protocols[0]!.value);
    expect(two.targets[0]!.epsilon).not.toBe(one.targets[0]!.epsilon);
  });

  it('shows progress and can be cancelled', async () => {
    const onProgress = vi.fn();
    await calibrate(base, { ...options, onProgress });
    expect(onProgress.mock.lastCall).toEqual([180, 180]);
    const controller = new AbortController();
    const long = calibrate(base, {
      draws: 100_000,
      signal: controller.signal,
      onProgress: (done) => done > 0 && controller.abort(new Error('enough')),
    });
    await expect(long).rejects.toThrow('enough');
    await expect(calibrate(base, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
      'before',
    );
  });

  it('nested classes: by numbers of protocols', async () => {
    const classes = [
      { name: 'short', members: [2] },
      { name: 'all', members: [0, 1, 2] },
    ];
    const { targets } = await calibrate(base, { ...options, classes });
    const { resolution } = targets[0]!;
    expect(resolution!.classes[0]!.restriction).toBeGreaterThan(0.1);
    expect(resolution!.classes[1]!.epsilon).toBe(targets[0]!.epsilon);
    expect(resolution!.selected).toBe(1);
  });

  it('refuses what is no data, all at once', async () => {
    const broken = { ...values, data: values.data.slice() };
    broken.data[17] = Number.NaN;
    const sample = { values: broken, targets: new Float64Array(3) };
    await expect(calibrate({ ...base, sample })).rejects.toThrow(
      /unit 1 has no number at grid point 5.*targets/s,
    );
    const one = { rows: 1, cols: P, data: values.data.slice(0, P) };
    await expect(calibrate({ ...base, sample: { values: one } })).rejects.toThrow('at least 3 units');
    await expect(calibrate({ ...base, noise: 5 })).rejects.toThrow('no larger than the noise');
  });
});

describe('plan', () => {
  it('takes the best two, or the pair asked for, or a gap', async () => {
    const few = { ...options, subsamples: 30 };
    const best = await planUnits(base, few);
    expect(best.pair).toMatchObject({ difference: best.gap });
    const { a, b } = best.pair!;
    expect([a, b].toSorted()).toEqual([0, 1]);
    const asked = await planUnits(base, { ...few, pair: [2, 0] });
    expect(asked.pair).toMatchObject({ a: 0, b: 2 });
    expect(asked.pairwise.units!).toBeLessThan(M);
    const wide = await planUnits(base, { ...few, gap: 0.2 });
    const narrow = await planUnits(base, { ...few, gap: 0.1 });
    expect(wide.pair).toBeUndefined();
    expect(Math.abs(narrow.uniform.units! / wide.uniform.units! - 4)).toBeLessThan(0.1);
    expect(wide.uniform.units).toBe(Math.ceil(M * (wide.epsilon / 0.1) ** 2));
    for (const { uniform, pairwise } of [best, asked, wide, narrow])
      for (const { units, range } of [uniform, pairwise]) {
        if (units === null) continue;
        expect(range.low!).toBeLessThan(units);
        if (range.high !== null) expect(range.high).toBeGreaterThan(units);
      }
    await expect(planUnits(base, { ...few, pair: [1, 1] })).rejects.toThrow('no pair of 3');
  });

  it('a pair is told apart with the power asked for: its standard error enters as critical value plus normal quantile', async () => {
    const few = { ...options, subsamples: 30, pair: [2, 0] as const };
    const { pair, pairwise, units } = await planUnits(base, { ...few, power: 0.5 });
    // The critical value of these two alone: nobody asked about the third.
    const two = { ...base, protocols: [base.protocols[0]!, base.protocols[2]!] };
    const { targets } = await calibrate(two, options);
    const { critical } = targets[0]!.comparisons;
    const reach = critical * pair!.standardError;
    expect(pairwise.units).toBe(Math.max(2, Math.ceil(units * (reach / pair!.difference) ** 2)));
    const strong = await planUnits(base, { ...few, power: 0.9 });
    const factor = ((critical + 1.2815515655446004) / critical) ** 2;
    expect(
      Math.abs(strong.pairwise.units! / (units * (reach / pair!.difference) ** 2) / factor - 1),
    ).toBeLessThan(0.05);
  });

  it('a pair has its own answer, whatever others there are and in whichever order it is named', async () => {
    const few = { ...options, subsamples: 30 };
    const among = await planUnits(base, { ...few, pair: [2, 0] });
    const two = { ...base, protocols: [base.protocols[0]!, base.protocols[2]!] };
    const alone = await planUnits(two, { ...few, pair: [0, 1] });
    expect({ ...among, pair: { ...among.pair!, b: 1 } }).toEqual(alone);
    expect(await planUnits(base, { ...few, pair: [0, 2] })).toEqual(among);
    // By the same criterion all along the curve: it comes down to the gap where the number says.
    const { curve, gap, pairwise, units } = among;
    const now = curve.find((point) => point.units === units)!;
    expect(pairwise.units).toBe(Math.max(2, Math.ceil(units * (now.resolves / gap) ** 2)));
  });

  it('has no finite end beside an interval of the difference that holds 0', async () => {
    let met = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const { values, grid, weights } = testStudy(24, 8, seed, 0.2);
      const protocols = [[2, 8], [3, 9], [1, 2], [6]].map((at) => points(grid, at));
      const input = { ...base, sample: { values }, weights, noise: 0.2, protocols };
      for (const pair of [undefined, [0, 1], [0, 2], [1, 3]] as const) {
        const found = await planUnits(input, { draws: 100, subsamples: 10, seed, ...(pair && { pair }) });
        const { low, alone } = found.pair!;
        expect(alone.low).toBeGreaterThanOrEqual(low);
        if (low > 0) continue;
        met++;
        expect(found.pairwise.range.high).toBeNull();
        expect(found.uniform.range.high).toBeNull();
      }
    }
    expect(met).toBeGreaterThan(20);
  });

  it('two protocols that are the same stay a tie', async () => {
    const twice = { ...base, protocols: [base.protocols[0]!, base.protocols[0]!] };
    const { gap, uniform, pairwise } = await planUnits(twice, { ...options, subsamples: 10 });
    expect(gap).toBe(0);
    expect(uniform).toMatchObject({ units: null, range: { low: null, high: null } });
    expect(pairwise).toMatchObject({ units: null, realistic: false });
  });

  it('where there is no pair, there is none to tell apart whatever the gap', async () => {
    const one = base.protocols[0]!;
    for (const [protocols, why] of [
      [[one], 'there is only one protocol'],
      [[one, one], 'the protocols have the same value'],
    ] as const) {
      const { pairwise, uniform } = await planUnits(
        { ...base, protocols },
        { ...options, subsamples: 10, gap: 0.1 },
      );
      expect(pairwise).toMatchObject({ units: null, range: { low: null, high: null }, realistic: false });
      expect(pairwise.why).toContain(why);
      expect(uniform.units).toBeGreaterThan(1);
    }
  });

  it('halves and quarters of the units give the root-m law for an estimate that has it', async () => {
    const many = testStudy(400, 6, 21, 0);
    const input = { ...base, sample: { values: many.values }, noise: 0, weights: many.weights };
    const protocols = [points(many.grid, [2, 8]), points(many.grid, [5])];
    const { curve } = await planUnits({ ...input, protocols }, { draws: 400, subsamples: 400, gap: 0.05 });
    const at = (units: number) => curve.find((point) => point.units === units)!.epsilon;
    expect(Math.abs(at(200) / at(400) / Math.SQRT2 - 1)).toBeLessThan(0.15);
    expect(Math.abs(at(100) / at(400) / 2 - 1)).toBeLessThan(0.2);
  });

  it('the curve falls, and beyond the data like the root of the units', async () => {
    const { curve, fitted } = await planUnits(base, { ...options, subsamples: 100, gap: 0.05 });
    for (let i = 1; i < curve.length; i++) {
      expect(curve[i]!.units).toBeGreaterThan(curve[i - 1]!.units);
      if (!curve[i]!.measured)
        expect((curve[i]!.epsilon / curve[i - 1]!.epsilon) * Math.SQRT2).toBeCloseTo(1, 12);
    }
    expect(fitted!.slope).toBeLessThan(-0.25);
    expect(fitted!.slope).toBeGreaterThan(-0.9);
  });
});

describe('in simulated studies', () => {
  // Small and few, so that it ends soon: `npm run bench -- coverage` does it at length.
  it('intervals cover, ε holds, ties stay ties', async () => {
    const m = 40;
    const p = 8;
    const studies = 120;
    const small = testStudy(2, p, 1).grid;
    const covariance = kernelMatrix({ ou: { tau: 2 } }, 0.2, small);
    // The last two are mirror images: a true tie.
    const protocols = [points(small, [5]), points(small, [1, 3]), points(small, [9, 7])];
    const truth = protocolValues(
      { covariance, weights: testStudy(2, p, 1).weights },
      target('mean'),
      protocols,
    ).protocols.map(({ value }) => value);
    expect(truth[1]).toBeCloseTo(truth[2]!, 12);
    let covered = 0;
    let exceeded = 0;
    let told = 0;
    for (let study = 0; study < studies; study++) {
      const { values: data, weights: own } = testStudy(m, p, 100 + study, 0.1);
      const input = {
        sample: { values: data },
        estimand: 'gaussian' as const,
        noise: 0.1,
        weights: own,
        targets: ['mean' as const],
        protocols,
      };
      const { targets } = await calibrate(input, { draws: 200, seed: study, workers: thisThread });
      const [found] = targets;
      found!.protocols.forEach(({ low, high }, i) => {
        if (low <= truth[i]! && truth[i]! <= high) covered++;
      });
      const error = Math.max(...found!.protocols.map(({ value }, i) => Math.abs(value - truth[i]!)));
      if (error > found!.epsilon) exceeded++;
      const lost = Math.max(...truth) - truth[found!.selected.protocol]!;
      expect(lost).toBeLessThanOrEqual(found!.selected.guarantee);
      if (found!.comparisons.comparisons.some(({ a, b, distinguishable }) => a + b === 3 && distinguishable))
        told++;
    }
    // 360 intervals at 95 %, three to a study: 0.95 ± 0.017 with those of a study as one.
    expect(covered / studies / 3).toBeGreaterThan(0.89);
    expect(covered / studies / 3).toBeLessThan(0.995);
    expect(exceeded / studies).toBeLessThan(0.11);
    expect(told / studies).toBeLessThan(0.11);
  });
});

describe('what is rare', () => {
  it('a target that few units have: draws without any are made again, and counted', async () => {
    const targets = new Float64Array(M);
    targets[3] = 1;
    targets[40] = 2;
    const input = { ...base, estimand: 'linear' as const, noise: 0, sample: { values, targets } };
    const found = await calibrate(input, options);
    // Two of sixty: a draw has neither with a probability of (58/60)^60 = 0.13.
    expect(found.redrawn).toBeGreaterThan(4);
    expect(found.redrawn).toBeLessThan(35);
    const { corrected, low, high } = found.targets[0]!.protocols[0]!;
    expect(low).toBeLessThanOrEqual(corrected!);
    expect(high).toBeGreaterThan(corrected!);
  });
  it('one unit alone that differs cannot be left out', async () => {
    const targets = new Float64Array(M);
    targets[3] = 1;
    const input = { ...base, estimand: 'linear' as const, noise: 0, sample: { values, targets } };
    await expect(calibrate(input, options)).rejects.toThrow('does not vary');
  });
  it('says what was lifted for the linear estimand with noise', async () => {
    const { floored, plugIn } = await calibrate({ ...base, estimand: 'linear', noise: 0.4 }, options);
    expect(plugIn).toBeUndefined();
    expect(floored!.floor).toBeCloseTo(1 / M, 12);
    expect(floored!.lifted).toBeGreaterThan(0);
  });
  it('protocols that only stand in classes are not compared', async () => {
    const classes = [{ name: 'all', members: [0, 1, 2] }];
    const { targets } = await calibrate(base, { ...options, classes, compared: 2 });
    const whole = await calibrate(base, { ...options, classes });
    expect(targets[0]!.protocols).toEqual(whole.targets[0]!.protocols.slice(0, 2));
    expect(targets[0]!.comparisons.comparisons).toHaveLength(1);
    expect(targets[0]!.resolution).toEqual(whole.targets[0]!.resolution);
  });
});
