import { shortNumber } from '../../model/input/short-number.ts';
import { type Action, applyAction } from '../../model/value/action.ts';
import { meanWeights, type Weighing } from '../../model/value/model.ts';
import { square } from '../../numerics/elementary.ts';
import { type Matrix, someRows } from '../../numerics/matrix.ts';

/** What the realised protocol measured and the target, one number a unit, on the scale of the law: latent variance 1, or s². */
export interface BenchmarkSample {
  /** Units × realised actions. */
  measurements: Matrix;
  targets: Float64Array;
}

/** The units in an order of their own, by their values: what is drawn from them does not hang on how a file lists them. */
export function inCanonicalOrder({ measurements, targets }: BenchmarkSample): BenchmarkSample {
  const { rows, cols, data } = measurements;
  // By the target first: then the order in which the actions are listed makes no difference either.
  const order = Array.from({ length: rows }, (_, i) => i).sort((a, b) => {
    let difference = targets[a]! - targets[b]!;
    for (let j = 0; difference === 0 && j < cols; j++) difference = data[a * cols + j]! - data[b * cols + j]!;
    return difference;
  });
  return {
    measurements: someRows(measurements, order),
    targets: Float64Array.from(order, (i) => targets[i]!),
  };
}

/** The measurements in the order of their actions, and the target last. */
export function sampleColumns({ measurements, targets }: BenchmarkSample): Float64Array[] {
  const { rows, cols, data } = measurements;
  return [
    ...Array.from({ length: cols }, (_, a) =>
      Float64Array.from({ length: rows }, (_, i) => data[i * cols + a]!),
    ),
    targets,
  ];
}

/** Centred second moments with divisor n − 1, known noise taken off, and their standard errors. */
export function moments(
  columns: readonly Float64Array[],
  realised: readonly Action[],
  chosen: Int32Array,
): { law: Float64Array; errors: Float64Array } {
  const n = chosen.length;
  const size = columns.length;
  const centred = columns.map((values) => {
    let mean = 0;
    for (const i of chosen) mean += values[i]! / n;
    return Float64Array.from(chosen, (i) => values[i]! - mean);
  });
  const law = new Float64Array(size * size);
  const errors = new Float64Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      let squares = 0;
      for (let i = 0; i < n; i++) {
        const product = centred[a]![i]! * centred[b]![i]!;
        sum += product;
        squares += product * product;
      }
      const mean = sum / n;
      const value = sum / (n - 1) - (a === b ? (realised[a]?.noise ?? 0) : 0);
      law[a * size + b] = law[b * size + a] = value;
      errors[a * size + b] = errors[b * size + a] = Math.sqrt(Math.max(0, squares / n - mean * mean) / n);
    }
  return { law, errors };
}

/** What is wrong with a sample: of the whole, of a column (the target is the last), or of one of its cells. */
interface SampleProblem {
  column: number | null;
  unit: number | null;
  value: unknown;
  why: string;
  accepted: string;
}

/** Second moments of fewer units say next to nothing. */
const FEWEST_UNITS = 10;

/** Why no law can be found for a sample: cheap to see, before any law is looked for. */
export function sampleProblems(
  columns: readonly Float64Array[],
  realised: readonly Action[],
  weighing: Weighing,
): SampleProblem[] {
  const units = columns[0]!.length;
  const count = (columns.length * (columns.length + 1)) / 2;
  const fewest = Math.max(FEWEST_UNITS, count + 1);
  if (units < fewest)
    return [
      {
        column: null,
        unit: null,
        value: `${units} unit${units === 1 ? '' : 's'}`,
        why: `there are too few units to estimate ${count} variances and covariances`,
        accepted: `at least ${fewest} units`,
      },
    ];
  return columns.flatMap((values, column): SampleProblem[] => {
    const hole = values.findIndex((value) => !Number.isFinite(value));
    if (hole >= 0)
      return [
        {
          column,
          unit: hole,
          value: values[hole],
          why: 'this is not a number',
          accepted: 'a finite number',
        },
      ];
    if (values.every((value) => value === values[0]))
      return [
        {
          column,
          unit: null,
          value: values[0],
          why: 'every unit has the same value in this column',
          accepted: 'a column that varies between units',
        },
      ];
    return scaleProblems(values, column, realised[column], weighing);
  });
}

/** How many standard errors of a variance count as sampling, beside a factor of 2. */
const FAR = 8;

/**
 * The latent quantity has variance 1 at every time, or s². A reading at one time then has that variance plus its noise, a window's
 * mean has its noise at least and (ℓᵀs)² more at most, and the target at most (Σ|ω|s)². Data in units of their own are far from
 * that, which needs no search for a law. What is nearer is left to the test.
 */
function scaleProblems(
  values: Float64Array,
  column: number,
  action: Action | undefined,
  weighing: Weighing,
): SampleProblem[] {
  const { scale } = weighing;
  const total = meanWeights(weighing).reduce((sum, weight) => sum + Math.abs(weight), 0);
  const most = action ? (scale ? square(applyAction(action, scale)) : 1) + action.noise : total * total;
  const least = action ? (action.first === action.last ? most : action.noise) : 0;
  const variance = spread(values);
  const margin = Math.max(2, 1 + FAR * Math.sqrt(2 / (values.length - 1)));
  if (variance <= most * margin && variance >= least / margin) return [];
  const expected = action
    ? action.first === action.last
      ? `a reading has variance ${scale ? 's²' : 1} plus its noise, ${shortNumber(most)}`
      : `the mean of a window has a variance from ${shortNumber(least)} (its noise) to ${shortNumber(most)}`
    : `the target has a variance of ${shortNumber(most)} at most`;
  return [
    {
      column,
      unit: null,
      value: `variance ${shortNumber(variance)}`,
      why:
        `this column is on another scale than the latent quantity, which has ${scale ? 'the standard deviation given' : 'variance 1 at every time'}: ` +
        `on that scale ${expected}`,
      accepted: scale
        ? 'values in the unit of `sd`, and `noise` in its square'
        : 'values less their mean and divided by the standard deviation of the latent quantity, and `noise` on the same scale',
    },
  ];
}

/** The variance, scaled first: squares of what a file may hold can overflow, and then it is Infinity. */
function spread(values: Float64Array): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scaled = values.map((value) => value / largest);
  const mean = scaled.reduce((sum, value) => sum + value, 0) / values.length;
  let squares = 0;
  for (const value of scaled) squares += (value - mean) * (value - mean);
  return (squares / (values.length - 1)) * largest * largest;
}
