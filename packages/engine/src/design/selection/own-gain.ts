import { presence } from '../../model/value/missed.ts';
import type { ComparatorChoice } from './comparator-kind.ts';
import { TIE_TOLERANCE } from './forward-selection.ts';
import { afterChoosing, initialResidual, type Residual } from './residual.ts';
import { admissible, type FeasibleFamily, feasibleFamily } from './rules.ts';
import type { Scenario } from './scenarios.ts';

/**
 * Additions by another gain, cost left aside, to as many actions as the rules allow at most; of these the longest
 * beginning that the budget pays for.
 */
export function byOwnGain(
  scenario: Scenario,
  family: FeasibleFamily,
  gain: (residual: Residual, a: number) => number,
): ComparatorChoice {
  const { catalogue, rules } = family;
  const free = withoutBudget(family);
  const found = additions(initialResidual(scenario, catalogue), free, gain, family.longest);
  if (rules.budget === undefined || rules.exactly !== undefined) return found;
  let count = found.chosen.length;
  while (count > family.required.length && !family.holds(found.chosen.slice(0, count))) count--;
  return { ...found, chosen: found.chosen.slice(0, count) };
}

/**
 * Additions one by one, each with the largest gain among those that the rules allow. An action that may be missing counts with
 * the probability that it is read.
 */
export function additions(
  first: Residual,
  family: FeasibleFamily,
  gain: (residual: Residual, a: number) => number,
  longest: number,
): ComparatorChoice {
  let residual = family.required.reduce(afterChoosing, first);
  const chosen = [...family.required];
  let ties = 0;
  while (chosen.length < longest) {
    let best = Number.NEGATIVE_INFINITY;
    const scores = admissible(family, chosen).map((a) => {
      const score = presence(family.catalogue[a]!) * gain(residual, a);
      best = Math.max(best, score);
      return [a, score] as const;
    });
    const winners = scores.filter(([, score]) => score >= best - TIE_TOLERANCE * Math.abs(best));
    if (winners.length === 0) break;
    if (winners.length > 1) ties++;
    chosen.push(winners[0]![0]);
    residual = afterChoosing(residual, winners[0]![0]);
  }
  return { chosen, ties };
}

function withoutBudget(family: FeasibleFamily): FeasibleFamily {
  const { budget: _, ...rest } = family.rules;
  if (family.rules.exactly !== undefined) return family;
  // Only the number of actions limits it now; the caller stops there.
  return feasibleFamily(family.catalogue, { ...rest, budget: Number.MAX_VALUE });
}
