import { log } from '../numerics/elementary.ts';
import type { FitData, Pattern } from './fit-data.ts';
import type { FittedKernel } from './fit-model.ts';
import { applied, invertInto, multipliedInto, positiveInverse } from './small-matrices.ts';

export type FitMethod = 'ml' | 'reml';

/**
 * A point of the search: the logarithms of the kernel's parameters, then the variances of the part that decays, of the part that
 * never does, and of the error. V is linear in the variances, so that a variance of 0 is a point like others.
 */
export type Point = Float64Array;

export interface Likelihood {
  /** Its logarithm at the mean of generalised least squares, −(n/2)·log 2π included. */
  readonly value: number;
  readonly gradient: Float64Array;
  /** The expected information ½tr(V⁻¹V_aV⁻¹V_b), row by row. */
  readonly information: Float64Array;
  /** Coefficients of the mean, and XᵀV⁻¹X. */
  readonly mean: Float64Array;
  readonly meanInformation: Float64Array;
}

export type LikelihoodAt = (point: Point) => Likelihood | undefined;

const LOG_2_PI = log(2 * Math.PI);

/**
 * The likelihood of all trajectories, taken as independent, with gradient and expected information; undefined where V is not
 * positive definite. One pass: UᵀV⁻¹U and UᵀV⁻¹V_aV⁻¹U with U = [ȳ, X] hold all that any mean needs. O(d³) for each
 * pattern of times and each kernel parameter, however many trajectories have it.
 */
export function likelihoodOf(data: FitData, kernel: FittedKernel, method: FitMethod): LikelihoodAt {
  const { columns: p, patterns, rows } = data;
  const m = kernel.names.length;
  const q = m + 3;
  const width = p + 1;
  const algebra = patternAlgebra(data, kernel);
  const { inverse, slopes } = algebra;
  const solved = new Float64Array(data.widest * width);
  const turned = new Float64Array(data.widest * width);
  const scattered = new Float64Array(data.widest * data.widest);
  const spare = new Float64Array(data.widest * data.widest);

  return (point) => {
    algebra.at(point);
    const traces = new Float64Array(q);
    const information = new Float64Array(q * q);
    const whole = new Float64Array(width * width);
    const forms = Array.from({ length: q }, () => new Float64Array(width * width));
    let logDeterminant = 0;
    for (const pattern of patterns) {
      const { size: d, count, rowsFrom, scatter } = pattern;
      const own = algebra.load(pattern);
      if (Number.isNaN(own)) return undefined;
      logDeterminant += count * own;
      algebra.addTraces(d, count, traces, information);
      // Z = V⁻¹U, and UᵀZ.
      for (let i = 0; i < d; i++)
        for (let c = 0; c < width; c++) {
          let sum = 0;
          for (let k = 0; k < d; k++) sum += inverse[i * d + k]! * rows[rowsFrom + k * width + c]!;
          solved[i * width + c] = sum;
        }
      for (let i = 0; i < d; i++)
        for (let r = 0; r < width; r++) {
          const left = count * rows[rowsFrom + i * width + r]!;
          for (let c = 0; c < width; c++) whole[r * width + c]! += left * solved[i * width + c]!;
        }
      for (let a = 0; a <= m; a++) {
        const slope = slopes[a]!;
        for (let i = 0; i < d; i++)
          for (let c = 0; c < width; c++) {
            let sum = 0;
            for (let k = 0; k < d; k++) sum += slope[i * d + k]! * solved[k * width + c]!;
            turned[i * width + c] = sum;
          }
        addCross(forms[a]!, solved, turned, d, width, count);
      }
      for (let c = 0; c < width; c++) {
        let sum = 0;
        for (let i = 0; i < d; i++) sum += solved[i * width + c]!;
        turned[c] = sum;
      }
      addCross(forms[m + 1]!, turned, turned, 1, width, count);
      addCross(forms[m + 2]!, solved, solved, d, width, count);
      if (scatter) {
        multipliedInto(inverse, scatter, d, spare);
        for (let i = 0; i < d; i++) whole[0]! += spare[i * d + i]!;
        multipliedInto(spare, inverse, d, scattered);
        for (let a = 0; a <= m; a++) forms[a]![0]! += inner(slopes[a]!, scattered, d * d);
        for (let n = 0; n < d * d; n++) forms[m + 1]![0]! += scattered[n]!;
        for (let i = 0; i < d; i++) forms[m + 2]![0]! += scattered[i * d + i]!;
      }
    }
    return atBestMean(
      { logDeterminant, traces, whole, forms, information },
      data.readings.values.length,
      p,
      method,
    );
  };
}

