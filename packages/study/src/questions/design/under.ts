import { combined, type Design, design, type SearchLimit, setEvaluator } from '@sightline/engine/internal';
import { type DesignAim, type MadePlan, ownScenarios } from './laws.ts';
import { type DesignRequest, LOWER_QUANTILE } from './request.ts';
import { type DesignUnder, QUANTILE_RULE } from './result.ts';
import { searchOptions } from './search.ts';

type Chosen = Pick<Design['best'], 'chosen' | 'values' | 'objective' | 'cost' | 'atLeast'>;
type Plain = Chosen & Pick<Design['best'], 'certified' | 'ended'>;

/** What is best under the study's own law alone, judged under all of them; undefined where there are no others. */
export async function plainDesign(
  plan: MadePlan,
  aim: DesignAim,
  request: DesignRequest,
  seed: number,
  limit: SearchLimit,
): Promise<Plain | undefined> {
  const { scenarios, objective, laws } = aim;
  if (laws === null) return undefined;
  const own = { scenarios: ownScenarios(plan), objective: { kind: 'mean' }, family: plan.family } as const;
  const options = searchOptions(plan, own, request, limit);
  const { chosen, cost, certified, ended } = (await design(own, { ...options, seed })).best;
  const judged = setEvaluator(scenarios, objective, plan.catalogue)([chosen]);
  const values = [...judged.values];
  const atLeast = judged.atLeast[0] === 1;
  return { chosen, cost, values, objective: combined(objective, values), atLeast, certified, ended };
}

/** Worlds are computed to this accuracy: what differs by less is decided by the study's own law. */
const SAME = 1e-6;

/**
 * Of a choice and the plain one, what to take. In a world in which every choice is worth the same, the least value cannot
 * tell them apart; the law given can.
 */
export function preferred(
  best: Design['best'],
  plain: Plain | undefined,
  request: DesignRequest,
): Design['best'] {
  if (request.under !== 'worlds' || plain === undefined || plain.objective < best.objective - SAME)
    return best;
  if (plain.chosen.join() === best.chosen.join()) return best;
  const { chosen, values, objective, cost, atLeast } = plain;
  return { ...best, chosen, values, objective, cost, atLeast, ties: [], tied: 0 };
}

/** The frontier with what is preferred at its cost. */
export function withPreferred(
  frontier: Design['frontier'],
  found: Design['best'],
  { chosen, objective, cost, certified, atLeast }: Design['best'],
): Design['frontier'] {
  if (!frontier || found.chosen.join() === chosen.join()) return frontier;
  const points = frontier.points.filter((point) => point.objective < objective - SAME);
  return { ...frontier, points: [...points, { chosen, objective, cost, certified, atLeast }] };
}

export function underResult(
  { laws, each }: DesignAim,
  { under, quantile = LOWER_QUANTILE, criterion = 'worst' }: DesignRequest,
  values: readonly number[],
  plain: DesignUnder['plain'] | undefined,
): DesignUnder | null {
  if (laws === null || under === undefined || plain === undefined) return null;
  return {
    kind: under,
    laws: laws.length,
    quantile: under === 'draws' ? quantile : null,
    quantileRule: under === 'draws' ? QUANTILE_RULE : null,
    criterion: under === 'worlds' ? criterion : null,
    worlds:
      under === 'worlds'
        ? laws.map((law, s) => ({ ...law, value: values[s]!, best: each?.[s]?.value ?? null }))
        : null,
    eachCertified: each?.every(({ certified }) => certified) ?? null,
    plain,
  };
}
