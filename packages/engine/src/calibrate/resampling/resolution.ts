import { meanAndDeviation, quantile } from '../../numerics/quantile.ts';
import { largestErrors } from './comparison.ts';
import { type Draws, perDraw } from './draws.ts';

/** A class of protocols by their numbers; each class holds those before it. */
export interface NestedClass {
  name: string;
  members: ArrayLike<number>;
}

/** How a class does (eq. resolution-bound). */
export interface ClassResolution {
  name: string;
  size: number;
  /** The protocol of the class with the largest estimate, and that estimate. */
  best: number;
  value: number;
  /** Class restriction: how far the class's best estimate lies below that of all classes. */
  restriction: number;
  /** ε_ℓ: the uniform error over the class at the level. */
  epsilon: number;
  /**
   * At the level, what selecting from the class can lose at most against the best of all classes: the restriction and the
   * quantile of the two largest errors together, that in the class and that in the finest one. (eq. resolution-bound has
   * 2ε_ℓ beside the true restriction, which nobody knows; the estimated one is off by both at most.)
   */
  guarantee: number;
  /** What selecting from this class costs on average: the mean loss, over the draws, of the protocol that a draw selects. */
  regret: number;
}

export interface Resolution {
  classes: ClassResolution[];
  /** The class with the least guaranteed loss: as fine as the uniform error supports. */
  guaranteed: number;
  /** The class with the least average loss: as fine as selection profits from. */
  selected: number;
}

/**
 * How fine a choice the data support. A finer class has better protocols and larger errors; the uniform error is decided
 * by the worst estimated protocol anywhere, the loss by those that compete at the top, so the two may stop at different
 * classes.
 */
export function resolution(draws: Draws, classes: readonly NestedClass[], level: number): Resolution {
  const { estimate, bootstrap } = draws;
  const n = estimate.length;
  checkNested(classes, n);
  const top = classes.at(-1)!;
  const largest = estimate[bestOf(estimate, top.members)]!;
  const errors = largestErrors(draws, top.members);
  const found = classes.map(({ name, members }): ClassResolution => {
    const best = bestOf(estimate, members);
    const restriction = largest - estimate[best]!;
    const own = members === top.members ? errors : largestErrors(draws, members);
    const both = own.map((error, b) => error + errors[b]!);
    const losses = perDraw(bootstrap, n, (row) => largest - estimate[bestOf(row, members)]!);
    return {
      name,
      size: members.length,
      best,
      value: estimate[best]!,
      restriction,
      epsilon: Math.min(1, quantile(own.slice().sort(), level)),
      guarantee: Math.min(1, restriction + quantile(both.sort(), level)),
      regret: meanAndDeviation(losses).mean,
    };
  });
  return {
    classes: found,
    guaranteed: leastOf(found.map(({ guarantee }) => guarantee)),
    selected: leastOf(found.map(({ regret }) => regret)),
  };
}

/** The member with the largest value; the first of equals. */
function bestOf(values: ArrayLike<number>, members: ArrayLike<number>): number {
  let best = members[0]!;
  for (let k = 1; k < members.length; k++) if (values[members[k]!]! > values[best]!) best = members[k]!;
  return best;
}

function leastOf(values: readonly number[]): number {
  return values.reduce((least, value, i) => (value < values[least]! ? i : least), 0);
}

function checkNested(classes: readonly NestedClass[], protocols: number): void {
  classes.forEach(({ name, members }, level) => {
    if (members.length === 0) throw new RangeError(`the class '${name}' is empty`);
    const own = new Set(Array.from(members));
    for (const member of own)
      if (!(member >= 0 && member < protocols))
        throw new RangeError(`the class '${name}' holds protocol ${member} of ${protocols}`);
    const before = classes[level - 1];
    if (before && !Array.from(before.members).every((member) => own.has(member)))
      throw new RangeError(`the class '${name}' does not hold all of '${before.name}'`);
  });
}
