import type { Action, Measurement } from '../../model/value/action.ts';
import { presence } from '../../model/value/missed.ts';
import { readCompletely } from '../../model/value/protocol-family.ts';
import { recoveredCovariance } from '../../model/value/recovered-covariance.ts';
import { square } from '../../numerics/elementary.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { type Searcher, searcher } from '../selection/forward-selection.ts';
import { recoveredRows } from '../selection/gain-bounds.ts';
import { afterChoosing, initialResidual, type Residual } from '../selection/residual.ts';
import type { Scenario } from '../selection/scenarios.ts';
import { dividedBound } from './divided-bound.ts';
import { dividing } from './own-variance.ts';
import {
  type BounderOptions,
  openRows,
  openTotal,
  type PartBounder,
  partBounder,
  secant,
  unitsOf,
} from './part-bound.ts';

/**
 * Upper bounds where actions may be missing. No lower quantile, and no mean, exceeds the value of all readings. The mean for a linear
 * target is E f(z) of the relaxation's f at random shares of 0 and 1, and by concavity at most f(E z), whatever the causes have
 * in common: an action that is read with probability π counts as one with the noise r/π. For other targets f is a chord.
 */
export function missedBounder(
  { problem }: Searcher,
  scenario: Scenario,
  s: number,
  options: BounderOptions,
): PartBounder {
  const { family } = problem;
  const under = (catalogue: readonly Action[]) =>
    searcher({
      ...problem,
      scenarios: [scenario],
      objective: { kind: 'mean' },
      family: { ...family, catalogue },
    });
  const alone: (of: PartBounder) => PartBounder =
    (of) =>
    (node, ...asked) =>
      of({ ...node, shares: [node.shares[s]] }, ...asked);
  const whole = under(readCompletely(family.catalogue));
  const complete = alone(partBounder(whole, scenario, 0, options));
  if (scenario.missed?.quantile !== undefined) return complete;
  const thinned = thinnedCatalogue(scenario, family.catalogue, options.kernels);
  if (scenario.target.table === undefined) return alone(partBounder(under(thinned), scenario, 0, options));
  const chord = alone(chordBounder(whole, thinned, scenario, options));
  return (...asked) => {
    const [one, other] = [complete(...asked), chord(...asked)];
    return one.value <= other.value ? one : other;
  };
}

/**
 * Actions with the noise of those that are read with their probability: r + D/π − D, where D is what the relaxation counts as
 * their own.
 */
function thinnedCatalogue(scenario: Scenario, catalogue: readonly Action[], kernels: Kernels): Action[] {
  const whole = readCompletely(catalogue);
  const residual = initialResidual(scenario, whole);
  const unit = unitsOf(residual);
  const all = [...whole.keys()];
  const division = dividing(
    openTotal(residual, all, unit),
    [{ members: all, apart: false }],
    kernels,
  )(new Float64Array(all.length).fill(1));
  const own =
    division?.own.every((part) => part > 0) === true
      ? division.own.map((part, a) => part / square(unit[a]!))
      : whole.map(({ noise }) => noise);
  return whole.map((action, a) => {
    // An action that is never read tells nothing.
    const read = Math.max(presence(catalogue[a]!), LEAST_PRESENCE);
    return { ...action, noise: action.noise + own[a]! / read - own[a]! };
  });
}

const LEAST_PRESENCE = 1e-12;

/**
 * For 0 ≤ Q ≤ Q̄ in the order of positive semidefinite matrices, ΣωωC(Q) ≤ ΣωωQ·C(Q̄)/Q̄ by Schur's theorem, since C has a series
 * without negative coefficients. With Q̄ what all actions of the part would recover together this is linear in Q, and its mean is
 * bounded as that of a linear target.
 */
function chordBounder(
  whole: Searcher,
  thinned: readonly Measurement[],
  scenario: Scenario,
  { kernels, alone }: BounderOptions,
): PartBounder {
  const variance = whole.variances[0]!;
  const { catalogue } = whole.problem.family;
  const first = initialResidual(scenario, thinned);
  const unit = unitsOf(first);
  return (node, best, limit) => {
    const weight = chordWeight(
      scenario,
      [...node.base, ...node.open].map((a) => catalogue[a]!),
    );
    return dividedBound(
      whole.problem.family,
      node,
      (base, open) => {
        const residual = base.reduce(afterChoosing, first);
        const rows = openRows(residual, open, unit);
        return {
          explained: explainedBy(weight, first, base, kernels),
          total: openTotal(residual, open, unit),
          gain: kernels.multiply(kernels.multiply(rows, weight), rows, 'right'),
        };
      },
      { variance, best: alone ? best : undefined, start: node.shares[0], kernels, limit },
    );
  };
}

/** ω_jω_k·C_jk(Q̄_jk)/Q̄_jk. */
function chordWeight({ model, target }: Scenario, actions: readonly Measurement[]): Matrix {
  const { recovered } = recoveredCovariance(model, actions);
  const { weights } = model;
  const p = weights.length;
  const out = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k <= j; k++) {
      const slope = secant(target, j, k, 0, recovered.data[j * p + k]!);
      out.data[j * p + k] = out.data[k * p + j] = weights[j]! * weights[k]! * slope;
    }
  return out;
}

/** Σ_jk weight_jk Q_jk of what some actions recover. */
function explainedBy(weight: Matrix, first: Residual, chosen: readonly number[], kernels: Kernels): number {
  let rows = zeros(0, weight.cols);
  let residual = first;
  for (const a of chosen) {
    rows = recoveredRows(rows, residual, a);
    residual = afterChoosing(residual, a);
  }
  if (rows.rows === 0) return 0;
  const seen = kernels.multiply(rows, weight);
  return seen.data.reduce((sum, value, n) => sum + value * rows.data[n]!, 0);
}
