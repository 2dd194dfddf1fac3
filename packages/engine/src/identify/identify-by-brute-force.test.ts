// Random small studies against what can be tried out: worlds made from the definitions by other linear algebra, and every
// permutation of times.
import { describe, expect, it } from 'vitest';
import { type KernelSpec, kernelMatrix } from '../model/latent-kernel.ts';
import { type Target, type TargetSpec, target } from '../model/target.ts';
import { targetUnder } from '../model/target-under.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { type Action, action } from '../model/value/action.ts';
import { protocolValues } from '../model/value/value.ts';
import type { Matrix } from '../numerics/matrix.ts';
import { normalAt, randomStream, uniformAt } from '../numerics/random/random-stream.ts';
import { identify } from './identify.ts';

type Rows = number[][];

/** A stream of choices. */
function chooser(seed: number, name: string) {
  const uniform = randomStream(seed, name, 'uniform');
  const normal = randomStream(seed, name, 'normal');
  let [u, n] = [0, 0];
  const next = () => uniformAt(uniform, u++);
  return {
    next,
    gauss: () => normalAt(normal, n++),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)]!,
  };
}

/** In the unit of the data, if `scaled`: standard deviations s that differ between times, and noise in their squares. */
function randomStudy(seed: number, targets: readonly TargetSpec[], scaled = false, protocols = 1) {
  const { next, gauss, pick } = chooser(seed, 'study');
  const p = 2 + Math.floor(5 * next());
  const grid = timeGrid(p, p);
  const covarianceClass = pick(['any', 'stationary'] as const);
  const tau = 0.3 + 6 * next();
  const kernels: KernelSpec[] = [
    { ou: { tau } },
    { matern32: { tau } },
    { dampedCosine: { decay: tau, period: 5 } },
  ];
  const kernel = pick(
    covarianceClass === 'any' ? [...kernels, { varyingOu: { from: 0.5, to: tau } }] : kernels,
  );
  const some = Array.from({ length: p }, () => 1 + Math.floor(2 * next()));
  const weights = targetWeights(pick(['uniform', 'uniform', { recency: 2 }, some]), grid);
  const one = () =>
    action(
      {
        at: Math.round(2 * p * next()) / 2,
        width: pick([0, 0, 1.5, 2, 3]),
        noise: pick([0.01, 0.1, 0.3, 1, 1e4, 1e8]) * (scaled ? 2500 : 1),
      },
      grid,
    );
  const deviations = pick([[50], [30, 90], [20, 41, 55, 80, 110, 140]]);
  const several = () => Array.from({ length: 1 + Math.floor(2 * next()) }, one);
  return {
    gauss,
    next,
    pick,
    input: {
      covariance: kernelMatrix(kernel, pick([0, 0.2]), grid),
      weights,
      scale: scaled ? Float64Array.from({ length: p }, () => pick(deviations)) : undefined,
      target: target(pick(targets)),
      realised: Array.from({ length: protocols }, several),
      alternative: several(),
      covarianceClass,
      catalogue: Array.from({ length: p }, (_, j) =>
        action({ at: j + 0.5, noise: scaled ? 250 : 0.1 }, grid),
      ),
    },
  };
}

const asRows = ({ rows, cols, data }: Matrix): Rows =>
  Array.from({ length: rows }, (_, j) => [...data.subarray(j * cols, (j + 1) * cols)]);
const rowOf = ({ first, last }: Action, p: number) =>
  Array.from({ length: p }, (_, j) => (j >= first && j <= last ? 1 / (last - first + 1) : 0));
const form = (u: number[], K: Rows, v: number[]) =>
  u.reduce((sum, a, j) => sum + a * v.reduce((part, b, k) => part + K[j]![k]! * b, 0), 0);

/** By Gauss and Jordan: the solutions of rows·x = 0. */
function kernelOf(rows: Rows, n: number): Rows {
  const left = rows.map((row) => [...row]);
  const pivots: number[] = [];
  for (let c = 0; c < n && pivots.length < left.length; c++) {
    const r = pivots.length;
    let best = r;
    for (let i = r; i < left.length; i++) if (Math.abs(left[i]![c]!) > Math.abs(left[best]![c]!)) best = i;
    if (Math.abs(left[best]![c]!) < 1e-9) continue;
    [left[r], left[best]] = [left[best]!, left[r]!];
    left[r] = left[r]!.map((value, _, own) => value / own[c]!);
    left.forEach((row, i) => {
      const share = row[c]!;
      if (i !== r) left[i] = row.map((value, k) => value - share * left[r]![k]!);
    });
    pivots.push(c);
  }
  return Array.from({ length: n }, (_, c) => c)
    .filter((c) => !pivots.includes(c))
    .map((free) => {
      const x = new Array<number>(n).fill(0);
      x[free] = 1;
      pivots.forEach((c, i) => {
        x[c] = -left[i]![free]!;
      });
      return x;
    });
}

