import { type FittedLaw, kernelKindOf, meanAt, square, type TimeGrid } from '@sightline/engine/internal';
import type { SparseSample } from '../../law/sparse-file.ts';
import type { LagResult } from './plan-and-result.ts';

/** Classes of the time between two readings, all of the same width. */
const CLASSES = 12;

/**
 * What pairs of readings show without a kernel: the mean of their products about the fitted mean, in units of the fitted variance of a reading,
 * noise included, by the time between them. Where noise is all of it this is still a number. Standard errors by unit. O(pairs).
 */
export function lagCorrelations(
  { times, values, starts, clusters }: SparseSample,
  { kernel, trait, mean, sd, noise }: FittedLaw,
  grid: TimeGrid,
): LagResult[] {
  const { kind, value } = kernelKindOf(kernel);
  const rho = kind.correlation(value, grid, () => () => 0);
  const m = meanAt(mean, times);
  const variance = sd * sd + noise;
  const away = values.map((x, k) => (x - m[k]!) / Math.sqrt(variance));
  const trajectories = Array.from({ length: starts.length - 1 }, (_, i) => i);
  const longest = trajectories.reduce(
    (most, i) => Math.max(most, times[starts[i + 1]! - 1]! - times[starts[i]!]!),
    0,
  );
  const classes = Array.from({ length: CLASSES }, () => ({
    pairs: 0,
    lags: 0,
    products: 0,
    expected: 0,
    byUnit: new Map<number, { pairs: number; products: number }>(),
  }));
  for (const i of trajectories)
    for (let j = starts[i]!; j < starts[i + 1]!; j++)
      for (let k = starts[i]!; k < j; k++) {
        const lag = times[j]! - times[k]!;
        const one = classes[Math.min(CLASSES - 1, Math.floor((CLASSES * lag) / longest))]!;
        const own = one.byUnit.get(clusters[i]!) ?? { pairs: 0, products: 0 };
        if (own.pairs === 0) one.byUnit.set(clusters[i]!, own);
        const product = away[j]! * away[k]!;
        one.pairs++;
        one.lags += lag;
        one.products += product;
        one.expected += ((sd * sd) / variance) * (trait + (1 - trait) * rho(lag, 0, 0));
        own.pairs++;
        own.products += product;
      }
  return classes
    .filter(({ pairs }) => pairs > 0)
    .map(({ pairs, lags, products, expected, byUnit }) => {
      const [lag, correlation] = [lags / pairs, products / pairs];
      let squares = 0;
      for (const own of byUnit.values()) squares += square(own.products - correlation * own.pairs);
      return {
        lag,
        pairs,
        units: byUnit.size,
        correlation,
        standardError: byUnit.size > 1 ? Math.sqrt(squares) / pairs : null,
        fitted: expected / pairs,
      };
    });
}
