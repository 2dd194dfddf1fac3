import { InvalidInput } from '../model/input/invalid-input.ts';
import { protocolValues } from '../model/value/value.ts';
import { exp, log, square } from '../numerics/elementary.ts';
import { type EstimatorInput, estimator } from './resampling/estimator.ts';
import { eachOnce, isGrouped, sampleSize } from './sample/sample.ts';

/**
 * What a linear predictor explains of the same target by the same readings. The Bayes predictor explains more under a Gaussian law too:
 * only a difference between these two speaks against the law.
 */
export interface LinearShare {
  /** I_L under the law. */
  promised: number;
  /** The best-linear value of the data, under any law. */
  value: number;
  /** Of `value`, by unit. */
  standardError: number;
  /** `value` less `promised`, without what a linear predictor gains by fitting the units that it is judged by. */
  difference: number;
  /** Its distance from 0 in standard errors, and their degrees of freedom: Student's under the law. */
  distance: number;
  freedom: number;
}

/** Groups of units that are left out in turn; fewer where there are fewer units. */
const GROUPS = 20;
/** With fewer that can be left out there is no standard error. */
const FEWEST_GROUPS = 5;
/** Of the variance that is left unexplained, what is rounding. */
const NOTHING_LEFT = 1e-9;

/**
 * `law` has the protocols that are asked about, `recorded` the same with the target of each record as its own column. Values and promises
 * rise and fall together, and a value is too large by its overfitting, which grows with the number of readings: so the difference of
 * log(1 − R²) is corrected and its error told by the jackknife of groups of units, `order` of which is random. Over simulated Gaussian studies of
 * 20 to 200 units with one to eight readings, one in twenty is further from 0 than Student's 95 %. undefined where a target is the same in almost all units.
 */
export function linearShares(
  law: EstimatorInput,
  recorded: EstimatorInput,
  order: ArrayLike<number>,
): LinearShare[] | undefined {
  const { protocols, sample } = law;
  if (isGrouped(sample)) throw new RangeError('groups of units have no trajectories');
  const lawOf = estimator({ ...law, protocols: [] });
  const linearOf = estimator({ ...recorded, studentised: 0 });
  const at = (times: Int32Array) => {
    const { model, targets } = lawOf(times, 'data');
    const promised = protocolValues(model, targets![0]!, protocols).protocols;
    const { values } = linearOf(times, 'data');
    return promised.map(({ linearValue }, i) => ({ promised: linearValue, value: values[i]! }));
  };
  const whole = at(eachOnce(sample));
  const units = sampleSize(sample);
  const groups = Math.min(GROUPS, units);
  const groupOf = new Int32Array(units);
  for (let i = 0; i < units; i++) groupOf[order[i]!] = i % groups;
  const unitOf = (row: number) => sample.clusters?.[row] ?? row;
  const others = Array.from({ length: groups }, (_, group) => {
    const times = Int32Array.from({ length: sample.values.rows }, (_, row) =>
      groupOf[unitOf(row)] === group ? 0 : 1,
    );
    try {
      return [at(times)];
    } catch (error) {
      // Without these units the target may be the same in all.
      if (error instanceof InvalidInput) return [];
      throw error;
    }
  }).flat();
  if (others.length < FEWEST_GROUPS) return undefined;
  return whole.map(({ promised, value }, i) => {
    // One by one: of several, the errors of each two would be multiplied.
    const alone = { ...recorded, protocols: [recorded.protocols[i]!], studentised: 1 };
    const { products } = estimator(alone)(eachOnce(recorded.sample), 'draw');
    const { corrected, error } = jackknife(
      excess({ promised, value }),
      others.map((left) => excess(left[i]!)),
    );
    return {
      promised,
      value,
      standardError: Math.sqrt(products![0]!),
      difference: (1 - promised) * (1 - exp(-corrected)),
      distance: error > 0 ? corrected / error : 0,
      freedom: others.length - 1,
    };
  });
}

/** log(1 − promised) − log(1 − value). */
function excess({ promised, value }: { promised: number; value: number }): number {
  const left = (share: number) => log(Math.max(NOTHING_LEFT, 1 - share));
  return left(promised) - left(value);
}

/** Of groups left out in turn. */
function jackknife(whole: number, leftOut: readonly number[]): { corrected: number; error: number } {
  const n = leftOut.length;
  const mean = leftOut.reduce((sum, own) => sum + own, 0) / n;
  const squares = leftOut.reduce((sum, own) => sum + square(own - mean), 0);
  return { corrected: n * whole - (n - 1) * mean, error: Math.sqrt(((n - 1) / n) * squares) };
}
