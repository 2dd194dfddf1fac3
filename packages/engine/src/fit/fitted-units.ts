import {
  curveOf,
  inOrder,
  noPair,
  type PlanUnitsOptions,
  type UnitsPlan,
  widest,
} from '../calibrate/plan-units.ts';
import { comparisons, uniformError } from '../calibrate/resampling/comparison.ts';
import { USUAL_POWER, unitsNeeded } from '../calibrate/units-needed.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import { USUAL_RESAMPLING } from '../numerics/random/usual-resampling.ts';
import { type DrawnValuesInput, fittedDraws } from './drawn-values.ts';

/**
 * How many units with as many readings each a difference between protocols takes, where the law was fitted to sparse readings. The
 * covariance of the estimates is that of a mean over units: errors of values, which are smooth in the parameters, fall with the
 * root of their number.
 */
export async function planFittedUnits(
  given: DrawnValuesInput,
  trajectories: number,
  options: Omit<PlanUnitsOptions, 'subsamples'> = {},
): Promise<UnitsPlan> {
  const { level = USUAL_RESAMPLING.level, power = USUAL_POWER } = options;
  const asked = options.pair && inOrder(options.pair, given.protocols.length);
  const input = asked ? { ...given, protocols: asked.map((i) => given.protocols[i]!) } : given;
  const n = input.protocols.length;
  const { units } = input.law;
  const { own, drawsOf } = await fittedDraws(input, options);
  const draws = drawsOf(0, n);
  const epsilon = uniformError(draws, undefined, level);
  const compared = comparisons(draws, level);
  const pair = asked || options.gap === undefined ? compared.comparisons[0] : undefined;
  const gap = options.gap ?? pair?.difference ?? 0;
  const hardest = pair ?? widest(compared.comparisons);
  const reach = (compared.critical + normalQuantile(power)) * (hardest?.standardError ?? 0);
  const [low, high] = options.gap === undefined && pair ? [Math.max(0, pair.low), pair.high] : [gap, gap];
  // A variance from so many units, at 95 %.
  const shareOff = 1.96 * Math.sqrt(2 / Math.max(1, units - 1));
  const needed = (wanted: number, size: number) =>
    unitsNeeded({
      wanted: wanted * gap,
      wantedRange: { low: wanted * low, high: wanted * high },
      now: { units, size },
      shareOff,
      fitted: undefined,
    });
  const uniform = needed(0.5, epsilon);
  const pairwise = hardest && (reach > 0 || options.gap === undefined) ? needed(1, reach) : noPair(n);
  const resolves = asked ? reach : 2 * epsilon;
  return {
    units,
    trajectories,
    gap,
    power,
    pair: pair && asked ? { ...pair, a: asked[pair.a]!, b: asked[pair.b]! } : pair,
    variance: own.variances[0]!,
    epsilon,
    fitted: undefined,
    assured: true,
    curve: curveOf([], { units, epsilon, resolves, measured: true }, (asked ? pairwise : uniform).units),
    uniform,
    pairwise,
    clustering: undefined,
  };
}