/** forms += count·AᵀB of two d × width matrices. */
function addCross(
  form: Float64Array,
  a: Float64Array,
  b: Float64Array,
  d: number,
  width: number,
  count: number,
): void {
  for (let i = 0; i < d; i++)
    for (let r = 0; r < width; r++) {
      const left = count * a[i * width + r]!;
      for (let c = 0; c < width; c++) form[r * width + c]! += left * b[i * width + c]!;
    }
}

function inner(a: Float64Array, b: Float64Array, length: number): number {
  let sum = 0;
  for (let n = 0; n < length; n++) sum += a[n]! * b[n]!;
  return sum;
}

interface Sums {
  readonly logDeterminant: number;
  /** tr(V⁻¹V_a). */
  readonly traces: Float64Array;
  /** UᵀV⁻¹U, and UᵀV⁻¹V_aV⁻¹U. */
  readonly whole: Float64Array;
  readonly forms: readonly Float64Array[];
  readonly information: Float64Array;
}

function atBestMean(
  { logDeterminant, traces, whole, forms, information }: Sums,
  readings: number,
  p: number,
  method: FitMethod,
): Likelihood | undefined {
  const width = p + 1;
  const meanInformation = new Float64Array(p * p);
  const right = new Float64Array(p);
  for (let j = 0; j < p; j++) {
    right[j] = whole[(j + 1) * width]!;
    for (let k = 0; k < p; k++) meanInformation[j * p + k] = whole[(j + 1) * width + k + 1]!;
  }
  const inverted = positiveInverse(meanInformation, p);
  if (!inverted) return undefined;
  const mean = applied(inverted.inverse, right);
  const restricted = method === 'reml';
  let squares = whole[0]!;
  for (let j = 0; j < p; j++) squares -= right[j]! * mean[j]!;
  const value =
    -(readings * LOG_2_PI + logDeterminant + squares) / 2 +
    (restricted ? (p * LOG_2_PI - inverted.logDeterminant) / 2 : 0);
  if (!Number.isFinite(value)) return undefined;
  const gradient = Float64Array.from(forms, (form, a) => {
    let own = form[0]! - traces[a]!;
    for (let j = 0; j < p; j++) {
      own -= 2 * mean[j]! * form[(j + 1) * width]!;
      for (let k = 0; k < p; k++) {
        const weight = mean[j]! * mean[k]! + (restricted ? inverted.inverse[j * p + k]! : 0);
        own += weight * form[(j + 1) * width + k + 1]!;
      }
    }
    return own / 2;
  });
  return { value, gradient, information, mean, meanInformation };
}

