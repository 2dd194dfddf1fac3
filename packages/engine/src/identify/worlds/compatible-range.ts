import { target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { meanWeights, type Weighing } from '../../model/value/model.ts';
import { square } from '../../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import type { Stepwise } from '../../numerics/stepwise.ts';
import { admissibleSteps } from '../invisible/admissible-step.ts';
import { correlationsMovedBy } from '../invisible/moved-law.ts';
import { mostPossible, SAME_SHARE } from '../invisible/same-value.ts';
import { bestLinearWeights } from '../invisible/value-derivative.ts';
import type { Functional } from './compatible-programme.ts';
import {
  bilinear,
  type CompatibleSet,
  invisibleWay,
  largestLinear,
  leastExplained,
  type Solved,
} from './compatible-set.ts';
import { benchmarkLaw, isWorld, lowestKnown, type World, worldFaults, worldOf } from './compatible-world.ts';
import { oneNumberBound } from './one-open-number.ts';

/** One end of the range. */
interface RangeEnd {
  value: number;
  /** 'exact': no compatible world lies further out by more than 1e-6 of the highest value. 'attained': a world reaches it; more may be possible. */
  status: 'exact' | 'attained';
  /** What is proved: no world has a value below (for the low end) or above (for the high end) this. */
  bound: number;
  /** A re-checked world with this value. */
  world: World;
}

export type CompatibleRange = { ok: true; low: RangeEnd; high: RangeEnd } | { ok: false; unsolved: Unsolved };

/** How far a solver got that did not reach its tolerance. */
export interface Unsolved {
  why: string;
  relativeGap: number | null;
  residual: number | null;
}

export interface RangeOptions {
  /** Starts of the search for the high end; 16 unless given, or each measurement alone and three more where these are more. */
  starts?: number;
  seed?: number;
  /** So many starts are asked for at once, and some of them for nothing; the answer is the same. Default 1. */
  abreast?: number;
  kernels?: Kernels;
}

/** Alternations at most from one start. */
const ROUNDS = 40;
/** The rise below which they stop, as a share of the most that is possible, and how exactly each is solved. */
interface Climb {
  still: number;
  tolerance?: number;
}
const FINE: Climb = { still: 1e-7 };
/** Enough to tell hills apart; the highest is then climbed to its top. Every world on the way is checked all the same. */
const ROUGH: Climb = { still: 1e-4, tolerance: 1e-5 };
/** On larger grids, where a start takes seconds, so many in a row that find nothing better are enough. */
const LARGE = 24;
const PATIENCE = 5;

/** A part of the search for a range that can be made by itself. */
export type RangeOrder =
  | { of: 'low' }
  | { of: 'bound' }
  /** Alternations between K and the predictor from these weights. */
  | { of: 'climb'; from: Float64Array; finely: boolean };

/** What came of it: a world where one was found, a bound where one was asked for. */
export interface RangePiece {
  world?: World | undefined;
  bound?: number;
  failed?: Extract<Solved, { ok: false }>;
}

/**
 * The range of the alternative's value over all compatible worlds, for the linear target. Var Θ is fixed by the benchmark
 * and the explained part is jointly convex in K, so the low end is a semidefinite programme. The high end maximises a
 * convex function: for fixed weights w of a predictor 2wᵀBKh − wᵀ(BKBᵀ + R)w is linear in K and at most the explained
 * part, with equality for the best w, so alternating between K and w climbs; from several starts, which are taken in their
 * order whoever climbed.
 */
export function* rangeSearch(
  set: CompatibleSet,
  alternative: readonly Action[],
  options: RangeOptions = {},
): Stepwise<RangeOrder, RangePiece, CompatibleRange> {
  const { starts, seed = 0, kernels = defaultKernels(), abreast = 1 } = options;
  const { benchmark, inside } = set;
  const centre = worldOf(inside, benchmark, target('mean'), alternative, kernels);
  const most = mostPossible(alternative, benchmark.scale);

  const [least, above] = yield [{ of: 'low' }, { of: 'bound' }];
  if (least!.failed) return undecided('the lower end', least!.failed);
  const low = lowestKnown([least!.world ?? centre, centre])!;
  const [lowBound, highBound] = [least!.bound!, above!.bound!];

  let high = centre.value >= low.value ? centre : low;
  const reached = () => high.value >= highBound * (1 - SAME_SHARE);
  const large = inside.rows > LARGE;
  const { still } = large ? ROUGH : FINE;
  const left = predictors(set, alternative, low.covariance, starts, seed);
  let fruitless = 0;
  while (left.length > 0 && !reached() && !(large && fruitless >= PATIENCE)) {
    const tops = yield left
      .splice(0, abreast)
      .map((from): RangeOrder => ({ of: 'climb', from, finely: !large }));
    for (const { world } of tops) {
      const before = high.value;
      if (world && world.value > high.value) high = world;
      fruitless = high.value > before + still * most ? 0 : fruitless + 1;
      // Those beyond were climbed beside the last one that counts.
      if (reached() || (large && fruitless >= PATIENCE)) break;
    }
  }
  if (large && !reached()) {
    const from = bestPredictor(benchmark, high.covariance, alternative);
    const [top] = yield [{ of: 'climb', from, finely: true }];
    if (top?.world && top.world.value > high.value) high = top.world;
  }
  return {
    ok: true,
    low: {
      ...ending(low),
      bound: lowBound,
      status: low.value - lowBound <= SAME_SHARE * high.value ? 'exact' : 'attained',
    },
    high: { ...ending(high), bound: highBound, status: reached() ? 'exact' : 'attained' },
  };
}

/** Who makes the pieces of that search. */
export function rangePiece(
  set: CompatibleSet,
  alternative: readonly Action[],
  { kernels = defaultKernels() }: RangeOptions = {},
): (order: RangeOrder) => RangePiece {
  const { benchmark, inside } = set;
  const weights = meanWeights(benchmark);
  const variance = bilinear(inside, weights, weights);
  const most = mostPossible(alternative, benchmark.scale);
  const valued = (covariance: Matrix) => worldOf(covariance, benchmark, target('mean'), alternative, kernels);

  const lowEnd = (): RangePiece => {
    const least = leastExplained(set, alternative, kernels);
    if (!least.ok) return { failed: least };
    return {
      world: witness(set, least.covariance, valued, kernels),
      bound: Math.max(0, least.bound / variance),
    };
  };
  const highBound = () => {
    const single = alternative.length === 1 && alternative[0]!.first === alternative[0]!.last;
    if (single) return singleBound(set, alternative, variance, kernels);
    return benchmark.realised.length > 1 ? oneNumberBound(set, alternative, kernels) / variance : 1;
  };
  const climb = (from: Float64Array, { still, tolerance }: Climb): World | undefined => {
    let w = from;
    let top: World | undefined;
    let before = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      const objective = predictorObjective(set, alternative, w, 1 / (most * variance));
      const best = largestLinear(set, objective, kernels, tolerance);
      const world = best.ok ? witness(set, best.covariance, valued, kernels) : undefined;
      if (world === undefined) break;
      if (!top || world.value > top.value) top = world;
      if (world.value < before + still * most) break;
      before = world.value;
      w = bestPredictor(benchmark, world.covariance, alternative);
    }
    return top;
  };
  return (order) => {
    if (order.of === 'low') return lowEnd();
    if (order.of === 'bound') return { bound: Math.min(most, highBound()) };
    return { world: climb(order.from, order.finely ? FINE : ROUGH) };
  };
}

