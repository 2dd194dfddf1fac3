import { betweenReadings } from '../../model/value/measurement-covariance.ts';
import { canMiss } from '../../model/value/missed.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import type { Searcher } from '../selection/forward-selection.ts';
import { initialResidual } from '../selection/residual.ts';
import { type TimeCut, timeCuts } from './time-cuts.ts';

/** With more numbers to remember than this, too many choices are the best of their kind. */
const MOST_REMEMBERED = 4;
const MOST_ACTIONS = 600;

/** Readings in the order of time, and what the law remembers at each cut, from either side. */
export interface TimeOrder {
  readonly sides: readonly [Side, Side];
  readonly between: Matrix;
  /** Covariance of each reading with the target, its noise, and the target's variance. */
  readonly weighted: Float64Array;
  readonly noise: Float64Array;
  readonly variance: number;
}

interface Side {
  readonly sequence: readonly number[];
  readonly cuts: readonly TimeCut[];
}

/**
 * The order in time, where the best protocol can be found along it: one law of short memory, a linear target, rules that look back no
 * further than the reading before. undefined otherwise.
 */
export function timeOrder({ problem, variances }: Searcher): TimeOrder | undefined {
  const { scenarios, objective, family } = problem;
  const [scenario] = scenarios;
  const { catalogue, allowed, rules } = family;
  if (scenarios.length !== 1 || !scenario || objective.kind !== 'mean' || objective.weights) return undefined;
  if (scenario.target.table !== undefined || rules.groups?.length || allowed.length > MOST_ACTIONS)
    return undefined;
  // What may be missing is a mean over many protocols.
  if (canMiss(catalogue)) return undefined;
  const sequence = [...allowed].sort((a, b) => catalogue[a]!.at - catalogue[b]!.at || a - b);
  if (rules.oneVariant && !variantsTogether(sequence.map((a) => catalogue[a]!))) return undefined;
  const residual = initialResidual(scenario, catalogue);
  const between = betweenReadings(residual.vectors, catalogue, residual.scale);
  const sideOf = (own: readonly number[]): Side | undefined => {
    const cuts = timeCuts(between, own, MOST_REMEMBERED);
    return cuts && { sequence: own, cuts };
  };
  const forth = sideOf(sequence);
  const back = forth && sideOf([...sequence].reverse());
  if (!forth || !back) return undefined;
  return {
    sides: [forth, back],
    between,
    weighted: residual.weighted,
    noise: Float64Array.from(catalogue, ({ noise }) => noise),
    variance: variances[0]!,
  };
}

/** Whether readings of one support follow each other. */
function variantsTogether(ordered: readonly { first: number; last: number }[]): boolean {
  const seen = new Set<string>();
  let before = '';
  for (const { first, last } of ordered) {
    const own = `${first} ${last}`;
    if (own !== before && seen.has(own)) return false;
    seen.add(own);
    before = own;
  }
  return true;
}
