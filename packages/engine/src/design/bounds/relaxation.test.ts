import { describe, expect, it } from 'vitest';
import { subsets } from '../../calibrate/nested-classes.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { zeros } from '../../numerics/matrix.ts';
import { type Relaxation, relaxedBound } from './relaxation.ts';

const N = 10;
const between = kernelMatrix({ ou: { tau: 2 } }, 0, timeGrid(10, N));
const cross = Float64Array.from({ length: N }, (_, a) => 0.3 + 0.1 * Math.sin(a));
const matrix = zeros(N, N);
for (let a = 0; a < N; a++) for (let b = 0; b < N; b++) matrix.data[a * N + b] = cross[a]! * cross[b]!;
const noise = new Float64Array(N).fill(0.4);
const limitedTo = (capacity: number): Relaxation['limits'] => [
  { prices: new Float64Array(N).fill(1), capacity },
];

/** cᵀ(M + R)⁻¹c of a set, by elimination. */
function explained(set: readonly number[]): number {
  const d = set.length;
  const a = set.map((i) => [
    ...set.map((j) => between.data[i * N + j]! + (i === j ? noise[i]! : 0)),
    cross[i]!,
  ]);
  for (let k = 0; k < d; k++)
    for (let j = 0; j < d; j++) {
      if (j === k) continue;
      const factor = a[j]![k]! / a[k]![k]!;
      for (let l = k; l <= d; l++) a[j]![l]! -= factor * a[k]![l]!;
    }
  return set.reduce((sum, i, k) => sum + (cross[i]! * a[k]![d]!) / a[k]![k]!, 0);
}

describe('the relaxation', () => {
  it.each([1, 2, 3, 5])('bounds every set of %d, and comes down to what shares can reach', (size) => {
    const best = Math.max(...subsets([...Array(N).keys()], size).map(explained));
    const relaxation = { shared: between, own: noise, gain: cross, limits: limitedTo(size) };
    const { bound, reached, shares } = relaxedBound(relaxation, { most: 2000 });
    expect(bound).toBeGreaterThanOrEqual(best);
    expect(bound / reached).toBeLessThan(1.002);
    expect(bound / relaxedBound(relaxation, { most: 1 }).bound).toBeLessThan(0.999);
    expect(shares.reduce((a, b) => a + b)).toBeCloseTo(size, 6);
  });

  it('with whole shares is what the actions explain, as a vector and as a matrix', () => {
    const all = explained([...Array(N).keys()]);
    for (const gain of [cross, matrix]) {
      const { bound, reached } = relaxedBound(
        { shared: between, own: noise, gain, limits: limitedTo(N) },
        {},
      );
      expect(reached).toBeCloseTo(all, 10);
      expect(bound).toBeCloseTo(all, 8);
    }
  });

  it('stops where the goal is met, or near enough where it cannot be', () => {
    const relaxation = { shared: between, own: noise, gain: cross, limits: limitedTo(3) };
    const { bound, reached } = relaxedBound(relaxation, { most: 1 });
    expect(relaxedBound(relaxation, { goal: 1e9 })).toMatchObject({ bound, reached });
    expect(relaxedBound(relaxation, { goal: 0 })).toMatchObject({ bound, reached });
    const tight = relaxedBound(relaxation, {}).bound;
    const beyond = relaxedBound(relaxation, { goal: 0.9 * tight });
    expect(beyond.bound).toBeLessThan(bound);
    expect(beyond.bound).toBeGreaterThan(tight);
  });
});
