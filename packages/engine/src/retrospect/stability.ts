import { refuse } from '../model/input/invalid-input.ts';
import type { DividedWork } from '../numerics/divided-work.ts';
import { permutation, randomStream } from '../numerics/random/random-stream.ts';
import { crossFit } from './fit/cross-fit.ts';
import { fitsByMoments } from './fit/fit-by-moments.ts';
import { foldMoments, type MomentColumns, momentColumns } from './fit/fold-moments.ts';
import { type FoldCounts, type Folds, randomFolds } from './fit/folds.ts';
import { MOST_ATTEMPTS, TOO_FEW_DIFFER, unitsByStratum } from './fit/held-out-range.ts';
import { foldSupports, type LayoutName, type LayoutOptions, momentWeights, trainingOf } from './layouts.ts';
import { type RecordSet, someRecords } from './records/record-set.ts';

/** Everything again on a part of the units: selection, tuning, fitting and evaluation. */
export interface StabilityInput {
  set: RecordSet;
  folds: Folds;
  target: number;
  budget: number;
  layouts: readonly LayoutName[];
  learning: Omit<LayoutOptions, 'learnFrom'>;
  /** Share of the units of each stratum in a subsample. */
  share: number;
  seed: number;
}

interface SubsampleInput extends StabilityInput {
  /** So many folds are drawn anew in each subsample; without it every unit keeps those it has. */
  redraw?: FoldCounts;
}

/** R² of each layout in one subsample. */
type StabilityPiece = number[];

/**
 * Each piece is one stratified subsample without replacement, and the whole way from folds to R² on it. Folds that stay as
 * they are would leave out how much hangs on them, which for learned supports is a good part.
 */
export const stability: DividedWork<SubsampleInput, StabilityPiece> = {
  name: 'stability',
  prepare(input) {
    const { set, folds, share, seed, redraw } = input;
    const strata = unitsByStratum(set);
    const { values } = set.targets[input.target]!;
    const analysed = r2OfLayouts(input);
    const drawn = (piece: number, attempt: number) => {
      const kept = new Set(
        strata.flatMap((units, s) => {
          const again = attempt > 0 ? [attempt] : [];
          const order = permutation(randomStream(seed, 'stability', piece, s, ...again), units.length);
          return Array.from(order.subarray(0, Math.round(share * units.length)), (k) => units[k]!);
        }),
      );
      return Array.from(set.unit, (_, i) => i).filter((i) => kept.has(set.unit[i]!));
    };
    const varies = (rows: readonly number[]) => rows.some((i) => values[i] !== values[rows[0]!]);
    return (piece) => {
      // Without any variation of the target there is no R²: such a subsample is drawn again.
      let rows = drawn(piece, 0);
      for (let attempt = 1; !varies(rows); attempt++) {
        if (attempt > MOST_ATTEMPTS) refuse([TOO_FEW_DIFFER]);
        rows = drawn(piece, attempt);
      }
      const pick = (of: Int32Array) => Int32Array.from(rows, (i) => of[i]!);
      const some = { units: set.units, unit: pick(set.unit), stratum: pick(set.stratum) };
      const own = redraw
        ? randomFolds(some, seed, redraw, 'stability', piece)
        : { outer: pick(folds.outer), inner: folds.inner.map(pick) };
      return analysed(rows, own)();
    };
  },
};

/** The same with supports learned from some units only; fits and predictions use all of the training side. */
interface SweepInput extends StabilityInput {
  /** Numbers of units that supports are learned from; 0 for all of them. */
  sizes: readonly number[];
  /** Draws of units for each size. */
  repeats: number;
}

export const selectionSweep: DividedWork<SweepInput, StabilityPiece> = {
  name: 'selection sweep',
  prepare(input) {
    const { set, folds, sizes, repeats, seed } = input;
    const stratumOf = new Map(Array.from(set.unit, (u, i) => [u, set.stratum[i]!] as const));
    const analysed = r2OfLayouts(input)(Array.from(set.unit.keys()), folds);
    return (piece) => {
      const size = sizes[Math.floor(piece / repeats)]!;
      const learnFrom =
        size === 0
          ? undefined
          : (fold: number, units: readonly number[]) =>
              proportional(units, stratumOf, size, (s, count) =>
                permutation(randomStream(seed, 'sweep', size, piece % repeats, fold, s), count),
              );
      return analysed(learnFrom);
    };
  },
};

/**
 * R² of each layout on some records and their folds. Moments of folds are summed once for all layouts and all that they learn
 * from; only where these do not tell is every fit made from the records.
 */
function r2OfLayouts({ set, target, budget, layouts, learning }: StabilityInput) {
  const aim = set.targets[target]!;
  const fitting = momentColumns(set, aim, set.weights);
  const weights = learning.moments ? momentWeights(set, learning.moments) : set.weights;
  const same = weights.every((weight, i) => weight === set.weights[i]);
  const deciding = same ? fitting : momentColumns(set, aim, weights);
  return (rows: readonly number[], folds: Folds) => {
    const byMoments = (columns: MomentColumns) => {
      const moments = foldMoments(columns, rows, folds);
      return moments && fitsByMoments(columns, moments);
    };
    const fits = byMoments(fitting);
    const learned = same ? fits : byMoments(deciding);
    const heldIn = new Map(rows.map((i, at) => [set.unit[i]!, folds.outer[at]!]));
    const training = (fold: number) => [...heldIn.values()].filter((own) => own !== fold).length;
    const records = once(() => someRecords(set, rows));
    return (learnFrom?: LayoutOptions['learnFrom']): StabilityPiece => {
      const options = { ...learning, ...(learnFrom && { learnFrom }) };
      const sides = folds.inner.map((_, k) =>
        once(() => {
          const found = learnFrom ? undefined : learned?.learning(k);
          return found ? { ...found, units: training(k) } : trainingOf(records(), folds, target, k, options);
        }),
      );
      return layouts.map((layout) => {
        const supports = sides.map(
          (own) => foldSupports(layout, aim.features.cols, [budget], options, own)[0]!,
        );
        const supportOf = (fold: number) => supports[fold]!;
        return fits?.r2(supportOf) ?? crossFit(records(), records().targets[target]!, folds, supportOf).r2;
      });
    };
  };
}

/** Made when it is first asked for. */
function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** So many units, with the strata in proportion: shares are rounded down and the largest remainders get one more. */
function proportional(
  units: readonly number[],
  stratumOf: ReadonlyMap<number, number>,
  size: number,
  order: (stratum: number, count: number) => Int32Array,
): number[] {
  const strata = [...new Set(units.map((u) => stratumOf.get(u)!))].sort((a, b) => a - b);
  const groups = strata.map((s) => units.filter((u) => stratumOf.get(u) === s));
  const wanted = groups.map((own) => (Math.min(size, units.length) * own.length) / units.length);
  const counts = wanted.map(Math.floor);
  const left = Math.min(size, units.length) - counts.reduce((a, b) => a + b, 0);
  const byRemainder = wanted
    .map((want, g) => [want - Math.floor(want), g] as const)
    .sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  for (let i = 0; i < left; i++) counts[byRemainder[i]![1]]!++;
  return groups
    .flatMap((own, g) => Array.from(order(strata[g]!, own.length).subarray(0, counts[g]!), (k) => own[k]!))
    .sort((a, b) => a - b);
}