/** V of one pattern after another: its inverse, its derivatives by the kernel's parameters and first variance, and V⁻¹ times these. */
export function patternAlgebra({ lags, lagOf, widest }: FitData, kernel: FittedKernel) {
  const m = kernel.names.length;
  const q = m + 3;
  // Slopes of ρ by each parameter, then ρ itself, by which V grows with the first variance.
  const tables = Array.from({ length: m + 1 }, () => new Float64Array(lags.length));
  const square = () => new Float64Array(widest * widest);
  const covariance = square();
  const inverse = square();
  const slopes = Array.from({ length: m + 1 }, square);
  const products = Array.from({ length: m + 1 }, square);
  /** V⁻¹1. */
  const onOnes = new Float64Array(widest);
  let [decaying, lasting, noise] = [0, 0, 0];

  function at(point: Point): void {
    const logs = point.subarray(0, m);
    [decaying, lasting, noise] = [point[m]!, point[m + 1]!, point[m + 2]!];
    const rho = kernel.rho(logs);
    const slopesAt = kernel.slopes(logs);
    const out = new Float64Array(m);
    for (let n = 0; n < lags.length; n++) {
      slopesAt(lags[n]!, out);
      for (let k = 0; k < m; k++) tables[k]![n] = decaying * out[k]!;
      tables[m]![n] = rho(lags[n]!);
    }
  }

  /** log det V, NaN where it is not positive definite. */
  function load({ size: d, lagsFrom }: Pattern): number {
    const rho = tables[m]!;
    let place = lagsFrom;
    for (let j = 0; j < d; j++) {
      for (let k = 0; k < j; k++) covariance[j * d + k] = decaying * rho[lagOf[place++]!]! + lasting;
      covariance[j * d + j] = decaying + lasting + noise;
    }
    const logDeterminant = invertInto(covariance, d, inverse);
    if (Number.isNaN(logDeterminant)) return logDeterminant;
    for (let a = 0; a <= m; a++) {
      const table = tables[a]!;
      const slope = slopes[a]!;
      place = lagsFrom;
      for (let j = 0; j < d; j++) {
        for (let k = 0; k < j; k++) {
          const own = table[lagOf[place++]!]!;
          slope[j * d + k] = own;
          slope[k * d + j] = own;
        }
        slope[j * d + j] = a < m ? 0 : 1;
      }
      multipliedInto(inverse, slope, d, products[a]!);
    }
    for (let i = 0; i < d; i++) {
      let sum = 0;
      for (let k = 0; k < d; k++) sum += inverse[i * d + k]!;
      onOnes[i] = sum;
    }
    return logDeterminant;
  }

  /** tr(V⁻¹V_a) and ½tr(V⁻¹V_aV⁻¹V_b) of the pattern at hand, so many times. V_b is 11ᵀ for the second variance and I for the third. */
  function addTraces(d: number, count: number, traces: Float64Array, information: Float64Array): void {
    const [lastingAt, noiseAt] = [m + 1, m + 2];
    const half = count / 2;
    const add = (a: number, b: number, value: number) => {
      information[a * q + b]! += half * value;
      if (a !== b) information[b * q + a]! += half * value;
    };
    let [total, trace, ofSquares, ofOnes] = [0, 0, 0, 0];
    for (let i = 0; i < d; i++) {
      total += onOnes[i]!;
      trace += inverse[i * d + i]!;
      ofOnes += onOnes[i]! * onOnes[i]!;
    }
    for (let n = 0; n < d * d; n++) ofSquares += inverse[n]! * inverse[n]!;
    traces[lastingAt]! += count * total;
    traces[noiseAt]! += count * trace;
    add(lastingAt, lastingAt, total * total);
    add(lastingAt, noiseAt, ofOnes);
    add(noiseAt, noiseAt, ofSquares);
    for (let a = 0; a <= m; a++) {
      const product = products[a]!;
      const slope = slopes[a]!;
      let [own, withInverse, onOwn] = [0, 0, 0];
      for (let i = 0; i < d; i++) {
        own += product[i * d + i]!;
        let sum = 0;
        for (let k = 0; k < d; k++) {
          withInverse += product[i * d + k]! * inverse[i * d + k]!;
          sum += slope[i * d + k]! * onOnes[k]!;
        }
        onOwn += onOnes[i]! * sum;
      }
      traces[a]! += count * own;
      add(a, lastingAt, onOwn);
      add(a, noiseAt, withInverse);
      for (let b = 0; b <= a; b++) {
        const other = products[b]!;
        let sum = 0;
        for (let i = 0; i < d; i++)
          for (let k = 0; k < d; k++) sum += product[i * d + k]! * other[k * d + i]!;
        add(a, b, sum);
      }
    }
  }

  return { at, load, addTraces, inverse, slopes };
}

