import type { Action } from '../model/action.ts';
import { type Problem, refuse } from '../model/invalid-input.ts';
import { measurementRows } from '../model/measurement-rows.ts';
import type { Target } from '../model/target.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, row } from '../numerics/matrix.ts';
import { type Benchmark, benchmarkOf } from './benchmark.ts';
import { type Augmentation, type AugmentationSearch, cheapestAugmentation } from './cheapest-augmentation.ts';
import { type CompatibleRange, compatibleRange } from './compatible-range.ts';
import { type CompatibleSet, interiorWorld } from './compatible-set.ts';
import { type World, worldValue } from './compatible-world.ts';
import type { CovarianceClass } from './covariance-class.ts';
import { firstOrderCertificate } from './first-order-certificate.ts';
import type { Knowledge } from './knowledge.ts';
import { type BrokenRule, brokenRules } from './law-rules.ts';
import { permutationCertificate } from './permutation-certificate.ts';
import { contains, visibleSpace } from './row-space.ts';

/** Whether the law of (Y_A, Θ) determines the value of one alternative, with the evidence for it. */
export interface Identification {
  verdict: 'identified' | 'not-identified' | 'undecided';
  /** One sentence for people. */
  why: string;
  /** The alternative's value under the law that was given. */
  value: number;
  /** dim D(A, h) within the class; null for targets that are not linear, for which it decides nothing. */
  invisibleDimension: number | null;
  /** The largest derivative of the value along an invisible direction of norm 1; null as above. */
  sensitivity: number | null;
  /** The values that are still possible, as far as known; null where nothing was computed. */
  range: ValueRange | null;
  /** Worlds with the same benchmark law that differ most in the alternative's value: low, then high. */
  worlds: World[];
  augmentation: AugmentationAnswer | null;
  /** The values that permutations of times alone reach, which hold for every target; null where none were looked for. */
  permuted: { low: number; high: number } | null;
  /** Where a solver did not reach its tolerance: how far it got. */
  unsolved: Unsolved | null;
}

export interface Unsolved {
  why: string;
  relativeGap: number | null;
  residual: number | null;
}

export interface ValueRange {
  low: number;
  high: number;
  lowStatus: 'exact' | 'attained';
  highStatus: 'exact' | 'attained';
}

export interface AugmentationAnswer {
  /** Positions in the catalogue. */
  actions: number[];
  cost: number;
  why: string;
  by: Augmentation['by'];
  /** Whether nothing cheaper will do; false where the search was cut short. */
  exact: boolean;
  /** The cheapest set that settles it for every law, where that is another one. */
  surest: { actions: number[]; cost: number } | null;
}

export interface IdentifyInput {
  /** K₀. */
  covariance: Matrix;
  weights: Float64Array;
  target: Target;
  realised: readonly Action[];
  alternative: readonly Action[];
  covarianceClass: CovarianceClass;
  knowledge?: Knowledge;
  /** Actions that could be measured in addition. */
  catalogue?: readonly Action[];
}

export interface IdentifyOptions {
  /** Share of the largest admissible step at which the first-order worlds stand. */
  share?: number;
  /** Whether the range is computed (linear targets on at most RANGE_POINTS grid points). */
  range?: boolean;
  /** Whether permutations are looked for beside the range of a linear target. */
  permutations?: boolean;
  /** Random starts for the high end. */
  starts?: number;
  seed?: number;
  kernels?: Kernels;
}

/** The semidefinite programmes are meant for grids up to this size. */
export const RANGE_POINTS = 100;
/** Values that differ by no more are one value. */
export const SAME_VALUE = 1e-6;

/** Refuses a law outside the class (InvalidInput, path `assume`): what is assumed must hold of it. */
export function identify(input: IdentifyInput, options: IdentifyOptions = {}): Identification {
  const { covariance, covarianceClass, knowledge = {} } = input;
  refuse(brokenRules(covariance, covarianceClass, knowledge, options.kernels).map(asProblem));
  return input.target.spec === 'mean' ? identifyLinear(input, options) : identifyAny(input, options);
}

