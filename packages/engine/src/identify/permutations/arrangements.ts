import { markOfTime, type Target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import type { Benchmark } from '../invisible/benchmark.ts';

/**
 * A number for each time, equal for times in which every realised action has the same entry and that have the same
 * weight, scale and g: permuting those leaves AΞ = A for each realised A, Ξᵀω = ω, Ξᵀs = s and the target as they are.
 */
export function interchangeable(benchmark: Benchmark, target: Target): Int32Array {
  const kinds = new Map<string, number>();
  return Int32Array.from(timeMarks(benchmark, target), (mark) => {
    if (!kinds.has(mark)) kinds.set(mark, kinds.size);
    return kinds.get(mark)!;
  });
}

/** What the target and the realised protocols make of each time; those that are turned read it backwards. */
export function timeMarks(
  { realised, weights, scale }: Benchmark,
  target: Target,
  turned: (protocol: number) => boolean = () => false,
): string[] {
  const p = weights.length;
  return Array.from({ length: p }, (_, j) =>
    [
      weights[j],
      scale?.[j],
      ...markOfTime(target, j),
      ...realised.flatMap((rows, k) => rows.map((row) => row[turned(k) ? p - 1 - j : j])),
    ].join(' '),
  );
}

/**
 * Times of one kind that the alternative reads alike, so that only which set of times stands in for them matters: those
 * with the same column of B, and single readings of one noise, which are the same protocol in any order.
 */
interface Part {
  from: number[];
  /** Which others of its kind may stand in for them. */
  kind: number;
}

/** What the permutations within kinds make of an alternative, each different protocol once. */
interface Arrangements {
  /** How many there are; Infinity where that is beyond counting. */
  count: number;
  /** Each as the permutation π: time j of the world is time π(j) of K. The array is used again for the next. */
  all(): Generator<Int32Array>;
}

export function arrangements(alternative: readonly Action[], kind: Int32Array): Arrangements {
  const p = kind.length;
  const parts = partsOf(alternative, kind);
  const timesOf = new Map<number, number[]>();
  kind.forEach((k, j) => {
    timesOf.set(k, [...(timesOf.get(k) ?? []), j]);
  });
  const open = new Map([...timesOf].map(([k, times]) => [k, times.length]));
  let count = 1;
  for (const { from, kind: k } of parts) {
    count *= choices(open.get(k)!, from.length);
    open.set(k, open.get(k)! - from.length);
  }

  const taken = new Uint8Array(p);
  const permutation = new Int32Array(p);
  const placed = new Uint8Array(p);
  for (const { from } of parts) for (const j of from) placed[j] = 1;
  const next = new Map<number, number>();
  /** The times that are not placed stay where they can, and go to what is left of their kind where they cannot. */
  const complete = () => {
    next.clear();
    for (let j = 0; j < p; j++) {
      if (placed[j]) continue;
      if (!taken[j]) {
        permutation[j] = j;
        continue;
      }
      const times = timesOf.get(kind[j]!)!;
      let n = next.get(kind[j]!) ?? 0;
      while (taken[times[n]!] || !placed[times[n]!]) n++;
      permutation[j] = times[n]!;
      next.set(kind[j]!, n + 1);
    }
    return permutation;
  };
  function* fill(n: number): Generator<Int32Array> {
    const part = parts[n];
    if (part === undefined) {
      yield complete();
      return;
    }
    const free = timesOf.get(part.kind)!.filter((j) => !taken[j]);
    for (const chosen of combinations(free, part.from.length)) {
      part.from.forEach((j, i) => {
        permutation[j] = chosen[i]!;
        taken[chosen[i]!] = 1;
      });
      yield* fill(n + 1);
      for (const j of chosen) taken[j] = 0;
    }
  }
  return { count, all: () => fill(0) };
}

/** The parts that have to be placed: of each kind all but the largest one, which gets what is left. */
function partsOf(alternative: readonly Action[], kind: Int32Array): Part[] {
  const p = kind.length;
  const rows = measurementRows(alternative, p);
  const groups = new Map<string, Part>();
  for (let j = 0; j < p; j++) {
    const readers = alternative.flatMap((_, a) => (rows[a]![j] === 0 ? [] : [a]));
    const only = readers.length === 1 ? alternative[readers[0]!]! : undefined;
    const alike =
      only && only.first === only.last
        ? `point ${only.noise}`
        : readers.map((a) => `${a}: ${rows[a]![j]}`).join(' ');
    const key = `${kind[j]} | ${alike}`;
    const part = groups.get(key) ?? { from: [], kind: kind[j]! };
    part.from.push(j);
    groups.set(key, part);
  }
  const largest = new Map<number, Part>();
  for (const part of groups.values())
    if (part.from.length > (largest.get(part.kind)?.from.length ?? 0)) largest.set(part.kind, part);
  return [...groups.values()].filter((part) => largest.get(part.kind) !== part);
}

function choices(n: number, m: number): number {
  let out = 1;
  for (let i = 0; i < m; i++) out = (out * (n - i)) / (i + 1);
  return Math.round(out);
}

/** All increasing choices of m of the items. */
function* combinations(items: readonly number[], m: number): Generator<number[]> {
  const places = Array.from({ length: m }, (_, i) => i);
  for (;;) {
    yield places.map((i) => items[i]!);
    let i = m - 1;
    while (i >= 0 && places[i] === items.length - m + i) i--;
    if (i < 0) return;
    places[i]!++;
    for (let k = i + 1; k < m; k++) places[k] = places[k - 1]! + 1;
  }
}
