// A difference of R² between dispersed and contiguous with its conditional percentile range, published beside computed.
import {
  contiguousTemplate,
  crossFit,
  dispersedTemplate,
  heldOutRange,
  meanAndDeviation,
} from '@sightline/engine/internal';
import type { RetrospectPlan } from '@sightline/study';
import { exactRow, type Row, simulatedRow } from '../compare/row.ts';

interface PublishedRange {
  budget: number;
  /** The difference, the range's low end, its high end; to three decimals. */
  published: readonly [number, number, number];
}

/** The ends are quantiles of 2000 random draws: the mean over several seeds is surer, and says how far one run moves. */
const SEEDS = 16;

export function rangeRows(
  plan: RetrospectPlan,
  name: string,
  ranges: readonly PublishedRange[],
  { seed }: { seed: number },
): Row[] {
  const { set, folds } = plan.analyses.find((analysis) => analysis.name === name)!;
  const { points } = plan.settings.mapping;
  const [target] = set.targets as [(typeof set.targets)[number]];
  return ranges.flatMap(({ budget, published: [difference, low, high] }) => {
    const predictions = [
      dispersedTemplate(points, budget, plan.settings.learning.rounding),
      contiguousTemplate(points, budget),
    ].map((support) => crossFit(set, target, folds, () => support).predictions);
    const [a, b] = predictions as [Float64Array, Float64Array];
    const found = Array.from({ length: SEEDS }, (_, k) =>
      heldOutRange(set, target.values, a, b, { seed: seed + k }),
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
