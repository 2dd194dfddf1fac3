import { describe, expect, it } from 'vitest';
import { catalogueOf, covarianceOf, mixedFamily, targets } from '../../../test/laws.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { target } from '../target.ts';
import { targetWeights } from '../target-weights.ts';
import { timeGrid } from '../time/time-grid.ts';
import type { Measurement } from './action.ts';
import { asFamily } from './protocol-family.ts';
import { evaluatorOfTargets } from './value.ts';

const laws = [
  [61, 'true', 0.5],
  [61, 8, 0.5],
  [96, 30, 0.1],
  [40, 12, 0],
] as const;

const modelOf = (points: number, units: number | 'true') => ({
  covariance: covarianceOf(points, units),
  weights: targetWeights({ recency: 6 }, timeGrid(20, points)),
});

describe.each([wasmKernels(), plainKernels()])('bounds on values with $name kernels', (kernels) => {
  it.each(laws)('hold: %d points, %s units, noise %d', (points, units, noise) => {
    const family = mixedFamily([0, 1, 2, 3, 4, 5, 8], kernels.name === 'typescript' ? 12 : 150);
    const evaluator = evaluatorOfTargets(modelOf(points, units), targets, catalogueOf(points, noise), {
      kernels,
    });
    const values = evaluator.values(family);
    evaluator.bounds(family).forEach(({ low, high }, t) => {
      values[t]!.value.forEach((value, i) => {
        expect(value, targets[t]!.name).toBeGreaterThanOrEqual(low[i]!);
        expect(value, targets[t]!.name).toBeLessThanOrEqual(high[i]!);
      });
    });
  });
});

/** Q_S by elimination on the normal equations, which shares nothing with the factors of the engine. */
function recovered(covariance: Matrix, protocol: readonly Measurement[]): Matrix {
  const p = covariance.rows;
  const rows = protocol.map(({ first, last }) =>
    Array.from({ length: p }, (_, j) => {
      let sum = 0;
      for (let k = first; k <= last; k++) sum += covariance.data[k * p + j]!;
      return sum / (last - first + 1);
    }),
  );
  const system = protocol.map(({ noise }, a) => [
    ...protocol.map(({ first, last }, b) => {
      let sum = 0;
      for (let k = first; k <= last; k++) sum += rows[a]![k]!;
      return sum / (last - first + 1) + (a === b ? noise : 0);
    }),
    ...rows[a]!,
  ]);
  system.forEach((row, a) => {
    const pivot = row[a]!;
    row.forEach((value, k) => {
      row[k] = value / pivot;
    });
    system.forEach((other, b) => {
      if (b === a) return;
      const factor = other[a]!;
      other.forEach((value, k) => {
        other[k] = value - factor * row[k]!;
      });
    });
  });
  const out = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++)
      out.data[j * p + k] = rows.reduce((sum, row, a) => sum + row[j]! * system[a]![protocol.length + k]!, 0);
  return out;
}

describe('bounds on values by the sums themselves', () => {
  it.each(laws.slice(0, 3))('%d points, %s units, noise %d', (points, units, noise) => {
    const model = modelOf(points, units);
    const catalogue = catalogueOf(points, noise);
    const { covariance, weights } = model;
    const family = mixedFamily([1, 2, 3, 4, 8], 25);
    const evaluator = evaluatorOfTargets(model, targets, catalogue);
    const found = evaluator.bounds(family);
    const variances = evaluator.values(family).map(({ variance }) => variance);
    const all = recovered(covariance, catalogue);
    let q = 0;
    for (let j = 0; j < points; j++) q = Math.max(q, all.data[j * points + j]!);
    for (let i = 0; i < 25; i++) {
      const protocol = [...family.members.subarray(family.starts[i]!, family.starts[i + 1]!)];
      const { data } = recovered(
        covariance,
        protocol.map((a) => catalogue[a]!),
      );
      const powerSum = (k: number) =>
        data.reduce((sum, r, n) => sum + weights[Math.floor(n / points)]! * weights[n % points]! * r ** k, 0);
      const [s1, s2] = [powerSum(1), powerSum(2)];
      targets.forEach(({ table, transform, name }, t) => {
        const [c1, c2] = table ? [table.low[0]!, table.low[1]!] : [1, 0];
        const low = c1 * s1 + c2 * s2;
        const high = table ? low + (s2 / q ** 2) * (transform(q) - c1 * q - c2 * q * q) : low;
        expect(Math.abs(found[t]!.low[i]! - low / variances[t]!), name).toBeLessThan(1e-8);
        expect(Math.abs(found[t]!.high[i]! - Math.min(1, high / variances[t]!)), name).toBeLessThan(1e-8);
      });
    }
  });
});

describe('where nothing is known of a value', () => {
  const aims = [target('mean'), target({ above: 0 })];
  const bounds = (catalogue: Measurement[], protocols: number[][], weights?: Float64Array) => {
    const model = modelOf(40, 'true');
    const own = weights ? { ...model, weights } : model;
    return evaluatorOfTargets(own, aims, catalogue).bounds(asFamily(protocols))[1]!;
  };

  it('an action taken twice tells more than the catalogue once', () => {
    const { low, high } = bounds(catalogueOf(40, 0.5), [[2, 2], [2]]);
    expect([low[0], high[0]]).toEqual([0, 1]);
    expect(high[1]).toBeLessThan(1);
  });

  it('readings that repeat each other have no digits to go by, and do no harm to the protocol after', () => {
    const point = { first: 7, last: 7, noise: 0 };
    const catalogue = [point, point, { first: 20, last: 20, noise: 0 }];
    const { low, high } = bounds(catalogue, [
      [0, 1],
      [0, 1, 2],
      [0, 2],
    ]);
    expect([...low.subarray(0, 2), ...high.subarray(0, 2)]).toEqual([0, 0, 1, 1]);
    expect(low[2]).toBeCloseTo(bounds(catalogue, [[0, 2]]).low[0]!, 14);
    expect(low[2]).toBeGreaterThan(0);
  });

  it('negative weights have no sums without signs', () => {
    const weights = new Float64Array(40).fill(1 / 38);
    weights[3] = -1 / 38;
    const { low, high } = bounds(catalogueOf(40, 0.5), [[1], [2, 3]], weights);
    expect([...low, ...high]).toEqual([0, 0, 1, 1]);
  });
});

it('no protocols, and protocols without actions', () => {
  const evaluator = evaluatorOfTargets(modelOf(40, 'true'), targets, catalogueOf(40, 0.5));
  expect(evaluator.bounds(asFamily([])).map(({ low }) => low.length)).toEqual(targets.map(() => 0));
  for (const { low, high } of evaluator.bounds(asFamily([[]]))) {
    expect(low[0]).toBeCloseTo(0, 8);
    expect(high[0]).toBeCloseTo(0, 8);
  }
  expect(() => evaluator.bounds(asFamily([[10]]))).toThrow('member 10 is none of 10 actions');
});
