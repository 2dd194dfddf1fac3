import { square } from '../../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix, zeros } from '../../numerics/matrix.ts';
import { nullSpace } from '../../numerics/subspaces/null-space.ts';
import { flush, nextRow, rowDone, type TallQr, tallQr } from '../../numerics/subspaces/tall-qr.ts';
import { type Benchmark, type RowPair, visiblePairs } from './benchmark.ts';
import { type CovarianceClass, orthonormalDirections, toeplitz } from './covariance-class.ts';
import { movedAlong } from './moved-law.ts';
import { derivativeEntry, type ValueDerivative } from './value-derivative.ts';

/** What the benchmark leaves open, and how fast a value changes there. */
export interface InvisibleSpace {
  /** dim D(A, h), within the class. */
  dimension: number;
  /** The largest derivative of the value along an invisible direction of Frobenius norm 1. */
  sensitivity: number;
  /** The invisible direction of norm 1 along which it is attained; undefined where the sensitivity is 0. */
  direction: Matrix | undefined;
}

/** Functionals whose part not spanned by the others is below this share of the largest count as dependent. */
const RANK_SHARE = 1e-10;
/** A derivative whose invisible part is below this share of its size counts as wholly visible. */
export const SENSITIVITY_SHARE = 1e-10;

/** Entry (j, k) of a symmetric matrix; only j ≥ k is asked for. */
export type SymmetricEntry = (j: number, k: number) => number;

/** uᵀΔv of symmetric Δ is the inner product with this matrix, (uvᵀ + vuᵀ)/2. */
export const symmetricProduct =
  (u: Float64Array, v: Float64Array): SymmetricEntry =>
  (j, k) =>
    (u[j]! * v[k]! + u[k]! * v[j]!) / 2;

/** The derivative's part in D(A, h). */
export function invisibleSpace(
  benchmark: Benchmark,
  derivative: ValueDerivative,
  covarianceClass: CovarianceClass,
  kernels: Kernels = defaultKernels(),
): InvisibleSpace {
  const { dimension, length, part } = invisiblePart(
    benchmark,
    (j, k) => derivativeEntry(derivative, j, k),
    covarianceClass,
    kernels,
  );
  const direction = part && { ...part, data: part.data.map((value) => value / length) };
  return { dimension, sensitivity: length, direction };
}

interface InvisiblePart {
  dimension: number;
  /** The part's Frobenius norm; 0, with no part, where it is rounding against the whole. */
  length: number;
  /** The norm of the whole. */
  whole: number;
  part: Matrix | undefined;
}

/** Of a part that is shorter than this share of the whole, rounding leaves something visible: it is projected once more. */
const SHORT = 1e-4;

/**
 * The part of a symmetric matrix in D(A, h): what is left of it after its components along the functionals that the
 * benchmark fixes (c_aᵀΔc_b for rows c of [A; h], and the diagonal) are taken out. The functionals are the columns of a
 * tall matrix with one row for each free coordinate of Δ; its triangular factor is all that is kept, so no basis of
 * D(A, h) is ever formed. With q visible rows O(p²q⁴/4) at most, O(p²) where the realised actions touch few grid points.
 */
export function invisiblePart(
  benchmark: Benchmark,
  entry: SymmetricEntry,
  covarianceClass: CovarianceClass,
  kernels: Kernels = defaultKernels(),
): InvisiblePart {
  const once = projected(benchmark, entry, covarianceClass, kernels);
  const { length, whole, part } = once;
  if (part === undefined || length >= SHORT * whole) return once;
  const { cols: p, data } = part;
  const again = projected(benchmark, (j, k) => data[j * p + k]! / length, covarianceClass, kernels);
  return again.part
    ? { ...once, part: { ...part, data: again.part.data.map((value) => value * length) } }
    : { ...once, length: 0, part: undefined };
}

