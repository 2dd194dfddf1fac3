import type { TimeState } from './time-state.ts';

/** With a number of actions to choose, only states of equal numbers stand for each other. */
export function byCount(states: TimeState[], exactly: number): Iterable<[number, TimeState[]]> {
  if (exactly === Number.POSITIVE_INFINITY) return [[0, states]];
  const lists = new Map<number, TimeState[]>();
  for (const state of states) {
    const list = lists.get(state.count);
    if (list) list.push(state);
    else lists.set(state.count, [state]);
  }
  return lists;
}

/** States that none of the others stands for, and those that each stands for; undefined where they are too many. */
export function undominated(
  states: TimeState[],
  everything: Float64Array,
  step: number,
  most: number,
  effort: { comparisons: number },
  replaces: (one: TimeState, other: TimeState) => boolean,
): TimeState[] | undefined {
  const size = everything.length;
  const d = Math.round(Math.sqrt(size));
  const rank = states.map(({ gain }) => {
    let sum = 0;
    for (let i = 0; i < d; i++) {
      const whole = everything[i * d + i]!;
      if (whole > 0) sum += gain[i * d + i]! / whole;
    }
    return sum;
  });
  const order = [...states.keys()].sort((i, k) => rank[k]! - rank[i]! || i - k);
  const kept: TimeState[] = [];
  const share: number[] = [];
  const work = new Float64Array(size);
  next: for (const i of order) {
    const other = states[i]!;
    for (let k = kept.length - 1; k >= 0; k--) {
      const one = kept[k]!;
      effort.comparisons++;
      if (!covers(one.gain, other.gain) || !replaces(one, other)) continue;
      share[k] = Math.min(share[k]!, other.kept / (1 + step));
      continue next;
    }
    if (kept.length === most) return undefined;
    kept.push(other);
    share.push(other.kept);
  }
  return kept.map((state, k) => ({ ...state, kept: share[k]! }));

  /** Whether N − G_one ⪯ (1 + ε)(N − G_other): εN + G_one − (1 + ε)G_other is positive semidefinite. */
  function covers(one: Float64Array, other: Float64Array): boolean {
    for (let i = 0; i < size; i += d + 1) {
      work[i] = step * everything[i]! + one[i]! - (1 + step) * other[i]!;
      if (work[i]! < 0) return false;
    }
    if (d === 1) return true;
    for (let i = 0; i < d; i++)
      for (let k = 0; k < i; k++) {
        const at = i * d + k;
        work[at] = step * everything[at]! + one[at]! - (1 + step) * other[at]!;
      }
    for (let k = 0; k < d; k++) {
      const pivot = work[k * d + k]!;
      if (pivot < 0) return false;
      for (let i = k + 1; i < d; i++) {
        const own = work[i * d + k]!;
        if (own === 0) continue;
        if (pivot === 0) return false;
        const share = own / pivot;
        for (let l = k + 1; l <= i; l++) work[i * d + l]! -= share * work[l * d + k]!;
      }
    }
    return true;
  }
}
