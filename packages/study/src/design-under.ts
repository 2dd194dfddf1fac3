import { combined, type Design, design, setEvaluator } from '@sightline/engine';
import { DEFAULT_QUANTILE, type DesignAim, type NamedLaw, ownScenarios } from './design-laws.ts';
import type { DesignPlan } from './design-plan.ts';
import type { ChosenResult, DesignRequest } from './design-result.ts';
import { searchOptions } from './design-search.ts';

/** What other laws did to the choice. */
export interface DesignUnder {
  kind: 'draws' | 'worlds';
  /** How many laws the choice was judged under. */
  laws: number;
  quantile: number | null;
  criterion: 'worst' | 'regret' | null;
  /** The worlds one by one: the value of this choice, and of what is best there by itself where regret counts. */
  worlds: (NamedLaw & { value: number; best: number | null })[] | null;
  /** Whether what is best in each world was proved to be; null without regret. */
  eachCertified: boolean | null;
  /** What is best under the study's own law, judged by the same objective. */
  plain: ChosenResult;
}

type Chosen = Pick<Design['best'], 'chosen' | 'values' | 'objective' | 'cost'>;

/** What is best under the study's own law alone, judged under all of them; undefined where there are no others. */
export async function plainDesign(
  plan: DesignPlan,
  aim: DesignAim,
  request: DesignRequest,
  seed: number,
): Promise<Chosen | undefined> {
  const { scenarios, objective, laws } = aim;
  if (laws === null) return undefined;
  const own = { scenarios: ownScenarios(plan), objective: { kind: 'mean' }, family: plan.family } as const;
  const { options } = searchOptions(plan, { ...aim, scenarios: own.scenarios }, request);
  const { chosen, cost } = (await design(own, { ...options, seed })).best;
  const values = [...setEvaluator(scenarios, objective, plan.catalogue)([chosen]).values];
  return { chosen, cost, values, objective: combined(objective, values) };
}

/** Worlds are computed to this accuracy: what differs by less is decided by the study's own law. */
const SAME = 1e-6;

/**
 * Of a choice and the plain one, what to take. In a world in which every choice is worth the same, the least value cannot
 * tell them apart; the law given can.
 */
export function preferred(
  best: Design['best'],
  plain: Chosen | undefined,
  request: DesignRequest,
): Design['best'] {
  if (request.under !== 'worlds' || plain === undefined || plain.objective < best.objective - SAME)
    return best;
  return plain.chosen.join() === best.chosen.join() ? best : { ...best, ...plain, ties: [], tied: 0 };
}

export function underResult(
  { laws, each }: DesignAim,
  { under, quantile = DEFAULT_QUANTILE, criterion = 'worst' }: DesignRequest,
  values: readonly number[],
  plain: ChosenResult | undefined,
): DesignUnder | null {
  if (laws === null || under === undefined || plain === undefined) return null;
  return {
    kind: under,
    laws: laws.length,
    quantile: under === 'draws' ? quantile : null,
    criterion: under === 'worlds' ? criterion : null,
    worlds:
      under === 'worlds'
        ? laws.map((law, s) => ({ ...law, value: values[s]!, best: each?.[s]?.value ?? null }))
        : null,
    eachCertified: each?.every(({ certified }) => certified) ?? null,
    plain,
  };
}
