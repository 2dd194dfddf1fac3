import { NumericallyUndecided } from '../../model/input/numerically-undecided.ts';
import type { Target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { permutation as randomOrder, randomStream } from '../../numerics/random/random-stream.ts';
import type { Benchmark } from '../invisible/benchmark.ts';
import type { CovarianceClass } from '../invisible/covariance-class.ts';
import { mostPossible, sameValue } from '../invisible/same-value.ts';
import type { World } from '../worlds/compatible-world.ts';
import { arrangements, interchangeable } from './arrangements.ts';
import { permuted, permutedValues } from './permuted-values.ts';
import { stationaryPermutations } from './stationary-permutations.ts';
import { turnedBenchmarks } from './turned-benchmarks.ts';

/**
 * Proposition 'permutation': a permutation of times that no realised action can tell apart and that count alike in the
 * target turns K into a world with the same benchmark law, for every target. Of several protocols, each run on other units, some
 * may be turned in time as well, where the law is the same backwards.
 */
interface PermutationCertificate {
  /** The alternative's value under K itself; `atLeast` where that is a lower bound. */
  value: number;
  atLeast?: true;
  /** The lowest and the highest world found; absent where no permutation moved the value that way. */
  lowest: PermutedWorld | undefined;
  highest: PermutedWorld | undefined;
  /** How many permuted worlds were looked at, and whether these are all that give the alternative another value. */
  tried: number;
  search: PermutationSearch;
}

/** 'all': every permutation counts. 'exchanges': the best of a climb over exchanges of two times, from several starts. */
export type PermutationSearch = 'all' | 'exchanges';

interface PermutedWorld {
  world: World;
  /** Time j of the world is time permutation[j] of K. */
  permutation: Int32Array;
}

interface PermutationOptions {
  /** In a stationary class only permutations count that leave the law stationary; of a class of directions none is known. */
  covarianceClass?: CovarianceClass;
  /** Worlds whose value is computed, at most. */
  most?: number;
  /** Whether the first world with another value is enough. */
  anyChange?: boolean;
  seed?: number;
  kernels?: Kernels;
}

/** A world costs O(p²) at least: fewer of them on finer grids, so that it takes seconds at most. */
const mostOn = (points: number) => Math.min(100_000, Math.ceil(3e8 / (points * points)));
/** Starts of the climb, the law itself among them. */
const STARTS = 8;
/** Permuted worlds whose values are computed together. */
const BATCH = 512;

/**
 * Where the different protocols that permutations make of the alternative are few enough, all of them; else a climb over
 * exchanges of two times, the best of each round together, from the law itself and from random permutations of it.
 */
export function permutationCertificate(
  covariance: Matrix,
  benchmark: Benchmark,
  alternative: readonly Action[],
  target: Target,
  options: PermutationOptions = {},
): PermutationCertificate {
  const { weights, scale } = benchmark;
  const p = weights.length;
  const {
    covarianceClass = 'any',
    most = mostOn(p),
    anyChange = false,
    seed = 0,
    kernels = defaultKernels(),
  } = options;
  const kind = interchangeable(benchmark, target);
  const same = Int32Array.from({ length: p }, (_, j) => j);
  /** Worlds to begin with: the law itself, and where several protocols were realised also with some of them turned. */
  const bases = [same, ...turnedBenchmarks(covariance, benchmark, target)];
  const values = permutedValues({ covariance, weights, scale }, target, alternative, kernels);
  const own = values([same]);
  const start = own.value[0]!;
  const isBound = own.atLeast[0]!;
  if (Number.isNaN(start))
    throw new NumericallyUndecided('the value under the law itself has too few digits');
  const ceiling = mostPossible(alternative, scale);

  // Where the value under K is a lower bound, the lowest world is the lowest of those whose value is known.
  let [low, high] = [isBound === 1 ? Number.POSITIVE_INFINITY : start, start];
  let lowest: Int32Array = same;
  let highest: Int32Array = same;
  let highIsBound = isBound;
  let tried = 0;
  let search: PermutationSearch = 'all';
  const isOther = (value: number) => !sameValue(value, start, ceiling);
  const isLower = () => (isBound === 1 ? low < high && !sameValue(low, high, ceiling) : isOther(low));
  const enough = () => anyChange && (isLower() || (isBound === 0 && isOther(high)));
  /** Takes note of worlds, and gives their values. */
  const look = (permutations: readonly Int32Array[]): Float64Array => {
    const { value: found, atLeast } = values(permutations);
    tried += permutations.length;
    found.forEach((value, i) => {
      // A world whose value has too few digits may lie beyond; one with a lower bound is not known to lie below.
      if (Number.isNaN(value) || atLeast[i]) search = 'exchanges';
      if (value < low && !atLeast[i]) [low, lowest] = [value, permutations[i]!];
      if (value > high) [high, highest, highIsBound] = [value, permutations[i]!, atLeast[i]!];
    });
    return found;
  };

  if (covarianceClass === 'stationary') {
    const found: Int32Array[] = [];
    for (const base of bases) {
      const law = base === same ? covariance : permuted(covariance, base);
      const left = { worlds: most - found.length, steps: 1000 * p * p };
      const own = stationaryPermutations(law, kind, left);
      if (!own.all) search = 'exchanges';
      for (const permutation of own.found) found.push(after(base, permutation));
    }
    for (let i = 0; i < found.length && !enough(); i += BATCH) look(found.slice(i, i + BATCH));
  } else if (covarianceClass === 'any') {
    const { count, all } = arrangements(alternative, kind);
    if (count * bases.length <= most) {
      let batch: Int32Array[] = [];
      for (const base of bases)
        for (const permutation of all()) {
          if (enough()) break;
          batch.push(after(base, permutation));
          if (batch.length < BATCH) continue;
          look(batch);
          batch = [];
        }
      if (batch.length > 0) look(batch);
    } else {
      search = 'exchanges';
      const climbs = [...bases, ...randomStarts(kind, seed)].flatMap((begin) =>
        [-1, 1].map((sign) => ({ begin, sign })),
      );
      climbs.forEach(({ begin, sign }, k) => {
        // Both climbs from the law itself get their half; what one leaves is the next one's.
        const until = k === 0 ? most / 2 : most;
        climb(begin, sign, { alternative, kind, look, left: () => Math.floor(until - tried), enough });
      });
    }
  }
  const worldAt = (permutation: Int32Array, value: number, bound: number): PermutedWorld => ({
    world: { value, covariance: permuted(covariance, permutation), ...marked(bound) },
    permutation,
  });
  return {
    value: start,
    ...marked(isBound),
    lowest: isLower() ? worldAt(lowest, low, 0) : undefined,
    highest: isOther(high) ? worldAt(highest, high, highIsBound) : undefined,
    tried,
    search,
  };
}

/** Times are exchanged in the world that a base makes of K. */
const after = (base: Int32Array, permutation: Int32Array) => permutation.map((t) => base[t]!);

const marked = (bound: number) => (bound === 1 ? { atLeast: true as const } : {});

interface Climb {
  alternative: readonly Action[];
  kind: Int32Array;
  look(permutations: readonly Int32Array[]): Float64Array;
  /** How many worlds may still be looked at. */
  left(): number;
  enough(): boolean;
}

/** Exchanges of a round that are tried on top of its best one, at most. */
const TOGETHER = 64;

function climb(begin: Int32Array, sign: number, { alternative, kind, look, left, enough }: Climb): void {
  if (left() <= 0 || enough()) return;
  const swaps = exchanges(alternative, kind);
  let current = begin;
  let best = sign * look([begin])[0]!;
  const rises = (value: number) => sign * value > best + 1e-9 * Math.abs(best);
  while (left() > 0 && !enough()) {
    const tried = swaps.slice(0, left());
    const values = look(tried.map((swap) => exchanged(current, swap)));
    const rising = tried
      .map((swap, i) => ({ swap, value: values[i]! }))
      .filter(({ value }) => rises(value))
      .sort((a, b) => sign * (b.value - a.value) || a.swap[0] - b.swap[0] || a.swap[1] - b.swap[1]);
    const [first, ...others] = rising;
    if (first === undefined) return;
    current = exchanged(current, first.swap);
    best = sign * first.value;
    // What is good alone is often good together: a round has looked at thousands, and each of these is one more.
    for (const { swap } of others.slice(0, TOGETHER)) {
      if (left() <= 0) return;
      const next = exchanged(current, swap);
      const value = look([next])[0]!;
      if (!rises(value)) continue;
      current = next;
      best = sign * value;
    }
  }
}

function exchanged(permutation: Int32Array, [i, j]: readonly [number, number]): Int32Array {
  const next = permutation.slice();
  [next[i], next[j]] = [next[j]!, next[i]!];
  return next;
}

/** Pairs of times of one kind of which the alternative reads one otherwise than the other. */
function exchanges(alternative: readonly Action[], kind: Int32Array): [number, number][] {
  const p = kind.length;
  const readers = Array.from({ length: p }, (_, j) =>
    alternative
      .flatMap(({ first, last, noise }, a) =>
        j < first || j > last ? [] : first === last ? [`point ${noise}`] : [`${a}`],
      )
      .join(' '),
  );
  const out: [number, number][] = [];
  for (let i = 0; i < p; i++)
    for (let j = i + 1; j < p; j++) if (kind[i] === kind[j] && readers[i] !== readers[j]) out.push([i, j]);
  return out;
}

function randomStarts(kind: Int32Array, seed: number): Int32Array[] {
  const members = new Map<number, number[]>();
  kind.forEach((k, j) => {
    members.set(k, [...(members.get(k) ?? []), j]);
  });
  return Array.from({ length: STARTS - 1 }, (_, n) => {
    const out = new Int32Array(kind.length);
    for (const [k, times] of members)
      randomOrder(randomStream(seed, 'permutation-start', n, k), times.length).forEach((to, from) => {
        out[times[from]!] = times[to]!;
      });
    return out;
  });
}