function projected(
  benchmark: Benchmark,
  entry: SymmetricEntry,
  covarianceClass: CovarianceClass,
  kernels: Kernels,
): InvisiblePart {
  const pairs = visiblePairs(benchmark);
  const p = benchmark.weights.length;
  if (covarianceClass === 'any') return amongAll(pairs, p, entry, kernels);
  const { size, columns, coordinatesOf, directionOf } = classCoordinates(covarianceClass, pairs, p);
  const whole = coordinatesOf(entry);
  const qr = tallQr(columns.length + 1);
  for (let i = 0; i < size; i++) {
    const room = nextRow(qr);
    columns.forEach((column, c) => {
      room[c] = column[i]!;
    });
    room[columns.length] = whole[i]!;
    rowDone(qr);
  }
  const { rank, share, residual } = project(qr, kernels);
  const found = { dimension: size - rank, whole: Math.sqrt(dot(whole, whole)) };
  if (!(residual > SENSITIVITY_SHARE * found.whole)) return { ...found, length: 0, part: undefined };
  const rest = whole.map(
    (value, i) => value - columns.reduce((sum, column, c) => sum + share[c]! * column[i]!, 0),
  );
  return { ...found, length: residual, part: directionOf(rest) };
}

/** An orthonormal basis of D(A, h) within the class, for grids on which it can be written down. */
export function invisibleBasis(
  benchmark: Benchmark,
  covarianceClass: CovarianceClass,
  kernels: Kernels = defaultKernels(),
): Matrix[] {
  const found = basisWithin(visiblePairs(benchmark), covarianceClass, benchmark.weights.length, kernels);
  if ('size' in found)
    throw new RangeError(
      `a basis in ${found.size} coordinates is not written down; at most ${MOST_COORDINATES}`,
    );
  return [...found];
}

/**
 * An orthonormal basis of the class's directions along which the functionals vanish, one matrix after the other: all of them
 * at once take O(p³) of memory. Its size where that is too large.
 */
function basisWithin(
  pairs: Pairs,
  covarianceClass: CovarianceClass,
  p: number,
  kernels: Kernels,
): Iterable<Matrix> | { size: number } {
  const { size, columns, directionOf } =
    covarianceClass === 'any' ? allCoordinates(pairs, p) : classCoordinates(covarianceClass, pairs, p);
  if (size > MOST_COORDINATES) return { size };
  const { functionals, least } = asRows(columns, size);
  const { basis } = nullSpace(functionals, kernels, least);
  return eachRow(basis, directionOf);
}

function* eachRow<Made>({ rows, cols, data }: Matrix, make: (row: Float64Array) => Made): Generator<Made> {
  for (let i = 0; i < rows; i++) yield make(data.subarray(i * cols, (i + 1) * cols));
}

/**
 * An orthonormal basis of the directions of the class along which some functionals aᵀΔb vanish, one after the other. Undefined
 * where, with all correlation matrices possible, there are more of them than anybody could use: fewer functionals than
 * correlations, or a grid on which the basis would take minutes.
 */
export function directionsLeft(
  pairs: Pairs,
  covarianceClass: CovarianceClass,
  p: number,
  kernels: Kernels = defaultKernels(),
): Iterable<Matrix> | undefined {
  if (covarianceClass === 'any' && (pairs.length < (p * (p - 1)) / 2 || p > FEW_POINTS)) return undefined;
  const found = basisWithin(pairs, covarianceClass, p, kernels);
  return 'size' in found ? undefined : found;
}

const FEW_POINTS = 40;

/** The functionals as rows of a matrix, and what in it is no more than rounding. */
function asRows(columns: readonly Float64Array[], size: number): { functionals: Matrix; least: number } {
  const functionals = zeros(columns.length, size);
  columns.forEach((column, c) => {
    functionals.data.set(column, c * size);
  });
  const largest = Math.max(0, ...columns.map((column) => Math.sqrt(dot(column, column))));
  return { functionals, least: RANK_SHARE * largest };
}

/**
 * A basis of D(A, h) among stationary matrices that is sparse, and not orthonormal: each direction moves one lag, and a few
 * that all have in common so that the benchmark stays as it is. A direction's share of a matrix is its entry at that lag
 * alone. With many functionals there is nothing to gain, and the orthonormal basis is given instead.
 */
