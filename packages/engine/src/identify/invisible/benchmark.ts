import type { Action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { meanWeights, type Weighing } from '../../model/value/model.ts';
import { norm } from '../../numerics/matrix.ts';

/**
 * A list of known linear functionals of K. A realised protocol lets one see AKAᵀ, AKh and hᵀKh for the linear target Θ = hᵀZ
 * (eq. three-blocks), with h = ω. Where the law has a scale, which is known, rows and h are ℓ∘s and ω∘s: what is open is the
 * correlations alone. Several protocols, each run on units of its own, let one see that of each and nothing between them.
 */
export interface Benchmark extends Weighing {
  /** The rows of each realised protocol, one for each of its actions. Without any protocol, hᵀKh is not known either. */
  readonly realised: readonly (readonly Float64Array[])[];
  /** Pairs of grid points whose correlation is known beside it. */
  readonly pairs?: readonly (readonly [number, number])[];
}

export function benchmarkOf(
  realised: readonly (readonly Action[])[],
  { weights, scale }: Weighing,
): Benchmark {
  return {
    realised: realised.map((actions) => measurementRows(actions, weights.length, scale)),
    weights,
    scale,
  };
}

/** A functional uᵀKv. */
export type RowPair = [Float64Array, Float64Array];

/** The functionals c_aᵀΔc_b of Δ that are known to vanish: pairs of grid points, and pairs of visible rows. */
export function visiblePairs(benchmark: Benchmark): RowPair[] {
  const unit = (j: number) => {
    const row = new Float64Array(benchmark.weights.length);
    row[j] = 1;
    return row;
  };
  const [h] = benchmark.realised.length > 0 ? scaled([meanWeights(benchmark)]) : [];
  return [
    ...(benchmark.pairs ?? []).map(([j, k]): RowPair => [unit(j), unit(k)]),
    ...readPairs(benchmark, h),
    // The pair (h, h) comes last: invisiblePart counts on it.
    ...(h ? [[h, h] satisfies RowPair] : []),
  ];
}

/** Those of them that are about readings: of each realised protocol its rows with each other and with h. */
export function readPairs(benchmark: Benchmark, h = scaled([meanWeights(benchmark)])[0]): RowPair[] {
  return benchmark.realised.flatMap((own) => {
    const rows = scaled(own);
    const known = h ? [...rows, h] : rows;
    return rows.flatMap((a, i) => known.slice(i).map((b): RowPair => [a, b]));
  });
}

/**
 * Of each realised protocol the rows of Ā = [A; hᵀ] (eq. abar), or of A alone, each scaled to length 1, rows of zeros left out:
 * all that it knows is c_aᵀKc_b for pairs of them.
 */
export function visibleRows(benchmark: Benchmark, withTarget: boolean): Float64Array[][] {
  return allRows(benchmark).map((rows) => scaled(withTarget ? rows : rows.slice(0, -1)));
}

/** The rows of Ā of each realised protocol as they are. */
export function allRows(benchmark: Benchmark): Float64Array[][] {
  const h = meanWeights(benchmark);
  return benchmark.realised.map((rows) => [...rows, h]);
}

const scaled = (rows: readonly Float64Array[]) =>
  rows.flatMap((row) => {
    const length = norm(row);
    return length > 0 ? [row.map((value) => value / length)] : [];
  });
