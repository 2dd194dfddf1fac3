import type { Target } from '../../model/target.ts';
import type { Measurement } from '../../model/value/action.ts';
import { MOST_TABULATED } from '../../model/value/catalogue-input.ts';
import { canMiss } from '../../model/value/missed.ts';
import type { Model } from '../../model/value/model.ts';
import { asFamily, type Family } from '../../model/value/protocol-family.ts';
import { evaluatorOfTargets } from '../../model/value/value.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { quantile } from '../../numerics/quantile.ts';
import { type PatternRule, patternedSets } from './patterned-sets.ts';

/** A law and a target: what a protocol's value is asked under. One for a plain design, several for a cautious one. */
export interface Scenario {
  readonly model: Model;
  readonly target: Target;
  /** How values are counted where actions of the catalogue may be missing; absent: their mean. */
  readonly missed?: PatternRule | undefined;
}

/** How the values under the scenarios become the one number that is maximised. Never falls when a value rises. */
export type Objective =
  /** Σ weight·value; equal weights without any. */
  | { kind: 'mean'; weights?: readonly number[] }
  /** The least of the values. */
  | { kind: 'worst' }
  /** A lower quantile of the values. */
  | { kind: 'quantile'; level: number }
  /** − the largest loss against what would be best under each scenario. */
  | { kind: 'regret'; best: readonly number[] };

/** The values under each scenario, as one number. */
export function combined(objective: Objective, values: ArrayLike<number>): number {
  const n = values.length;
  if (objective.kind === 'mean') {
    if (n === 1 && !objective.weights) return values[0]!;
    let sum = 0;
    for (let s = 0; s < n; s++) sum += (objective.weights?.[s] ?? 1 / n) * values[s]!;
    return sum;
  }
  if (objective.kind === 'quantile') return quantile(Float64Array.from(values).sort(), objective.level);
  let least = Number.POSITIVE_INFINITY;
  for (let s = 0; s < n; s++)
    least = Math.min(least, objective.kind === 'regret' ? values[s]! - objective.best[s]! : values[s]!);
  return least;
}

/** Values of sets of actions under all scenarios. */
interface SetValues {
  /** Of set i under scenario s at i·scenarios + s. */
  values: Float64Array;
  objective: Float64Array;
  /** 1 where a value of the set is a lower bound, as in ProtocolValue. */
  atLeast: Uint8Array;
}

/** From sets of actions, in lexicographic order for speed, to their values. */
export interface SetEvaluator {
  (sets: readonly (readonly number[])[]): SetValues;
  family(family: Family): SetValues;
  /** Whether a value that was asked for so far is a lower bound: then nothing that rests on values is proved. */
  metBounds(): boolean;
  /** Whether a value that was asked for so far is a mean over draws of what may be missing. */
  drawn(): boolean;
  /** What others met who asked for values of the same search counts as met here. */
  meet(others: { metBounds: boolean; drawn: boolean }): void;
  /** What the objective of each set is at most, where that is much less work than the values; undefined where it is not. */
  highest(family: Family): Float64Array | undefined;
}

/** The values for the mean are no more work than bounds on them; for large catalogues there are none. */
export function hasBounds(scenarios: readonly Scenario[], actions: number): boolean {
  return actions <= MOST_TABULATED && scenarios.some(({ target }) => target.table !== undefined);
}

export function setEvaluator(
  scenarios: readonly Scenario[],
  objective: Objective,
  catalogue: readonly Measurement[],
  kernels: Kernels = defaultKernels(),
): SetEvaluator {
  const evaluators = scenarios.map(({ model, target, missed = { seed: 1 } }) => {
    const plain = evaluatorOfTargets(model, [target], catalogue, { kernels });
    const valuesOf = (family: Family) => plain.values(family)[0]!;
    const highestOf = (family: Family) => plain.bounds(family)[0]!.high;
    return canMiss(catalogue)
      ? patternedSets(catalogue, missed, valuesOf, highestOf)
      : { values: valuesOf, highest: highestOf, drawn: () => false };
  });
  const n = scenarios.length;
  let [metBounds, drawn] = [false, false];
  const ofFamily = (family: Family): SetValues => {
    const sets = family.starts.length - 1;
    if (n === 1) {
      const { value, atLeast } = evaluators[0]!.values(family);
      metBounds ||= atLeast.includes(1);
      // Millions of sets of one scenario: nothing is combined where there is nothing to combine.
      const plain = objective.kind !== 'regret' && !('weights' in objective);
      return {
        values: value,
        objective: plain ? value : value.map((one) => combined(objective, [one])),
        atLeast,
      };
    }
    const values = new Float64Array(sets * n);
    const anyBound = new Uint8Array(sets);
    evaluators.forEach((evaluate, s) => {
      const { value, atLeast } = evaluate.values(family);
      value.forEach((one, i) => {
        values[i * n + s] = one;
      });
      if (!atLeast.includes(1)) return;
      metBounds = true;
      atLeast.forEach((bound, i) => {
        anyBound[i]! |= bound;
      });
    });
    return {
      values,
      atLeast: anyBound,
      objective: Float64Array.from({ length: sets }, (_, i) =>
        combined(objective, values.subarray(i * n, (i + 1) * n)),
      ),
    };
  };
  const cheaper = hasBounds(scenarios, catalogue.length);
  const highest = (family: Family): Float64Array | undefined => {
    if (!cheaper) return undefined;
    const each = evaluators.map((evaluate) => evaluate.highest(family));
    const values = new Float64Array(n);
    return Float64Array.from({ length: family.starts.length - 1 }, (_, i) => {
      for (let s = 0; s < n; s++) values[s] = each[s]![i]!;
      return combined(objective, values);
    });
  };
  return Object.assign((sets: readonly (readonly number[])[]) => ofFamily(asFamily(sets)), {
    family: ofFamily,
    metBounds: () => metBounds,
    drawn: () => drawn || evaluators.some((evaluate) => evaluate.drawn()),
    meet(others: { metBounds: boolean; drawn: boolean }) {
      metBounds ||= others.metBounds;
      drawn ||= others.drawn;
    },
    highest,
  });
}
