import type { Measurement } from '../../model/value/action.ts';
import type { Family, Mixture } from '../../model/value/protocol-family.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';

/** A law of readings and target that a resample shows: actions × actions, and the target in the last row and column. */
interface ReadingLaw {
  /** Without the noise of the actions. */
  readonly covariance: Matrix;
  readonly catalogue: readonly Measurement[];
  readonly family: Family;
  /** What protocols are made of. */
  readonly mixture: Mixture;
}

/**
 * How each best-linear value would move with the weight of each unit (its influence function): with e = y − f the residual of
 * the best linear predictor and c the target's variance, {(1 − I_L)·y² − e²}/c less its mean. What is taken off as noise is a
 * constant in it. Returns Σ times·influence·influence/(n(n − 1)) for each two of the first `count` protocols: squared
 * standard errors of the values, and covariances of their errors, that a resample shows by itself. Trajectories of one unit go
 * together: the influence of a unit is the sum of theirs (`clusters`). O(m·(d + count) + d³) a protocol.
 */
export function influenceProducts(
  law: ReadingLaw,
  readings: Matrix,
  times: ArrayLike<number>,
  count: number,
  clusters?: Int32Array,
): Float64Array {
  const { rows: m, cols: width, data } = readings;
  const target = width - 1;
  const mean = new Float64Array(width);
  let units = 0;
  for (let i = 0; i < m; i++) {
    const drawn = times[i]!;
    if (drawn === 0) continue;
    units += drawn;
    for (let a = 0; a < width; a++) mean[a]! += drawn * data[i * width + a]!;
  }
  for (let a = 0; a < width; a++) mean[a]! /= units;

  const variance = law.covariance.data[width * width - 1]!;
  const influences = zeros(count, m);
  const { family, covariance, mixture } = law;
  const membersAt = (place: number) =>
    family.members.subarray(family.starts[place]!, family.starts[place + 1]!);
  const explainedBy = (members: Int32Array, coefficients: Float64Array) => {
    let explained = 0;
    members.forEach((a, k) => {
      explained += coefficients[k]! * covariance.data[a * width + target]!;
    });
    return explained;
  };
  /** {left·y² − e²} of every unit drawn, where a protocol is read completely. */
  const fillPlain = (row: Float64Array, members: Int32Array) => {
    const coefficients = predictor(law, members);
    const left = 1 - explainedBy(members, coefficients) / variance;
    for (let i = 0; i < m; i++) {
      if (times[i] === 0) continue;
      const y = data[i * width + target]! - mean[target]!;
      let residual = y;
      for (let k = 0; k < members.length; k++) {
        const a = members[k]!;
        residual -= coefficients[k]! * (data[i * width + a]! - mean[a]!);
      }
      row[i] = (left * y * y - residual * residual) / variance;
    }
  };
  /** The mean of the same over what may be left: one quadratic form in target and readings, whatever the number of patterns. */
  const fillMixed = (row: Float64Array, protocol: number) => {
    const used = new Map<number, number>();
    const form: number[][] = [[0]];
    const at = (a: number) => {
      const known = used.get(a);
      if (known !== undefined) return known;
      used.set(a, form.length);
      for (const line of form) line.push(0);
      form.push(new Array(form.length + 1).fill(0));
      return form.length - 1;
    };
    for (let k = mixture.starts[protocol]!; k < mixture.starts[protocol + 1]!; k++) {
      const share = mixture.probabilities[k]!;
      const members = membersAt(mixture.places[k]!);
      const coefficients = predictor(law, members);
      form[0]![0]! -= (share * explainedBy(members, coefficients)) / variance;
      const places = Array.from(members, at);
      places.forEach((one, c) => {
        form[0]![one]! += 2 * share * coefficients[c]!;
        places.forEach((other, e) => {
          form[one]![other]! -= share * coefficients[c]! * coefficients[e]!;
        });
      });
    }
    const columns = [target, ...used.keys()];
    const x = new Float64Array(columns.length);
    for (let i = 0; i < m; i++) {
      if (times[i] === 0) continue;
      columns.forEach((a, k) => {
        x[k] = data[i * width + a]! - mean[a]!;
      });
      let sum = 0;
      form.forEach((line, k) => {
        for (let l = 0; l < line.length; l++) sum += line[l]! * x[k]! * x[l]!;
      });
      row[i] = sum / variance;
    }
  };
  for (let protocol = 0; protocol < count; protocol++) {
    const row = influences.data.subarray(protocol * m, (protocol + 1) * m);
    const from = mixture.starts[protocol]!;
    if (mixture.starts[protocol + 1]! - from === 1) fillPlain(row, membersAt(mixture.places[from]!));
    else fillMixed(row, protocol);
    let sum = 0;
    for (let i = 0; i < m; i++) if (times[i] !== 0) sum += times[i]! * row[i]!;
    for (let i = 0; i < m; i++) if (times[i]! > 0) row[i]! -= sum / units;
  }

  const { sums, drawn } = clusters ? byUnit(influences, times, clusters) : { sums: influences, drawn: times };
  const { cols: each } = sums;
  let independent = 0;
  for (let u = 0; u < each; u++) independent += drawn[u]!;
  const divisor = units * (units / independent) * (independent - 1);
  const products = new Float64Array(count * count);
  for (let k = 0; k < count; k++)
    for (let l = 0; l <= k; l++) {
      let sum = 0;
      for (let u = 0; u < each; u++) sum += drawn[u]! * sums.data[k * each + u]! * sums.data[l * each + u]!;
      products[k * count + l] = products[l * count + k] = sum / divisor;
    }
  return products;
}