/** The best linear predictor's weights under a covariance. */
export function bestPredictor(
  weighing: Weighing,
  covariance: Matrix,
  alternative: readonly Action[],
): Float64Array {
  return bestLinearWeights({ covariance, scale: weighing.scale }, meanWeights(weighing), alternative);
}

const ending = (world: World) => ({ value: world.value, world });

export function undecided(what: string, solved: Extract<Solved, { ok: false }>): CompatibleRange {
  const { status, relativeGap, residual } = solved;
  const why = `the solver did not reach its tolerance for ${what} (${status}, relative gap ${relativeGap.toExponential(1)})`;
  return { ok: false, unsolved: { why, relativeGap, residual } };
}

/** (2wᵀBKh − wᵀBKBᵀw + ofTarget·hᵀKh)·scale: of the size of 1, whatever the noise, so that a solver's tolerance means something. */
export function predictorObjective(
  { benchmark }: { readonly benchmark: Weighing },
  alternative: readonly Action[],
  w: Float64Array,
  scale: number,
  ofTarget = 0,
): Functional[] {
  const weights = meanWeights(benchmark);
  const p = weights.length;
  const combined = new Float64Array(p);
  measurementRows(alternative, p, benchmark.scale).forEach((row, a) => {
    for (let j = 0; j < p; j++) combined[j]! += w[a]! * row[j]!;
  });
  return [
    { u: combined, v: weights, weight: 2 * scale },
    { u: combined, v: combined, weight: -scale },
    { u: weights, v: weights, weight: ofTarget * scale },
  ];
}

