import { describe, expect, it } from 'vitest';
import { target } from '../model/target.ts';
import type { Measurement } from '../model/value/action.ts';
import type { PredictingLaw } from '../model/value/predictor.ts';
import { protocolValues } from '../model/value/value.ts';
import { exp } from '../numerics/elementary.ts';
import { matrixFromRows } from '../numerics/matrix.ts';
import { shareExplained } from './drawn-people.ts';
import { peopleAlike } from './people-alike.ts';

const weights = new Float64Array(4).fill(1 / 4);
/** The paper's four points: lag correlations moved along (1, −2, 1). */
const world = (epsilon: number): PredictingLaw => {
  const byLag = [0, 1, -2, 1].map((step, lag) => exp(-lag) + epsilon * step);
  return {
    covariance: matrixFromRows(byLag.map((_, j) => byLag.map((_, k) => byLag[Math.abs(j - k)]!))),
    weights,
  };
};
const point = (at: number, noise = 0): Measurement => ({ first: at, last: at, noise });
const middle = [point(1), point(2)];

describe('people alike', () => {
  it('have the same benchmark and target in worlds that the benchmark cannot tell apart', () => {
    const options = { people: 50, seed: 3 };
    const benchmark = [point(0, 0.3)];
    const [one, other] = [0.13, -0.13].map((epsilon) =>
      peopleAlike(world(epsilon), benchmark, middle, options),
    );
    one!.targets.forEach((value, m) => {
      expect(other!.targets[m]).toBeCloseTo(value, 12);
      expect(other!.byBenchmark[m]).toBeCloseTo(one!.byBenchmark[m]!, 12);
    });
    const apart = one!.byProtocol.map((value, m) => Math.abs(value - other!.byProtocol[m]!));
    expect(Math.max(...apart)).toBeGreaterThan(0.2);
  });

  it.each([0.1321, 0, -0.1321])('are people of the world ε = %d, by either protocol', (epsilon) => {
    const law = world(epsilon);
    const benchmark = [point(0, 0.2), point(3, 0.5)];
    const { targets, byBenchmark, byProtocol } = peopleAlike(law, benchmark, middle, {
      people: 40_000,
      seed: 1,
    });
    const { protocols, variance } = protocolValues(law, target('mean'), [benchmark, middle]);
    // The standard error of R² is at most 2·√(R²)·(1 − R²)/√people ≤ 0.004.
    expect(Math.abs(shareExplained(targets, byBenchmark) - protocols[0]!.value)).toBeLessThan(0.012);
    expect(Math.abs(shareExplained(targets, byProtocol) - protocols[1]!.value)).toBeLessThan(0.012);
    const spread = targets.reduce((sum, value) => sum + value * value, 0) / targets.length;
    expect(Math.abs(spread / variance - 1)).toBeLessThan(0.03);
  });

  it('may be read twice without noise, and in the unit of data', () => {
    const mean = Float64Array.from([5, 6, 7, 8]);
    const scale = Float64Array.from([1, 2, 1, 2]);
    const law = { ...world(0), mean, scale };
    const { targets, byBenchmark, byProtocol } = peopleAlike(law, [point(0), point(0)], middle, {
      people: 20_000,
      seed: 2,
    });
    const { protocols } = protocolValues(law, target('mean'), [[point(0)], middle]);
    expect(Math.abs(shareExplained(targets, byBenchmark) - protocols[0]!.value)).toBeLessThan(0.02);
    expect(Math.abs(shareExplained(targets, byProtocol) - protocols[1]!.value)).toBeLessThan(0.02);
    expect(targets.reduce((sum, value) => sum + value, 0) / targets.length).toBeCloseTo(6.5, 1);
  });
});
