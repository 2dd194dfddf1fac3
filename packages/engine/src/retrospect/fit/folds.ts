import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import { permutation, randomStream } from '../../numerics/random/random-stream.ts';
import type { RecordSet } from '../records/record-set.ts';

/** Which records are held out when, and how the others are divided to choose the penalty. */
export interface Folds {
  /** The outer fold of each record. */
  readonly outer: Int32Array;
  /** While outer fold k is held out: the inner fold of each other record, −1 for those held out. */
  readonly inner: readonly Int32Array[];
}

export interface FoldCounts {
  outer: number;
  inner: number;
}

/**
 * Folds that hold whole units and the strata in proportion, drawn at random; `of` tells several draws with one seed apart.
 *
 * @example
 * ```ts
 * import { randomFolds } from '@sightline/engine';
 *
 * const units = Array.from({ length: 20 }, (_, i) => `u${i}`);
 * const folds = randomFolds(
 *   { unit: Int32Array.from(units.keys()), units, stratum: new Int32Array(20) },
 *   1,
 *   { outer: 5, inner: 4 },
 * );
 * console.log(folds.outer.filter((fold) => fold === 0).length); // → 4
 * ```
 */
export function randomFolds(
  { unit, units, stratum }: Pick<RecordSet, 'unit' | 'units' | 'stratum'>,
  seed: number,
  counts: FoldCounts = { outer: 5, inner: 3 },
  ...of: (string | number)[]
): Folds {
  const stratumOf = new Int32Array(units.length);
  unit.forEach((u, i) => {
    stratumOf[u] = stratum[i]!;
  });
  const assign = (some: readonly number[], folds: number, ...path: (string | number)[]) => {
    const fold = new Int32Array(units.length).fill(-1);
    const strata = [...new Set(some.map((u) => stratumOf[u]!))].sort((a, b) => a - b);
    // One stratum goes on where the last one ended, so that folds stay equally large.
    let next = 0;
    for (const s of strata) {
      const own = some.filter((u) => stratumOf[u] === s);
      for (const k of permutation(randomStream(seed, 'folds', ...of, ...path, s), own.length))
        fold[own[k]!] = next++ % folds;
    }
    return fold;
  };
  const present = [...new Set(unit.toSorted())];
  const ofUnit = assign(present, counts.outer, 'outer');
  const outer = Int32Array.from(unit, (u) => ofUnit[u]!);
  const inner = Array.from({ length: counts.outer }, (_, k) => {
    const own = assign(
      present.filter((u) => ofUnit[u] !== k),
      counts.inner,
      'inner',
      k,
    );
    return Int32Array.from(unit, (u) => own[u]!);
  });
  return { outer, inner };
}

/** Refuses folds in which a unit stands on both sides, or a fold is empty. */
export function checkFolds({ records, unit, units }: RecordSet, { outer, inner }: Folds): void {
  const problems: Problem[] = [];
  const wrong = (value: unknown, why: string, accepted: string) =>
    problems.push({ path: ['folds'], value, why, accepted });
  const consistent = (fold: Int32Array, name: string) => {
    const first = new Map<number, number>();
    fold.forEach((own, i) => {
      const before = first.get(unit[i]!);
      if (before === undefined) first.set(unit[i]!, own);
      else if (before !== own)
        wrong(
          records[i],
          `the unit ${units[unit[i]!]} stands in two ${name} folds, ${before} and ${own}`,
          'all recordings of a unit in one fold: otherwise it would be predicted from itself',
        );
    });
  };
  if (outer.length !== records.length)
    wrong(outer.length, 'there are folds of other recordings', `${records.length} of them`);
  consistent(outer, 'outer');
  inner.forEach((own, k) => {
    consistent(own, `inner (while ${k} is held out)`);
    own.forEach((fold, i) => {
      if (outer[i] === k ? fold >= 0 : fold < 0)
        wrong(
          records[i],
          outer[i] === k
            ? `it is both held out and used for training in fold ${k}`
            : `it has no inner fold while ${k} is held out`,
          'an inner fold for each recording that is not held out, and none for those that are',
        );
    });
  });
  if (inner.length < 2)
    wrong(
      inner.length,
      'nothing is left to learn from while the only fold is held out',
      'at least 2 outer folds',
    );
  inner.forEach((own, k) => {
    if (!outer.includes(k)) wrong(k, `no recording is held out in fold ${k}`, 'recordings in every fold');
    const parts = new Set(own.filter((fold, i) => outer[i] !== k && fold >= 0));
    if (inner.length >= 2 && parts.size < 2)
      wrong(
        [...parts],
        `while fold ${k} is held out, all other recordings are in one inner fold, so penalties cannot be compared`,
        'at least 2 inner folds among the recordings that are not held out',
      );
  });
  refuse(problems);
}