/**
 * A single point has variance 1, or s_j², so that its value is (bᵀKh)²/((s_j² + r)·Var Θ): its largest is at the largest or the
 * least bᵀKh, two linear programmes with their own bounds.
 */
function singleBound(
  set: CompatibleSet,
  alternative: readonly Action[],
  variance: number,
  kernels: Kernels,
): number {
  const { scale } = set.benchmark;
  const weights = meanWeights(set.benchmark);
  const [{ first, noise }] = alternative as [Action];
  const [b] = measurementRows(alternative, weights.length, scale) as [Float64Array];
  let furthest = 0;
  for (const sign of [1, -1]) {
    const best = largestLinear(set, [{ u: b, v: weights, weight: sign }], kernels);
    if (!best.ok) return 1;
    furthest = Math.max(furthest, best.bound);
  }
  return Math.min(1, square(furthest) / ((square(scale ? scale[first]! : 1) + noise) * variance));
}

const STARTS = 16;

/** Starts: the best predictors at the centre and at the low end, one for each measurement alone, then random ones. */
export function predictors(
  { inside, benchmark }: { readonly inside: Matrix; readonly benchmark: Weighing },
  alternative: readonly Action[],
  low: Matrix,
  wanted: number | undefined,
  seed: number,
): Float64Array[] {
  const d = alternative.length;
  const count = wanted ?? Math.max(STARTS, d + 3);
  const best = (covariance: Matrix) => bestPredictor(benchmark, covariance, alternative);
  const first = best(inside);
  const scale = Math.max(...first.map(Math.abs), 1 / d);
  const alone = Array.from({ length: d }, (_, a) =>
    Float64Array.from({ length: d }, (_, b) => (a === b ? scale : 0)),
  );
  const even = new Float64Array(d).fill(1 / d);
  const random = Array.from({ length: count }, (_, n) => {
    const out = new Float64Array(d);
    fillNormal(randomStream(seed, 'compatible-range', n), out);
    return out.map((value) => value * scale);
  });
  const base = [first, best(low), even, ...alone];
  // A small predictor climbs towards large covariances with the target, a large one towards small variances of what is
  // measured: they end on different hills.
  const scaled = [first, ...alone].flatMap((w) =>
    [1e-3, -1e-3, 0.2].map((by) => w.map((value) => by * value)),
  );
  return [...base, ...scaled, ...random].slice(0, count);
}

/**
 * A solver's K made into a proper world: only its invisible part is kept, so that the benchmark law and the diagonal
 * hold to rounding, and it is drawn towards the centre by the little that makes it positive semidefinite. Then checked.
 */
function witness(
  set: CompatibleSet,
  solved: Matrix,
  valued: (covariance: Matrix) => World,
  kernels: Kernels,
): World | undefined {
  const { benchmark, inside } = set;
  const way = invisibleWay(set, solved, kernels);
  if (way === undefined) return valued(inside);
  const steps = admissibleSteps(inside, way, kernels);
  if (steps === undefined) return undefined;
  const covariance = correlationsMovedBy(inside, way, Math.min(1, steps.forward * (1 - 1e-9)));
  if (!isWorld(worldFaults(benchmark, benchmarkLaw(benchmark, inside), covariance, kernels)))
    return undefined;
  return valued(covariance);
}