export function sparseInvisibleBasis(
  benchmark: Benchmark,
  covarianceClass: CovarianceClass,
  kernels: Kernels = defaultKernels(),
): Matrix[] {
  const p = benchmark.weights.length;
  const pairs = visiblePairs(benchmark);
  if (covarianceClass !== 'stationary' || pairs.length > p / 4)
    return invisibleBasis(benchmark, covarianceClass, kernels);
  const { size, columns, directionOf } = classCoordinates(covarianceClass, pairs, p);
  const { functionals, least } = asRows(columns, size);
  const { r, columns: order } = kernels.pivotedQr(functionals);
  let rank = 0;
  while (rank < columns.length && Math.abs(r.data[rank * size + rank]!) > least) rank++;
  // Functionals that are nearly dependent leave pivots so small that the few lags would have to move by very much.
  const pivots = Math.abs((r.data[(rank - 1) * size + rank - 1] ?? 0) / (r.data[0] || 1));
  if (rank > 0 && pivots < 1e-4) return invisibleBasis(benchmark, covarianceClass, kernels);
  return Array.from({ length: size - rank }, (_, n) => {
    const x = new Float64Array(size);
    x[order[rank + n]!] = 1;
    for (let i = rank - 1; i >= 0; i--) {
      let sum = r.data[i * size + rank + n]!;
      for (let j = i + 1; j < rank; j++) sum += r.data[i * size + j]! * x[order[j]!]!;
      x[order[i]!] = -sum / r.data[i * size + i]!;
    }
    return directionOf(x);
  });
}

const MOST_COORDINATES = 4096;

/** Coordinates of Δ in an orthonormal basis of the class, and the functionals of the benchmark in them. */
interface Coordinates {
  size: number;
  columns: Float64Array[];
  coordinatesOf: (entry: SymmetricEntry) => Float64Array;
  directionOf: (coordinates: Float64Array) => Matrix;
}

type Pairs = readonly RowPair[];

function classCoordinates(
  covarianceClass: Exclude<CovarianceClass, 'any'>,
  pairs: Pairs,
  p: number,
): Coordinates {
  if (covarianceClass === 'stationary') {
    // Lag l is the matrix T_l with ones at distance l, of norm √(2(p − l)).
    const scale = Float64Array.from({ length: p - 1 }, (_, i) => 1 / Math.sqrt(2 * (p - 1 - i)));
    const coordinatesOf = (entry: SymmetricEntry) =>
      scale.map((factor, i) => {
        let sum = 0;
        for (let j = 0; j + i + 1 < p; j++) sum += entry(j + i + 1, j);
        return 2 * sum * factor;
      });
    return {
      size: p - 1,
      columns: pairs.map(([a, b]) => coordinatesOf(symmetricProduct(a, b))),
      coordinatesOf,
      directionOf: (x) => toeplitz([0, ...x.map((value, i) => value * scale[i]!)]),
    };
  }
  const basis = orthonormalDirections(covarianceClass.directions, p);
  const coordinatesOf = (entry: SymmetricEntry) => {
    const out = new Float64Array(basis.length);
    for (let j = 0; j < p; j++)
      for (let k = 0; k <= j; k++) {
        const value = (j === k ? 1 : 2) * entry(j, k);
        if (value !== 0) for (let i = 0; i < basis.length; i++) out[i]! += value * basis[i]!.data[j * p + k]!;
      }
    return out;
  };
  const diagonal = Array.from({ length: p }, (_, j) =>
    Float64Array.from(basis, ({ data }) => data[j * p + j]!),
  );
  return {
    size: basis.length,
    columns: [...diagonal, ...pairs.map(([a, b]) => coordinatesOf(symmetricProduct(a, b)))],
    coordinatesOf,
    directionOf: (x) => movedAlong(zeros(p, p), basis, x),
  };
}

/** Entries below the diagonal, times √2: written out, for invisibleBasis. */
function allCoordinates(pairs: Pairs, p: number): Coordinates {
  const size = (p * (p - 1)) / 2;
  const coordinatesOf = (entry: SymmetricEntry) => {
    const out = new Float64Array(size);
    let n = 0;
    for (let j = 0; j < p; j++) for (let k = 0; k < j; k++) out[n++] = Math.SQRT2 * entry(j, k);
    return out;
  };
  return {
    size,
    columns: pairs.map(([a, b]) => coordinatesOf(symmetricProduct(a, b))),
    coordinatesOf,
    directionOf: (x) => {
      const out = zeros(p, p);
      let n = 0;
      for (let j = 0; j < p; j++)
        for (let k = 0; k < j; k++) out.data[j * p + k] = out.data[k * p + j] = x[n++]! / Math.SQRT2;
      return out;
    },
  };
}

