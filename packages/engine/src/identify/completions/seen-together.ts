import { isLinear, type Target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { meanWeights, type Weighing } from '../../model/value/model.ts';
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

const isSomething = (functional: Float64Array) => functional.some((value) => value !== 0);

/**
 * All of the unseen pairs that a value depends on: BKBᵀ, BKh and hᵀKh for the linear target; for any other, which takes a
 * function of every correlation, each pair between times that it weighs or that are read. Without readings the value is 0.
 */
export function openFunctionals(
  unseen: readonly GridPair[],
  weighing: Weighing,
  target: Target,
  alternative: readonly Action[],
): Float64Array[] {
  if (alternative.length === 0) return [];
  const rows = measurementRows(alternative, weighing.weights.length, weighing.scale);
  if (isLinear(target)) {
    const all = [...rows, meanWeights(weighing)];
    const pairs = all.flatMap((a, i) => all.slice(i).map((b) => onUnseen(unseen, a, b)));
    return pairs.filter(isSomething);
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
 * the first that will do is the cheapest. Where there are too many, the whole catalogue without what it can do without, tried in
 * three orders, and not said to be the cheapest. Null where the whole catalogue will not do.
 */
export function seenTogether(
  unseen: readonly GridPair[],
  open: readonly Float64Array[],
  weighing: Weighing,
  alternative: readonly Action[],
  catalogue: readonly Action[],
): AugmentationAnswer | null {
  const rows = measurementRows(catalogue, weighing.weights.length, weighing.scale);
  const shown = rows.map((one, a) => rows.slice(0, a + 1).map((other) => onUnseen(unseen, one, other)));
  const withAction = (space: RowSpace, actions: readonly number[], a: number) =>
    extended(space, [...actions, a].map((b) => shown[Math.max(a, b)]![Math.min(a, b)]!).filter(isSomething));
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

  const rank = extended([], open).length;
  const queue = new CostQueue();
  // What a set shows is computed when its turn comes: it carries what the set without its last action does.
  all.forEach((a) => {
    queue.push({ offers: [a], spaces: [[]], cost: costOf(catalogue, [a]) });
  });
  for (let tried = 0; tried < MOST; tried++) {
    const next = queue.pop();
    if (next === undefined) break;
    const { offers, spaces } = next;
    const space = withAction(spaces[0]!, offers.slice(0, -1), offers.at(-1)!);
    if (space.length >= rank && contains(space, open)) return answer(offers, true);
    for (let a = offers.at(-1)! + 1; a < catalogue.length; a++) {
      const more = [...offers, a];
      queue.push({ offers: more, spaces: [space], cost: costOf(catalogue, more) });
    }
  }
  const thinned = (order: readonly number[]) =>
    order.reduce((kept, a) => {
      const without = kept.filter((b) => b !== a);
      return contains(spaceOf(without), open) ? without : kept;
    }, all);
  const dearest = [...all].sort((a, b) => catalogue[b]!.cost - catalogue[a]!.cost || b - a);
  const cheapest = [...dearest].reverse();
  // What the alternative reads itself is needed most likely, and goes last.
  const reads = (a: number) =>
    alternative.some(({ first, last }) => first === catalogue[a]!.first && last === catalogue[a]!.last);
  const others = [...cheapest.filter((a) => !reads(a)), ...cheapest.filter(reads)];
  const found = [dearest, cheapest, others].map(thinned);
  return answer(
    found.reduce((a, b) => (costOf(catalogue, b) < costOf(catalogue, a) ? b : a)),
    false,
  );
}