/** The sums of what the trajectories of each unit have, and how often the unit was drawn. */
function byUnit(
  { rows, cols: m, data }: Matrix,
  times: ArrayLike<number>,
  clusters: Int32Array,
): { sums: Matrix; drawn: Int32Array } {
  const each = clusters.reduce((most, unit) => Math.max(most, unit + 1), 0);
  const drawn = new Int32Array(each);
  const sums = zeros(rows, each);
  clusters.forEach((unit, i) => {
    drawn[unit] = times[i]!;
    for (let k = 0; k < rows; k++) sums.data[k * each + unit]! += data[k * m + i]!;
  });
  return { sums, drawn };
}

/** What a reading tells beyond those before it, as a share of its variance: below this it counts as none. */
const NOTHING_NEW = 1e-12;

/** v = (A + R)⁻¹b by Cholesky; a reading that repeats others gets no weight of its own. O(d³). */
function predictor({ covariance, catalogue }: ReadingLaw, members: Int32Array): Float64Array {
  const { cols: width, data } = covariance;
  const d = members.length;
  const factor = new Float64Array(d * d);
  const solved = new Float64Array(d);
  for (let k = 0; k < d; k++) {
    const a = members[k]!;
    for (let l = 0; l <= k; l++) {
      let sum = data[a * width + members[l]!]!;
      if (l === k) sum += catalogue[a]!.noise;
      const whole = sum;
      for (let n = 0; n < l; n++) sum -= factor[k * d + n]! * factor[l * d + n]!;
      if (l < k) factor[k * d + l] = factor[l * d + l]! > 0 ? sum / factor[l * d + l]! : 0;
      else factor[k * d + k] = sum > NOTHING_NEW * whole ? Math.sqrt(sum) : 0;
    }
    let right = data[a * width + width - 1]!;
    for (let n = 0; n < k; n++) right -= factor[k * d + n]! * solved[n]!;
    solved[k] = factor[k * d + k]! > 0 ? right / factor[k * d + k]! : 0;
  }
  for (let k = d - 1; k >= 0; k--) {
    if (factor[k * d + k] === 0) {
      solved[k] = 0;
      continue;
    }
    let sum = solved[k]!;
    for (let n = k + 1; n < d; n++) sum -= factor[n * d + k]! * solved[n]!;
    solved[k] = sum / factor[k * d + k]!;
  }
  return solved;
}

/** The law of what actions read, from the law of a trajectory: each reads the mean of some grid points. O(p·p·actions). */
export function lawOfReadings(
  { covariance, weights }: { covariance: Matrix; weights: Float64Array },
  catalogue: readonly Measurement[],
): Matrix {
  const { cols: p, data } = covariance;
  const width = catalogue.length + 1;
  const weightsOf = (a: number): Float64Array => {
    if (a === width - 1) return weights;
    const { first, last } = catalogue[a]!;
    return new Float64Array(p).fill(1 / (last - first + 1), first, last + 1);
  };
  const rows = Array.from({ length: width }, (_, a) => weightsOf(a));
  const out = zeros(width, width);
  rows.forEach((row, a) => {
    const seen = new Float64Array(p);
    for (let j = 0; j < p; j++)
      if (row[j] !== 0) for (let k = 0; k < p; k++) seen[k]! += row[j]! * data[j * p + k]!;
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let k = 0; k < p; k++) sum += seen[k]! * rows[b]![k]!;
      out.data[a * width + b] = out.data[b * width + a] = sum;
    }
  });
  return out;
}
