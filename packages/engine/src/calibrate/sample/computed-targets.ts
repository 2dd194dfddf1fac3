import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import { type TargetSpec, targetFunction } from '../../model/target.ts';
import type { DenseUnits } from './dense-units.ts';

/**
 * Θ = Σ ω_j g(x_j) of each unit, computed from its own dense record (for the best-linear value of any law). Readings with
 * noise would give the target of the readings, not that of the quantity itself, except for the mean. Thresholds and slopes are in
 * units of the data.
 */
export function computedTargets(
  { values }: DenseUnits,
  weights: Float64Array,
  spec: TargetSpec,
  /** A part of the units may well have all the same target. */
  constant: 'refuse' | 'accept' = 'refuse',
): Float64Array {
  const g = targetFunction(spec);
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
      why: 'the target has the same value in every unit; its threshold is in units of the data here',
      accepted: 'a target that differs between units',
    });
  refuse(problems);
  return targets;
}