/** In the engine's own words; the study says where and by how much. */
function asProblem({ rule, j, k, by, index }: BrokenRule): Problem {
  return rule === 'stationary'
    ? {
        path: ['assume'],
        value: rule,
        why: `the law given is not stationary: the correlation of points ${k} and ${j} differs by ${by} from the one before`,
        accepted: 'any, or a latent law whose correlations depend on the lag alone',
      }
    : {
        path: ['know', ...(rule === 'correlation' ? ['correlations', index!] : [rule])],
        value: by,
        why: `the law given is not one of those that are said to be known: '${rule}' does not hold, by ${by}`,
        accepted: 'knowledge that holds of the law given',
      };
}

function identifyLinear(input: IdentifyInput, options: IdentifyOptions): Identification {
  const { covariance, weights, target, alternative, covarianceClass, knowledge = {} } = input;
  const { share = 1, kernels = defaultKernels() } = options;
  const { benchmark } = compatibleSetOf(input);
  const value = worldValue(covariance, weights, target, alternative, kernels);
  const inside = contains(visibleSpace(benchmark, true), rowsOf(alternative, weights.length));
  const certificate = firstOrderCertificate(covariance, benchmark, alternative, covarianceClass, {
    share,
    knowledge,
    kernels,
  });
  const { dimension, sensitivity } = certificate;
  const head = { value, invisibleDimension: dimension, sensitivity, permuted: null };
  const point: ValueRange = { low: value, high: value, lowStatus: 'exact', highStatus: 'exact' };
  if (inside)
    return {
      ...head,
      verdict: 'identified',
      why: 'every measurement of the alternative is a combination of what the benchmark measures and the target (row space)',
      range: point,
      worlds: [],
      augmentation: null,
      unsolved: null,
    };
  if (dimension === 0)
    return {
      ...head,
      verdict: 'identified',
      why: `no direction of the covariance is invisible within the class${className(covarianceClass)}`,
      range: point,
      worlds: [],
      augmentation: null,
      unsolved: null,
    };

  const wanted = rangeWanted(input, options);
  const range = wanted ? rangeOf(compatibleSetOf(input), input, options) : undefined;
  const swapped = wanted && options.permutations !== false ? permutedWorlds(input, kernels) : [];
  const permuted = swapped.length > 0 ? { low: swapped[0]!.value, high: swapped.at(-1)!.value } : null;
  const ends: World[] = range?.ok ? [range.low.world, range.high.world] : [];
  const worlds = options.share === undefined && ends.length === 2 ? ends : sorted(certificate.worlds);
  const summary = range?.ok ? summaryOf(range) : null;
  const width = summary ? summary.high - summary.low : 0;
  const unsolved: Unsolved | null =
    range && !range.ok
      ? { why: range.why, relativeGap: range.relativeGap ?? null, residual: range.residual ?? null }
      : null;
  const both = summary?.lowStatus === 'exact' && summary.highStatus === 'exact';

  const apart = Math.abs((certificate.worlds[0]?.value ?? 0) - (certificate.worlds[1]?.value ?? 0));
  if (apart > SAME_VALUE)
    return {
      ...head,
      permuted,
      verdict: 'not-identified',
      why: 'two worlds with the same benchmark law give the alternative different values: an invisible direction changes its value to first order',
      range: summary,
      worlds,
      augmentation: augmentationOf(input, options),
      unsolved,
    };
  if (width > SAME_VALUE)
    return {
      ...head,
      permuted,
      verdict: 'not-identified',
      why: 'two worlds with the same benchmark law give the alternative different values (found by optimisation over all compatible worlds)',
      range: summary,
      worlds,
      augmentation: augmentationOf(input, options),
      unsolved,
    };
  if (summary && both)
    return {
      ...head,
      permuted,
      verdict: 'identified',
      why: 'the smallest and the largest value over all compatible worlds coincide to 1e-6',
      range: summary,
      worlds: [],
      augmentation: null,
      unsolved: null,
    };
  const reason = range && !range.ok ? `; ${range.why}` : '';
  return {
    ...head,
    permuted,
    verdict: 'undecided',
    why:
      (sensitivity > 0
        ? 'an invisible direction changes the value to first order, but the law given is too near to the boundary of what is possible for two worlds that differ by more than 1e-6'
        : 'no certificate against identification was found, and neither row space nor range proves it') +
      reason,
    // Nothing that was found tells two values apart, and nothing proves that there is one: a range of one point would.
    range: null,
    worlds: [],
    augmentation: augmentationOf(input, options),
    unsolved,
  };
}

