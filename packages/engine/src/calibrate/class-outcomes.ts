import type { Target } from '../model/target.ts';
import type { Measurement } from '../model/value/action.ts';
import type { Model } from '../model/value/model.ts';
import { type Family, someOf } from '../model/value/protocol-family.ts';
import { evaluatorOfTargets, type FamilyOptions } from '../model/value/value.ts';
import type { ValueBounds } from '../model/value/value-bounds.ts';

/** What estimating the law does in one class of protocols. */
interface ClassOutcome {
  /** max |Î − I| over the class. */
  error: number;
  /** The protocol of the class with the largest Î; the first of equals. */
  selected: number;
}

/**
 * The outcomes of an estimated law in classes of a family whose true values are known, [target][class], without the values of
 * all protocols: bounds leave a few that can have the largest error or the largest value, and only those are computed.
 * Classes are given by positions in the family, `truth` by target.
 */
export function classOutcomes(
  estimate: Model,
  targets: readonly Target[],
  catalogue: readonly Measurement[],
  family: Family,
  truth: readonly Float64Array[],
  classes: readonly ArrayLike<number>[],
  options: FamilyOptions = {},
): ClassOutcome[][] {
  const evaluator = evaluatorOfTargets(estimate, targets, catalogue, options);
  const contends = new Uint8Array(family.starts.length - 1);
  evaluator.bounds(family).forEach((bounds, t) => {
    for (const members of classes) markContenders(bounds, truth[t]!, members, contends);
  });
  const contenders: number[] = [];
  const place = new Int32Array(contends.length);
  contends.forEach((does, i) => {
    if (does) place[i] = contenders.push(i) - 1;
  });
  return evaluator.values(someOf(family, contenders)).map(({ value }, t) =>
    classes.map((members) => {
      let error = 0;
      let selected = -1;
      for (let k = 0; k < members.length; k++) {
        const i = members[k]!;
        if (contends[i] === 0) continue;
        const own = value[place[i]!]!;
        error = Math.max(error, Math.abs(own - truth[t]![i]!));
        if (selected < 0 || own > value[place[selected]!]!) selected = i;
      }
      return { error, selected };
    }),
  );
}

/** Marks those whose error, or whose value, may be the largest of the class. */
function markContenders(
  { low, high }: ValueBounds,
  truth: Float64Array,
  members: ArrayLike<number>,
  contends: Uint8Array,
): void {
  let error = 0;
  let value = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < members.length; k++) {
    const i = members[k]!;
    error = Math.max(error, low[i]! - truth[i]!, truth[i]! - high[i]!);
    value = Math.max(value, low[i]!);
  }
  for (let k = 0; k < members.length; k++) {
    const i = members[k]!;
    const most = Math.max(high[i]! - truth[i]!, truth[i]! - low[i]!);
    if (most >= error || high[i]! >= value) contends[i] = 1;
  }
}