function amongAll(columns: Pairs, p: number, entry: SymmetricEntry, kernels: Kernels): InvisiblePart {
  const c = columns.length;
  const last = columns.at(-1);
  // The last of the pairs is (h, h), where that is known; a time that no other row of a pair reads is touched by h alone.
  const [h, others] =
    last && last[0] === last[1] ? [last[0], columns.slice(0, -1)] : [new Float64Array(p), columns];
  const touched = Array.from({ length: p }, (_, j) =>
    others.some(([a, b]) => (a !== h && a[j] !== 0) || (b !== h && b[j] !== 0)),
  );
  const qr = tallQr(c + 1);
  // Where no realised action reads either time, only hᵀΔh and the matrix itself have entries: two columns.
  const quiet = tallQr(2);
  let size = 0;
  for (let j = 0; j < p; j++)
    for (let k = 0; k < j; k++) {
      const own = Math.SQRT2 * entry(j, k);
      size += own * own;
      if (!touched[j] && !touched[k]) {
        const room = nextRow(quiet);
        room[0] = Math.SQRT2 * h[j]! * h[k]!;
        room[1] = own;
        rowDone(quiet);
        continue;
      }
      const room = nextRow(qr);
      for (let n = 0; n < c; n++) {
        const [a, b] = columns[n]!;
        room[n] = (a[j]! * b[k]! + a[k]! * b[j]!) / Math.SQRT2;
      }
      room[c] = own;
      rowDone(qr);
    }
  flush(quiet);
  for (let i = 0; i < 2; i++) {
    const room = nextRow(qr);
    room[c - 1] = quiet.r.data[2 * i]!;
    room[c] = quiet.r.data[2 * i + 1]!;
    rowDone(qr);
  }
  const { rank, share, residual } = project(qr, kernels);
  const found = { dimension: (p * (p - 1)) / 2 - rank, whole: Math.sqrt(size) };
  if (!(residual > SENSITIVITY_SHARE * found.whole)) return { ...found, length: 0, part: undefined };

  const part = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < j; k++) {
      let value = entry(j, k);
      if (touched[j] || touched[k])
        for (let n = 0; n < c; n++) {
          const [a, b] = columns[n]!;
          value -= (share[n]! * (a[j]! * b[k]! + a[k]! * b[j]!)) / 2;
        }
      else value -= share[c - 1]! * h[j]! * h[k]!;
      part.data[j * p + k] = part.data[k * p + j] = value;
    }
  return { ...found, length: residual, part };
}

/**
 * From the factor of [functionals | matrix]: the functionals' rank, the matrix's components along them (0 for
 * dependent ones), and the length of what is left.
 */
function project(qr: TallQr, kernels: Kernels): { rank: number; share: Float64Array; residual: number } {
  flush(qr);
  const c = qr.columns - 1;
  const inner = zeros(c, c);
  const right = new Float64Array(c);
  for (let i = 0; i < c; i++) {
    for (let j = i; j < c; j++) inner.data[i * c + j] = qr.r.data[i * qr.columns + j]!;
    right[i] = qr.r.data[i * qr.columns + c]!;
  }
  const { q, r, columns } = kernels.pivotedQr(inner);
  const threshold = RANK_SHARE * Math.abs(r.data[0] ?? 0);
  let rank = 0;
  while (rank < c && Math.abs(r.data[rank * c + rank]!) > threshold) rank++;
  const turned = new Float64Array(c);
  for (let i = 0; i < c; i++) for (let j = 0; j < c; j++) turned[j]! += q.data[i * c + j]! * right[i]!;
  let left = square(qr.r.data[c * qr.columns + c]!);
  for (let i = rank; i < c; i++) left += square(turned[i]!);
  const share = new Float64Array(c);
  for (let i = rank - 1; i >= 0; i--) {
    let value = turned[i]!;
    for (let j = i + 1; j < rank; j++) value -= r.data[i * c + j]! * share[columns[j]!]!;
    share[columns[i]!] = value / r.data[i * c + i]!;
  }
  return { rank, share, residual: Math.sqrt(left) };
}