/**
 * Every trajectory by itself, at a point and a mean: its log-likelihood, and its score, a row of derivatives by the point's numbers and
 * then by the mean's coefficients; and of each pattern the expected information of one of its trajectories. NaN where V is not positive definite.
 */
export function eachTrajectory(
  data: FitData,
  kernel: FittedKernel,
  point: Point,
  mean: Float64Array,
): { likelihoods: Float64Array; scores: Float64Array; informations: Float64Array[] } {
  const { columns: p, patterns, rows, readings } = data;
  const m = kernel.names.length;
  const q = m + 3;
  const width = q + p;
  const algebra = patternAlgebra(data, kernel);
  algebra.at(point);
  const { inverse, slopes } = algebra;
  const scores = new Float64Array((readings.starts.length - 1) * width);
  const likelihoods = new Float64Array(readings.starts.length - 1);
  const away = new Float64Array(data.widest);
  const informations: Float64Array[] = [];
  for (const pattern of patterns) {
    const { size: d, first, count, rowsFrom } = pattern;
    const logDeterminant = algebra.load(pattern);
    if (Number.isNaN(logDeterminant))
      return { likelihoods: likelihoods.fill(Number.NaN), scores: scores.fill(Number.NaN), informations };
    const traces = new Float64Array(q);
    const ofPoint = new Float64Array(q * q);
    algebra.addTraces(d, 1, traces, ofPoint);
    const information = new Float64Array(width * width);
    for (let a = 0; a < q; a++) for (let b = 0; b < q; b++) information[a * width + b] = ofPoint[a * q + b]!;
    for (let i = 0; i < d; i++)
      for (let k = 0; k < d; k++)
        for (let a = 0; a < p; a++)
          for (let b = 0; b < p; b++)
            information[(q + a) * width + q + b]! +=
              rows[rowsFrom + i * (p + 1) + 1 + a]! *
              inverse[i * d + k]! *
              rows[rowsFrom + k * (p + 1) + 1 + b]!;
    informations.push(information);
    for (let n = 0; n < count; n++) {
      const from = readings.starts[first + n]!;
      const own = scores.subarray((first + n) * width, (first + n + 1) * width);
      for (let j = 0; j < d; j++) {
        let sum = readings.values[from + j]!;
        for (let k = 0; k < p; k++) sum -= rows[rowsFrom + j * (p + 1) + 1 + k]! * mean[k]!;
        away[j] = sum;
      }
      const z = new Float64Array(d);
      let [total, squares, distance] = [0, 0, 0];
      for (let i = 0; i < d; i++) {
        let sum = 0;
        for (let k = 0; k < d; k++) sum += inverse[i * d + k]! * away[k]!;
        z[i] = sum;
        total += sum;
        squares += sum * sum;
        distance += sum * away[i]!;
        for (let k = 0; k < p; k++) own[q + k]! += sum * rows[rowsFrom + i * (p + 1) + 1 + k]!;
      }
      likelihoods[first + n] = -(d * LOG_2_PI + logDeterminant + distance) / 2;
      for (let a = 0; a <= m; a++) {
        let form = 0;
        for (let i = 0; i < d; i++)
          for (let k = 0; k < d; k++) form += z[i]! * slopes[a]![i * d + k]! * z[k]!;
        own[a] = (form - traces[a]!) / 2;
      }
      own[m + 1] = (total * total - traces[m + 1]!) / 2;
      own[m + 2] = (squares - traces[m + 2]!) / 2;
    }
  }
  return { likelihoods, scores, informations };
}
