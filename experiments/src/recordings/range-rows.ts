// A difference of R² between dispersed and contiguous with its conditional percentile range, published beside computed.
import {
  contiguousTemplate,
  crossFit,
  dispersedTemplate,
  heldOutRange,
  meanAndDeviation,
} from '@sightline/engine/internal';
import type { RetrospectPlan } from '@sightline/study';
import { CONTRASTS } from '../compare/published-marks.ts';
import { exactRow, type Row, simulatedRow } from '../compare/row.ts';

/** Held-out predictions from dispersed points and from a contiguous block, for one budget after the other. */
export function predictionsOf(
  { set, folds }: RetrospectPlan['analyses'][number],
  budgets: readonly number[],
  { mapping, learning }: RetrospectPlan['settings'],
): Float64Array[] {
  const supports = budgets.flatMap((budget) => [
    dispersedTemplate(mapping.points, budget, learning.rounding),
    contiguousTemplate(mapping.points, budget),
  ]);
  return supports.map((support) => crossFit(set, set.targets[0]!, folds, () => support).predictions);
}

/** The ends are quantiles of 2000 random draws: the mean over several seeds is surer, and says how far one run moves. */
const SEEDS = 16;

export function rangeRows(
  plan: RetrospectPlan,
  name: string,
  budgets: readonly number[],
  { seed }: { seed: number },
): Row[] {
  const analysis = plan.analyses.find((one) => one.name === name)!;
  const { values } = analysis.set.targets[0]!;
  return budgets.flatMap((budget) => {
    const [difference, low, high] = CONTRASTS[`${name} ${budget}`]!;
    const [a, b] = predictionsOf(analysis, [budget], plan.settings) as [Float64Array, Float64Array];
    const found = Array.from({ length: SEEDS }, (_, k) =>
      heldOutRange(analysis.set, values, a, b, { seed: seed + k }),
    );
    const end = (which: 'low' | 'high', published: number) => {
      const { mean, deviation } = meanAndDeviation(found.map((one) => one[which]));
      const what = `${name}, N = ${budget}: range, ${which} end`;
      return simulatedRow(what, published, mean, deviation / Math.sqrt(SEEDS), 3, deviation);
    };
    return [
      exactRow(`${name}, N = ${budget}: dispersed − contiguous`, difference, found[0]!.difference, 3),
      end('low', low),
      end('high', high),
    ];
  });
}