function rangeWanted({ weights }: IdentifyInput, { range = true }: IdentifyOptions): boolean {
  return range && weights.length <= RANGE_POINTS;
}

function compatibleSetOf({
  covariance,
  weights,
  realised,
  covarianceClass,
  knowledge = {},
}: IdentifyInput): CompatibleSet {
  const pairs = knowledge.pairs?.map(({ pair }) => pair);
  const benchmark: Benchmark = { ...benchmarkOf(realised, weights), ...(pairs ? { pairs } : {}) };
  return { benchmark, inside: covariance, covarianceClass, knowledge };
}

/** The range around K₀; where K₀ is singular, around the most interior world with the same law. */
function rangeOf(set: CompatibleSet, input: IdentifyInput, options: IdentifyOptions): CompatibleRange {
  const { alternative } = input;
  const { kernels = defaultKernels(), starts, seed } = options;
  const solve = (from: CompatibleSet) =>
    compatibleRange(from, alternative, {
      kernels,
      ...(starts === undefined ? {} : { starts }),
      ...(seed === undefined ? {} : { seed }),
    });
  if (kernels.cholesky(set.inside, 1e-8).ok) return solve(set);
  const inside = interiorWorld(set, kernels);
  if (inside === undefined)
    return { ok: false, why: 'the law given is singular and no world inside the compatible set was found' };
  const range = solve({ ...set, inside });
  if (!range.ok) return range;
  // The law given is a compatible world as well.
  const { covariance, weights, target } = input;
  const own = { covariance, value: worldValue(covariance, weights, target, alternative, kernels) };
  return {
    ok: true,
    low: own.value < range.low.value ? { ...range.low, value: own.value, world: own } : range.low,
    high: own.value > range.high.value ? { ...range.high, value: own.value, world: own } : range.high,
  };
}

/** For a target that is not linear: row space of A alone, or permutations (Proposition 'permutation'). */
function identifyAny(input: IdentifyInput, options: IdentifyOptions): Identification {
  const { covariance, weights, target, realised, alternative } = input;
  const { kernels = defaultKernels() } = options;
  const benchmark = benchmarkOf(realised, weights);
  const none = { invisibleDimension: null, sensitivity: null, permuted: null };
  if (contains(visibleSpace(benchmark, false), rowsOf(alternative, weights.length))) {
    const value = worldValue(covariance, weights, target, alternative, kernels);
    return {
      ...none,
      value,
      verdict: 'identified',
      why: 'every measurement of the alternative is a combination of what the benchmark measures (row space)',
      range: { low: value, high: value, lowStatus: 'exact', highStatus: 'exact' },
      worlds: [],
      augmentation: null,
      unsolved: null,
    };
  }
  const worlds = permutedWorlds(input, kernels);
  const { value: low } = worlds[0]!;
  const { value: high } = worlds.at(-1)!;
  const answer = {
    ...none,
    value: worldValue(covariance, weights, target, alternative, kernels),
    permuted: { low, high },
    augmentation: augmentationOf(input, options),
    unsolved: null,
  };
  if (high - low <= SAME_VALUE)
    return {
      ...answer,
      verdict: 'undecided',
      why: 'neither a permutation of times that changes the value nor row-space sufficiency was found',
      range: null,
      worlds: [],
    };
  return {
    ...answer,
    verdict: 'not-identified',
    why: 'a permutation of times that the benchmark cannot tell apart changes the value',
    range: { low, high, lowStatus: 'attained', highStatus: 'attained' },
    worlds: [worlds[0]!, worlds.at(-1)!].map(({ value, covariance }) => ({ value, covariance })),
  };
}

