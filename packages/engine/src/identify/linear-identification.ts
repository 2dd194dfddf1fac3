import { measurementRows } from '../model/value/measurement-rows.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import type { Stepwise } from '../numerics/stepwise.ts';
import { augmentationAnswer } from './augmentation-answer.ts';
import {
  type AugmentationAnswer,
  type Evidence,
  type Identification,
  type IdentifyInput,
  type IdentifyOptions,
  measurementsOf,
  type PermutedRange,
  rangePoints,
  type ValueRange,
} from './identification.ts';
import { type Benchmark, benchmarkOf } from './invisible/benchmark.ts';
import { className } from './invisible/covariance-class.ts';
import { brokenRules } from './invisible/law-rules.ts';
import { contains, visibleSpaces } from './invisible/row-space.ts';
import { mostPossible } from './invisible/same-value.ts';
import { valueConstancy } from './invisible/value-constancy.ts';
import { valueDerivative } from './invisible/value-derivative.ts';
import { permutationCertificate } from './permutations/permutation-certificate.ts';
import {
  type CompatibleRange,
  type RangeOrder,
  type RangePiece,
  rangePiece,
  rangeSearch,
} from './worlds/compatible-range.ts';
import { type CompatibleSet, interiorWorld } from './worlds/compatible-set.ts';
import { differ, extremesOf, lowestKnown, type World, worldOf } from './worlds/compatible-world.ts';
import { firstOrderCertificate, worldsAlong } from './worlds/first-order-certificate.ts';

/** A part of the work that can be made by itself: one of the range, or what is found beside it. */
export type LinearOrder = RangeOrder | { of: 'beside'; range: boolean };

/** Worlds by permutations of times where there is a range that they may widen, and what to measure in addition. */
interface Beside {
  permuted: PermutedRange | null;
  permutedWorlds: World[];
  augmentation: AugmentationAnswer | null;
}

export type LinearPiece = RangePiece & Partial<Beside>;