function isPositive(K: Rows): boolean {
  const left = K.map((row, j) => row.map((value, k) => value + (j === k ? 1e-13 : 0)));
  for (let k = 0; k < left.length; k++) {
    if (!(left[k]![k]! > 0)) return false;
    for (let i = k + 1; i < left.length; i++) {
      const share = left[i]![k]! / left[k]![k]!;
      for (let j = k; j < left.length; j++) left[i]![j]! -= share * left[k]![j]!;
    }
  }
  return true;
}

/** At most two measurements: the inverse is written out. */
function meanValue(K: Rows, B: Rows, noise: number[], h: number[]): number {
  const c = B.map((b) => form(b, K, h));
  const G = B.map((b, i) => B.map((other, j) => form(b, K, other) + (i === j ? noise[i]! : 0)));
  const explained =
    B.length === 1
      ? (c[0]! * c[0]!) / G[0]![0]!
      : (c[0]! * c[0]! * G[1]![1]! - 2 * c[0]! * c[1]! * G[0]![1]! + c[1]! * c[1]! * G[0]![0]!) /
        (G[0]![0]! * G[1]![1]! - G[0]![1]! * G[0]![1]!);
  return explained / form(h, K, h);
}

/** A threshold, two, or with logarithms the mean; also of these, deviations are read as they are. */
function targetInUnit(pick: <T>(items: readonly T[]) => T, mean: Float64Array, scale: Float64Array): Target {
  const spec = pick(['log', { above: 150 }, { below: 120 }, { between: [100, 180] }] as const);
  if (spec !== 'log') return targetUnder(spec, { mean, scale });
  const hundredth = (values: Float64Array) => values.map((value) => value / 100);
  return targetUnder('mean', { mean: hundredth(mean), scale: hundredth(scale), transform: 'log' });
}

/** The covariance of X = SZ. */
const inUnit = (K: Rows, s: number[]): Rows =>
  K.map((row, j) => row.map((value, k) => value * s[j]! * s[k]!));

/** Covariances of X are what is tried out: all of them with the diagonal s², or those of stationary correlations. */
describe.each([
  {
    law: 'standardised',
    scaled: false,
    kinds: ['mean', { hermite: [1] }, { hermite: [-2, 0] }] as TargetSpec[],
  },
  { law: 'in the unit of the data', scaled: true, kinds: ['mean'] as TargetSpec[] },
  { law: 'standardised, two benchmarks', scaled: false, kinds: ['mean'] as TargetSpec[], protocols: 2 },
  { law: 'in its unit, three benchmarks', scaled: true, kinds: ['mean'] as TargetSpec[], protocols: 3 },
])('the mean, and a series that is a multiple of it, $law', ({ scaled, kinds, protocols }) => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))('study %i', (seed) => {
    const { input, gauss, next } = randomStudy(seed, kinds, scaled, protocols);
    const { covariance, weights, alternative, covarianceClass } = input;
    const found = identify(input);
    const p = weights.length;
    const s = [...(input.scale ?? new Float64Array(p).fill(1))];
    const unit = Math.max(...s);
    const K = inUnit(asRows(covariance), s);
    const h = [...weights];
    const B = alternative.map((one) => rowOf(one, p));
    const noise = alternative.map((one) => one.noise);
    // What is seen together, of each benchmark.
    const seen = input.realised.flatMap((realised) => {
      const rows = [...realised.map((one) => rowOf(one, p)), h];
      return rows.flatMap((a, i) => rows.slice(i).map((b) => [a, b] as const));
    });
    // Free coordinates: each correlation, or each lag.
    const free: [number, number][][] = [];
    for (let lag = 1; lag < p; lag++) {
      const pairs = Array.from({ length: p - lag }, (_, j): [number, number] => [j + lag, j]);
      if (covarianceClass === 'stationary') free.push(pairs);
      else for (const pair of pairs) free.push([pair]);
    }
    const known = seen.map(([a, b]) =>
      free.map((pairs) =>
        pairs.reduce((sum, [j, k]) => sum + (a[j]! * b[k]! + a[k]! * b[j]!) * s[j]! * s[k]!, 0),
      ),
    );
    const invisible = kernelOf(known, free.length);
    expect(found.invisibleDimension).toBe(invisible.length);

    const values = [meanValue(K, B, noise, h)];
    for (let n = 0; n < 200 && invisible.length > 0; n++) {
      const x = new Array<number>(free.length).fill(0);
      for (const direction of invisible) {
        const share = gauss();
        direction.forEach((value, i) => {
          x[i]! += share * value;
        });
      }
      const moved = (by: number) => {
        const out = K.map((row) => [...row]);
        free.forEach((pairs, i) => {
          for (const [j, k] of pairs) out[j]![k] = out[k]![j] = K[j]![k]! + by * x[i]! * s[j]! * s[k]!;
        });
        return out;
      };
      let [inside, outside] = [0, 4];
      for (let i = 0; i < 40; i++) {
        const middle = (inside + outside) / 2;
        if (isPositive(moved(middle))) inside = middle;
        else outside = middle;
      }
      for (const share of [0.999, next()]) values.push(meanValue(moved(share * inside), B, noise, h));
    }
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const rounding = 2e-6 * high;
    if (found.range) {
      expect(low).toBeGreaterThan(found.range.low - rounding);
      expect(high).toBeLessThan(found.range.high + rounding);
    }
    if (found.verdict === 'undecided') expect(found.range).toBeNull();
    // Relative to the value itself: with noise of 1e8 all of them are below 1e-7.
    if (high - low > 5 * rounding) expect(found.verdict).toBe('not-identified');
    if (found.verdict === 'identified') expect(found.augmentation).toBeNull();
    if (found.verdict === 'not-identified') {
      expect(found.worlds).toHaveLength(2);
      for (const { value, covariance: world } of found.worlds) {
        const W = inUnit(asRows(world), s);
        for (const [a, b] of seen) expect((form(a, W, b) - form(a, K, b)) / unit / unit).toBeCloseTo(0, 9);
        expect(Math.abs(meanValue(W, B, noise, h) - value)).toBeLessThan(1e-6 * value + 1e-12 * high);
      }
      expect(found.worlds[1]!.value - found.worlds[0]!.value).toBeGreaterThan(
        5e-7 * found.worlds[1]!.value * 0.9,
      );
    }
  });
});

