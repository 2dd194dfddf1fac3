import type { Problem } from '../../model/input/invalid-input.ts';
import { square } from '../../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { identity, type Matrix, zeros } from '../../numerics/matrix.ts';
import type { Benchmark } from '../invisible/benchmark.ts';
import { type CovarianceClass, toeplitz } from '../invisible/covariance-class.ts';
import type { Knowledge } from '../invisible/knowledge.ts';
import { brokenRules, LAW_ROUNDING } from '../invisible/law-rules.ts';
import { leastInClass } from './compatible-class.ts';
import { type CompatibleSet, interiorWorld, leastSchur, type SchurEntry } from './compatible-set.ts';
import { benchmarkLaw, lawMoments } from './compatible-world.ts';

export interface NearestLaw {
  covariance: Matrix;
  law: Float64Array;
  /** The distance in standard errors. */
  standardised: number;
  /** Whether no world with this law has room around it: then how wide the range is hangs on the sample. */
  boundary: boolean;
}

/** The K of the class whose benchmark law has the least Σ {(moment − its own)/standard error}². */
export function nearestLaw(
  open: CompatibleSet,
  benchmark: Benchmark,
  law: Float64Array,
  errors: Float64Array,
  kernels: Kernels = defaultKernels(),
): NearestLaw | undefined {
  const p = benchmark.weights.length;
  const moments = lawMoments(benchmark);
  const entries = moments.map(({ u, v, place }, n): SchurEntry => {
    const weight = 1 / errors[place]!;
    return { i: n + 1, j: 0, u, v, weight, constant: -weight * law[place]! };
  });
  const count = entries.length;
  for (let i = 1; i <= count; i++)
    for (let j = 1; j <= i; j++) entries.push({ i, j, constant: i === j ? 1 : 0 });
  // Along the directions of K there are p(p − 1)/2 unknowns, in K itself a constraint for each of the complement's entries.
  const least = (p * (p - 1)) / 2 < entries.length ? leastInClass : leastSchur;
  const solved = least(open, count + 1, entries, { traceBound: 1e12, tolerance: NEAR_ENOUGH }, kernels);
  if (!solved.ok) return undefined;
  const covariance = correlation(solved.covariance);
  const own = benchmarkLaw(benchmark, covariance);
  const standardised = distanceBetween(own, law, errors, moments);
  const set = { ...open, benchmark: { ...benchmark, pairs: open.benchmark.pairs ?? [] }, inside: covariance };
  const room = kernels.isPositiveDefinite(covariance, { minimumPivot: 1e-6 })
    ? covariance
    : interiorWorld(set, kernels);
  const found = room ?? drawnInside(covariance, open, kernels);
  // What the solver leaves of a known correlation or of an order is more than rounding now and then: no law of those known.
  if (
    found === undefined ||
    brokenRules(found, open.covarianceClass, open.knowledge ?? {}, kernels).length > 0
  )
    return undefined;
  return { covariance: found, law: own, standardised, boundary: room === undefined };
}

/** The distance of two laws in standard errors, each moment once. */
export function distanceBetween(
  a: Float64Array,
  b: Float64Array,
  errors: Float64Array,
  moments: readonly { place: number }[],
): number {
  let squares = 0;
  for (const { place } of moments) squares += square((a[place]! - b[place]!) / errors[place]!);
  return Math.sqrt(squares);
}

/** The nearest law is asked for to this tolerance, far below any standard error. */
const NEAR_ENOUGH = 1e-6;
/** How far a K without room around it is drawn inside: below anything that data could show. */
const INWARD = 1e-6;

/**
 * Where the data lie outside, the nearest K is on the boundary; a hair inside, the solver has room to work in. Inside is
 * where all that is known holds: independence, or the law with the most room where that is not one of those known.
 */
function drawnInside({ rows: p, data }: Matrix, open: CompatibleSet, kernels: Kernels): Matrix | undefined {
  const { covarianceClass, knowledge = {} } = open;
  const free = identity(p);
  const towards =
    brokenRules(free, covarianceClass, knowledge, kernels).length === 0 ? free : interiorWorld(open, kernels);
  if (towards === undefined) return undefined;
  const part = (value: number, n: number) => value + INWARD * (towards.data[n]! - value);
  return { rows: p, cols: p, data: data.map((value, n) => (n % (p + 1) === 0 ? 1 : part(value, n))) };
}

/** Every correlation matrix of the class with what is known of it, before any data. */
export function openSet(
  weights: Float64Array,
  covarianceClass: CovarianceClass,
  knowledge: Knowledge,
): CompatibleSet {
  const pairs = knowledge.pairs?.map(({ pair }) => pair) ?? [];
  return {
    benchmark: { realised: [], weights, pairs },
    inside: independentBut(knowledge, weights.length, covarianceClass),
    covarianceClass,
    knowledge,
  };
}

/** In a stationary class a lag has one correlation; where two are given, there is no law that data could be compared with. */
export function knowledgeProblems({ pairs = [] }: Knowledge, covarianceClass: CovarianceClass): Problem[] {
  if (covarianceClass !== 'stationary') return [];
  const byLag = new Map<number, number>();
  return pairs.flatMap(({ pair: [j, k], correlation }, i): Problem[] => {
    const lag = Math.abs(j - k);
    const known = byLag.get(lag) ?? correlation;
    byLag.set(lag, known);
    if (Math.abs(known - correlation) <= LAW_ROUNDING) return [];
    return [
      {
        path: ['know', 'correlations', i, 'value'],
        value: correlation,
        why: `in a stationary trajectory the correlation at this lag is ${known}, as given above`,
        accepted: `${known}, or assume: any`,
      },
    ];
  });
}

/** Independence but for the correlations that are known: in a stationary class, along their whole lag. */
function independentBut({ pairs = [] }: Knowledge, p: number, covarianceClass: CovarianceClass): Matrix {
  if (covarianceClass === 'stationary') {
    const byLag = new Float64Array(p);
    byLag[0] = 1;
    for (const { pair, correlation } of pairs) byLag[Math.abs(pair[0] - pair[1])] = correlation;
    return toeplitz(byLag);
  }
  const start = identity(p);
  for (const { pair, correlation } of pairs) {
    const [j, k] = pair;
    start.data[j * p + k] = start.data[k * p + j] = correlation;
  }
  return start;
}

/** The solver's diagonal is 1 to its tolerance; here it is 1, and the halves are equal. */
function correlation({ rows: p, data }: Matrix): Matrix {
  const out = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++)
      out.data[j * p + k] =
        j === k
          ? 1
          : (data[j * p + k]! + data[k * p + j]!) / 2 / Math.sqrt(data[j * p + j]! * data[k * p + k]!);
  return out;
}