/** For the mean: linear algebra first, which decides wherever the law has room around it; then the range. */
export function* identifyLinear(
  input: IdentifyInput,
  options: IdentifyOptions,
): Stepwise<LinearOrder, LinearPiece, Identification> {
  const { covariance, weights, target, alternative, covarianceClass, knowledge = {} } = input;
  const { kernels = defaultKernels(), range: wanted = true } = options;
  const set = compatibleSetOf(input);
  const { benchmark } = set;
  const own = worldOf(covariance, input, target, alternative, kernels);
  const { value } = own;
  const settings = { knowledge, kernels };
  const certificate = firstOrderCertificate(covariance, benchmark, alternative, covarianceClass, settings);
  const { dimension } = certificate;
  const ceiling = mostPossible(alternative, input.scale);
  const first = extremesOf(certificate.worlds);
  const rows = measurementRows(alternative, weights.length, input.scale);
  const visible = visibleSpaces(benchmark, true).some((space) => contains(space, rows));
  // Two worlds that differ settle it; only where there are none is it worth asking whether there can be any.
  const constancy =
    visible || dimension === 0 || differ(first, ceiling)
      ? undefined
      : valueConstancy(benchmark, valueDerivative(input, alternative), alternative, covarianceClass, kernels);
  const proof: Evidence | null = visible
    ? 'row-space'
    : dimension === 0
      ? 'nothing-invisible'
      : constancy === undefined || constancy.holds === 'no'
        ? null
        : constancy.holds;
  const head = {
    value,
    atLeast: own.atLeast ?? false,
    invisibleDimension: dimension,
    sensitivity: proof === null ? certificate.sensitivity : 0,
    permuted: null,
  };
  if (proof !== null)
    return {
      ...head,
      verdict: 'identified',
      by: proof,
      why: proofText(proof, input),
      range: wanted ? { low: value, high: value, lowStatus: 'exact', highStatus: 'exact' } : null,
      worlds: [],
      augmentation: null,
      unsolved: null,
    };

  // Where no direction changes the value to first order, one along which the best predictor changes bends it.
  const bending = certificate.sensitivity > 0 ? undefined : constancy?.direction;
  const worldsAt = (share: number) => {
    const direction = bending ?? certificate.direction;
    const worlds = direction
      ? worldsAlong(covariance, benchmark, alternative, direction, { ...settings, share })
      : [];
    return extremesOf(bending ? [own, ...worlds] : worlds);
  };
  const along = bending ? worldsAt(1) : first;
  const ranged = wanted && weights.length <= rangePoints(covarianceClass, knowledge);
  const [beside] = (yield [{ of: 'beside', range: ranged }]) as Beside[];
  const found = ranged ? yield* rangeOf(set, input, options) : undefined;
  const unsolved = found && !found.ok ? found.unsolved : null;
  // Whatever was found to be a compatible world lies in the range.
  const reached = found?.ok
    ? widened(found, [...along, ...beside!.permutedWorlds])
    : { summary: null, worlds: [] };
  const rest = {
    ...head,
    permuted: beside!.permuted,
    augmentation: beside!.augmentation,
    unsolved,
  };

  const by = differ(along, ceiling)
    ? certificate.sensitivity > 0
      ? 'first-order'
      : 'second-order'
    : differ(reached.worlds, ceiling)
      ? 'range'
      : null;
  if (by !== null)
    return {
      ...rest,
      verdict: 'not-identified',
      by,
      why: REFUTATIONS[by],
      range: reached.summary,
      // The verdict is that of the whole step; how far along it the worlds shown stand is a choice.
      worlds:
        options.share !== undefined
          ? worldsAt(options.share)
          : reached.worlds.length === 2
            ? reached.worlds
            : along,
    };
  const { summary } = reached;
  if (summary?.lowStatus === 'exact' && summary.highStatus === 'exact')
    return {
      ...rest,
      verdict: 'identified',
      by: 'range',
      why: 'the smallest and the largest value over all compatible worlds agree to a relative 1e-6',
      range: summary,
      worlds: [],
      augmentation: null,
      unsolved: null,
    };
  return {
    ...rest,
    verdict: 'undecided',
    by: null,
    why:
      (along.length === 2 && along[0]!.value !== along[1]!.value
        ? 'an invisible direction changes the value, but the values of the worlds found agree to a relative 1e-6'
        : 'an invisible direction would change the value, but the law given is too close to the boundary of the class to construct two worlds with different values') +
      (unsolved ? `; ${unsolved.why}` : ''),
    // Nothing that was found tells two values apart, and nothing proves that there is one: a range of one point would.
    range: null,
    worlds: [],
  };
}

function proofText(proof: Evidence, { covarianceClass, realised }: IdentifyInput): string {
  const within = `within the class${className(covarianceClass)}`;
  if (proof === 'row-space')
    return `every measurement of the alternative is a linear combination of ${measurementsOf(realised)} and the target (row space)`;
  if (proof === 'nothing-invisible') return `no direction of the covariance is invisible ${within}`;
  return proof === 'every-law'
    ? `no invisible direction ${within} changes the covariances of the alternative’s measurements, with each other or with the target: identified for every law of the class`
    : `no invisible direction ${within} changes the best predictor from the alternative’s measurements, or the variance it explains: one value in all worlds with this benchmark`;
}

const REFUTATIONS = {
  'first-order':
    'two worlds with the same benchmark law give the alternative different values: an invisible direction changes its value to first order',
  'second-order':
    'two worlds with the same benchmark law give the alternative different values: an invisible direction changes its value, though not to first order',
  range:
    'two worlds with the same benchmark law give the alternative different values (found by optimisation over all compatible worlds)',
};