describe.each([
  { scaled: false },
  { scaled: true },
  { scaled: false, protocols: 2 },
  { scaled: true, protocols: 2 },
])('another target: $scaled, $protocols', ({ scaled, protocols }) => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))('study %i', (seed) => {
    const kinds: TargetSpec[] = [{ above: 0.5 }, { square: true }, { outside: 1 }, { hermite: [1, 0.5] }];
    const { input: standardised, pick } = randomStudy(1000 + seed, kinds, scaled, protocols);
    const { scale: deviations } = standardised;
    const levels = pick([[130], [130, 150]]);
    const mean = standardised.weights.map(() => pick(levels));
    const input = deviations
      ? { ...standardised, target: targetInUnit(pick, mean, deviations) }
      : standardised;
    const { covariance, weights, scale, alternative, covarianceClass } = input;
    const found = identify(input);
    const p = weights.length;
    const same = (values: Float64Array | undefined, t: number, j: number) => values?.[t] === values?.[j];
    const alike = (t: number, j: number) =>
      same(weights, t, j) && same(scale, t, j) && (!scale || same(mean, t, j));
    const seen = input.realised.map((realised) => realised.map((one) => rowOf(one, p)));
    const K = asRows(covariance);
    const times = K.map((_, j) => j);
    // What leaves the law itself as it is: each benchmark may have been run on the law after one of these.
    const backwards = times.every(
      (j) =>
        alike(j, p - 1 - j) && times.every((k) => Math.abs(K[j]![k]! - K[p - 1 - j]![p - 1 - k]!) < 1e-12),
    );
    const turns = [(t: number) => t, ...(backwards ? [(t: number) => p - 1 - t] : [])];
    const isUnseen = (permutation: number[]) =>
      seen.every((rows) =>
        turns.some((turn) => rows.every((a) => times.every((j) => a[j] === a[turn(permutation[j]!)]))),
      );
    const values: number[] = [];
    const place = (permutation: number[]) => {
      const j = permutation.length;
      if (j < p) {
        for (let t = 0; t < p; t++) if (!permutation.includes(t) && alike(t, j)) place([...permutation, t]);
        return;
      }
      if (!isUnseen(permutation)) return;
      const world = permutation.map((t) => permutation.map((u) => K[t]![u]!));
      const even = world.every((row, j) =>
        row.every((r, k) => j * k === 0 || Math.abs(r - world[j - 1]![k - 1]!) < 1e-9),
      );
      if (covarianceClass === 'stationary' && !even) return;
      const model = {
        covariance: { rows: p, cols: p, data: Float64Array.from(world.flat()) },
        weights,
        scale,
      };
      values.push(protocolValues(model, input.target, [alternative]).protocols[0]!.value);
    };
    place([]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    if (found.verdict === 'identified') expect(high - low).toBeLessThan(1e-8 * high);
    else {
      expect(found.permuted!.search).toBe('all');
      expect(Math.abs(found.permuted!.low - low)).toBeLessThan(1e-6 * high);
      expect(Math.abs(found.permuted!.high - high)).toBeLessThan(1e-6 * high);
      expect(found.verdict).toBe(high - low > 1e-5 * high ? 'not-identified' : found.verdict);
    }
  });
});