/** K₀ and the worlds of the class that permuting times makes of it (Proposition 'permutation'), by value. */
function permutedWorlds(input: IdentifyInput, kernels: Kernels): World[] {
  const { covariance, weights, target, realised, alternative, covarianceClass, knowledge = {} } = input;
  const found = permutationCertificate(covariance, benchmarkOf(realised, weights), alternative, target, {
    kernels,
  });
  const admitted = [found.lowest, found.highest].flatMap((world) =>
    world && isMember(world.covariance, covarianceClass, knowledge, kernels) ? [world] : [],
  );
  return sorted([{ covariance, value: found.value }, ...admitted]);
}

/** A permuted world is a certificate only where it belongs to the class; of a class of directions none is known to. */
function isMember(
  covariance: Matrix,
  covarianceClass: CovarianceClass,
  knowledge: Knowledge,
  kernels: Kernels,
): boolean {
  return (
    typeof covarianceClass === 'string' &&
    brokenRules(covariance, covarianceClass, knowledge, kernels).length === 0
  );
}

function augmentationOf(input: IdentifyInput, options: IdentifyOptions): AugmentationAnswer | null {
  const { catalogue, covariance, covarianceClass, realised, weights, alternative, target } = input;
  if (catalogue === undefined || catalogue.length === 0) return null;
  const { kernels = defaultKernels() } = options;
  const linear = target.spec === 'mean';
  // To first order at this law can still be open elsewhere: where the range can be computed, it must have closed.
  const confirm = (actions: readonly number[]) => {
    const more = { ...input, realised: [...realised, ...actions.map((a) => catalogue[a]!)] };
    const range = rangeOf(compatibleSetOf(more), more, options);
    if (!range.ok) return 'unknown';
    return range.high.value - range.low.value <= SAME_VALUE ? 'yes' : 'no';
  };
  const found = cheapestAugmentation(
    realised,
    weights,
    alternative,
    catalogue,
    linear ? { covariance, covarianceClass } : undefined,
    { kernels, ...(linear && rangeWanted(input, options) ? { confirm } : {}) },
  );
  return found.cheapest
    ? answerOf(found, found.cheapest, covarianceClass, linear && rangeWanted(input, options))
    : null;
}

function answerOf(
  { surest, exact }: AugmentationSearch,
  cheapest: Augmentation,
  covarianceClass: CovarianceClass,
  confirmed: boolean,
): AugmentationAnswer {
  const other = surest && cheapest.by !== 'row-space' ? { actions: surest.actions, cost: surest.cost } : null;
  return {
    ...cheapest,
    why:
      cheapest.by === 'row-space'
        ? 'with these the alternative lies in the row space of what is measured: identified for every law'
        : cheapest.by === 'nothing-invisible'
          ? `with these no direction of the covariance is invisible any more within the class${className(covarianceClass)}: identified`
          : `with these no invisible direction changes the value at this law any more within the class${className(covarianceClass)}: identified to first order${confirmed ? ', and no wider range of compatible values was found' : ''}`,
    exact,
    surest: other,
  };
}

function className(covarianceClass: CovarianceClass): string {
  if (covarianceClass === 'any') return ' of all correlation matrices';
  return covarianceClass === 'stationary' ? ' of stationary ones' : ' given';
}

const rowsOf = (actions: readonly Action[], points: number) => {
  const matrix = measurementRows(actions, points);
  return Array.from({ length: matrix.rows }, (_, a) => row(matrix, a));
};

const sorted = (worlds: readonly World[]) => [...worlds].sort((a, b) => a.value - b.value);

function summaryOf({ low, high }: Extract<CompatibleRange, { ok: true }>): ValueRange {
  return { low: low.value, high: high.value, lowStatus: low.status, highStatus: high.status };
}
