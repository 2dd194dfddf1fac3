import type { Target } from '../../model/target.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import type { Benchmark } from '../invisible/benchmark.ts';
import { LAW_ROUNDING } from '../invisible/law-rules.ts';
import { timeMarks } from './arrangements.ts';

/** Protocols of which all subsets are turned; those beyond stay as they are. */
const MOST_TURNED = 6;

/**
 * Where K, the weights and the target are the same backwards in time, so is the law of (Y_A, Θ) of a protocol that is turned.
 * Turning one realised protocol and not another is a world that neither can tell: a permutation Ξ with AΞ = A for some and
 * AΞ = AS for others, S the reversal. Time j of the world is time π(j) of K, where each time has got what all make of it. None
 * with a single protocol: all of them turned is the law itself.
 */
export function turnedBenchmarks(covariance: Matrix, benchmark: Benchmark, target: Target): Int32Array[] {
  const { realised, weights } = benchmark;
  const p = weights.length;
  const bare = timeMarks({ ...benchmark, realised: [] }, target);
  const isTurnable = bare.every((mark, j) => mark === bare[p - 1 - j]) && isSameBackwards(covariance);
  if (realised.length < 2 || !isTurnable) return [];
  const marks = timeMarks(benchmark, target);
  const found: Int32Array[] = [];
  // The first stays: turned with the others left out it is the same world backwards.
  for (let set = 1; set < 1 << (Math.min(realised.length, MOST_TURNED) - 1); set++) {
    const wanted = timeMarks(benchmark, target, (k) => k > 0 && (set & (1 << (k - 1))) !== 0);
    const base = matched(marks, wanted);
    if (base) found.push(base);
  }
  return found;
}

function isSameBackwards({ rows: p, data }: Matrix): boolean {
  for (let j = 0; j < p; j++)
    for (let k = 0; k < j; k++)
      if (Math.abs(data[j * p + k]! - data[(p - 1 - j) * p + p - 1 - k]!) > LAW_ROUNDING) return false;
  return true;
}

/** A permutation π with marks[j] = wanted[π(j)], the earlier of equals first; undefined where there is none. */
function matched(marks: readonly string[], wanted: readonly string[]): Int32Array | undefined {
  const left = new Map<string, number[]>();
  wanted.forEach((mark, t) => {
    left.set(mark, [...(left.get(mark) ?? []), t]);
  });
  const found = marks.map((mark) => left.get(mark)?.shift());
  return found.includes(undefined) ? undefined : Int32Array.from(found as number[]);
}
