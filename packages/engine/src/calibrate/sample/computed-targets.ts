import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import type { TargetSpec } from '../../model/target-spec.ts';
import { exp } from '../../numerics/elementary.ts';
import type { DenseUnits } from './dense-units.ts';

/** A target that can be computed from a record in any units: thresholds and slopes are then in units of the data. */
export type ComputedTarget = TargetSpec;

/**
 * Θ = Σ ω_j g(x_j) of each unit, computed from its own dense record (for the best-linear value of any law). Readings with
 * noise would give the target of the readings, not that of the quantity itself, except for the mean.
 */
export function computedTargets(
  { values }: DenseUnits,
  weights: Float64Array,
  spec: ComputedTarget,
  /** A part of the units may well have all the same target. */
  constant: 'refuse' | 'accept' = 'refuse',
): Float64Array {
  const g = functionOf(spec);
  const { rows: m, cols: p, data } = values;
  const targets = Float64Array.from({ length: m }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < p; j++) sum += weights[j]! * g(data[i * p + j]!);
    return sum;
  });
  if (constant === 'accept') return targets;
  const problems: Problem[] = [];
  if (targets.every((value) => value === targets[0]))
    problems.push({
      path: ['target'],
      value: targets[0],
      why: 'the target is the same for every unit: its threshold is in units of the data here',
      accepted: 'a target that differs between units',
    });
  refuse(problems);
  return targets;
}

function functionOf(spec: TargetSpec): (x: number) => number {
  if (spec === 'mean') return (x) => x;
  if ('above' in spec) return (x) => (x > spec.above ? 1 : 0);
  if ('outside' in spec) return (x) => (Math.abs(x) > spec.outside ? 1 : 0);
  if ('logistic' in spec) return (x) => 1 / (1 + exp(-spec.logistic * x));
  if ('square' in spec) return (x) => x * x;
  return (x) => hermiteSum(spec.hermite, x);
}

/** Σ a_k H_k(x)/k! by the recursion of the probabilists' polynomials. */
function hermiteSum(coefficients: readonly number[], x: number): number {
  let [before, now] = [1, x];
  let factorial = 1;
  let sum = 0;
  coefficients.forEach((a, i) => {
    const k = i + 1;
    factorial *= k;
    sum += (a * now) / factorial;
    [before, now] = [now, x * now - k * before];
  });
  return sum;
}
