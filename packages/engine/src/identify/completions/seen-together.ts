import { isLinear, type Target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { meanWeights, type Weighing } from '../../model/value/model.ts';
import { row } from '../../numerics/matrix.ts';
import { CostQueue, costOf } from '../cheapest-augmentation.ts';
import type { AugmentationAnswer } from '../identification.ts';
import { contains, extended, type RowSpace } from '../invisible/row-space.ts';
import type { GridPair } from './completion-programme.ts';

/** Sets of actions looked at, at most. */
const MOST = 20_000;

/** aᵀΔb for symmetric Δ that move pairs not seen, as a vector with one entry for each of them. */
function onUnseen(unseen: readonly GridPair[], a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.from(unseen, ([j, k]) => a[j]! * b[k]! + a[k]! * b[j]!);
}

/**
 * All of the unseen pairs that a value depends on: BKBᵀ, BKh and hᵀKh for the linear target; for any other, which takes a
 * function of every correlation, each pair between times that it weighs or that are read.
 */
export function openFunctionals(
  unseen: readonly GridPair[],
  weighing: Weighing,
  target: Target,
  alternative: readonly Action[],
): Float64Array[] {
  const p = weighing.weights.length;
  const matrix = measurementRows(alternative, p, weighing.scale);
  const rows = Array.from({ length: matrix.rows }, (_, a) => row(matrix, a));
  if (isLinear(target)) {
    const all = [...rows, meanWeights(weighing)];
    const pairs = all.flatMap((a, i) => all.slice(i).map((b) => onUnseen(unseen, a, b)));
    return pairs.filter((functional) => functional.some((value) => value !== 0));
  }
  const counts = (j: number) => weighing.weights[j] !== 0 || rows.some((one) => one[j] !== 0);
  return unseen.flatMap(([j, k], i) => {
    if (!counts(j) || !counts(k)) return [];
    const one = new Float64Array(unseen.length);
    one[i] = 1;
    return [one];
  });
}

/**
 * The cheapest actions of a catalogue that, measured together on further units, settle what is open: their covariances
 * c_aᵀKc_b then determine every functional of the pairs not seen that the value depends on. Sets in the order of their cost, so that
 * the first that will do is the cheapest. Where there are too many, the whole catalogue without what it can do without,
 * dearest first, and not said to be the cheapest. Null where the whole catalogue will not do.
 */
export function seenTogether(
  unseen: readonly GridPair[],
  open: readonly Float64Array[],
  weighing: Weighing,
  catalogue: readonly Action[],
): AugmentationAnswer | null {
  const p = weighing.weights.length;
  const matrix = measurementRows(catalogue, p, weighing.scale);
  const rows = catalogue.map((_, a) => row(matrix, a));
  const withAction = (space: RowSpace, actions: readonly number[], a: number) =>
    extended(
      space,
      [...actions, a].map((b) => onUnseen(unseen, rows[a]!, rows[b]!)),
    );
  const spaceOf = (actions: readonly number[]) =>
    actions.reduce<RowSpace>((space, a, i) => withAction(space, actions.slice(0, i), a), []);
  const answer = (actions: number[], exact: boolean): AugmentationAnswer => ({
    actions,
    cost: costOf(catalogue, actions),
    why: 'measured together on further units, these show all of the pairs of times not seen that the value depends on',
    by: 'every-law',
    exact,
    surest: null,
  });
  const all = catalogue.map((_, a) => a);
  if (catalogue.length === 0 || !contains(spaceOf(all), open)) return null;

  const queue = new CostQueue();
  all.forEach((a) => {
    queue.push({ offers: [a], spaces: [withAction([], [], a)], cost: costOf(catalogue, [a]) });
  });
  for (let tried = 0; tried < MOST; tried++) {
    const next = queue.pop();
    if (next === undefined) break;
    const { offers, spaces } = next;
    if (contains(spaces[0]!, open)) return answer(offers, true);
    for (let a = offers.at(-1)! + 1; a < catalogue.length; a++) {
      const more = [...offers, a];
      const space = withAction(spaces[0]!, offers, a);
      queue.push({ offers: more, spaces: [space], cost: costOf(catalogue, more) });
    }
  }
  let kept = all;
  const dearest = [...all].sort((a, b) => catalogue[b]!.cost - catalogue[a]!.cost || b - a);
  for (const a of dearest) {
    const without = kept.filter((b) => b !== a);
    if (contains(spaceOf(without), open)) kept = without;
  }
  return answer(kept, false);
}