function compatibleSetOf(input: Omit<IdentifyInput, 'alternative' | 'target'>): CompatibleSet {
  const { covariance, realised, covarianceClass, knowledge = {} } = input;
  const pairs = knowledge.pairs?.map(({ pair }) => pair);
  const benchmark: Benchmark = { ...benchmarkOf(realised, input), ...(pairs ? { pairs } : {}) };
  return { benchmark, inside: covariance, covarianceClass, knowledge };
}

/** Who makes the pieces. */
export function linearPiece(
  input: IdentifyInput,
  options: IdentifyOptions,
): (order: LinearOrder) => LinearPiece {
  const { kernels = defaultKernels() } = options;
  let ofRange: ((order: RangeOrder) => RangePiece) | undefined;
  return (order) => {
    if (order.of !== 'beside') {
      // Only asked for where there is such a set.
      ofRange ??= rangePiece(roomySet(compatibleSetOf(input), kernels)!, input.alternative, { kernels });
      return ofRange(order);
    }
    const swapped =
      order.range && options.permutations !== false ? permutedWorlds(input, kernels) : undefined;
    return {
      permuted: swapped?.permuted ?? null,
      permutedWorlds: swapped?.worlds ?? [],
      augmentation: augmentationAnswer(input, options),
    };
  };
}

/** The set around K₀; where K₀ is singular, around the most interior world with the same law. */
function roomySet(set: CompatibleSet, kernels: Kernels): CompatibleSet | undefined {
  if (kernels.isPositiveDefinite(set.inside, { minimumPivot: 1e-8 })) return set;
  const inside = interiorWorld(set, kernels);
  return inside && { ...set, inside };
}

function* rangeOf(
  set: CompatibleSet,
  input: IdentifyInput,
  options: IdentifyOptions,
): Stepwise<RangeOrder, RangePiece, CompatibleRange> {
  const { kernels = defaultKernels() } = options;
  const roomy = roomySet(set, kernels);
  if (roomy === undefined)
    return {
      ok: false,
      unsolved: {
        why: 'the law given is singular and no world inside the compatible set was found',
        relativeGap: null,
        residual: null,
      },
    };
  const range = yield* rangeSearch(roomy, input.alternative, options);
  if (roomy === set || !range.ok) return range;
  // The law given is a compatible world as well.
  const { covariance, target, alternative } = input;
  const own = worldOf(covariance, input, target, alternative, kernels);
  const low = lowestKnown([range.low.world, own])!;
  return {
    ok: true,
    low: low === own ? { ...range.low, value: own.value, world: own } : range.low,
    high: own.value > range.high.value ? { ...range.high, value: own.value, world: own } : range.high,
  };
}

/** The range with worlds that were found otherwise: the lowest and the highest of all. */
function widened({ low, high }: Extract<CompatibleRange, { ok: true }>, others: readonly World[]) {
  const all = extremesOf([low.world, high.world, ...others]);
  const summary: ValueRange = {
    low: all[0]!.value,
    high: all[1]!.value,
    lowStatus: low.status,
    highStatus: high.status,
  };
  return { summary, worlds: all };
}

/** What permutations reach. They keep no order of correlations and no known ones: then none are looked for. */
function permutedWorlds(
  input: IdentifyInput,
  kernels: Kernels,
): { permuted: PermutedRange; worlds: World[] } | undefined {
  const { covariance, target, realised, alternative, covarianceClass, knowledge = {} } = input;
  if (knowledge.nonIncreasing || knowledge.pairs || typeof covarianceClass !== 'string') return undefined;
  const { value, atLeast, lowest, highest, search, tried } = permutationCertificate(
    covariance,
    benchmarkOf(realised, input),
    alternative,
    target,
    { covarianceClass, kernels },
  );
  const worlds = [lowest, highest].flatMap((found) =>
    found && brokenRules(found.world.covariance, covarianceClass, knowledge, kernels).length === 0
      ? [found.world]
      : [],
  );
  const [low, high] = extremesOf([{ covariance, value, ...(atLeast && { atLeast }) }, ...worlds]);
  return { permuted: { low: low!.value, high: high!.value, search, tried }, worlds };
}
