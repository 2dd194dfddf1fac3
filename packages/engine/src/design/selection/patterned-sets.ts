import type { Measurement } from '../../model/value/action.ts';
import { lowerQuantile, meanValue, patternsOf } from '../../model/value/missed.ts';
import { asFamily, byMeasurement, type Family, lexicographic } from '../../model/value/protocol-family.ts';

/** How the values of what may be left of a protocol become one: their mean, or a lower quantile. The seed is for draws. */
export interface PatternRule {
  readonly seed: number;
  readonly quantile?: number | undefined;
}

/** A number of each set, and whether it is a lower bound. */
interface Column {
  value: Float64Array;
  atLeast: Uint8Array;
}

/** What sets of a catalogue are worth where actions may be missing. */
export interface PatternedSets {
  values(family: Family): Column;
  /** What the values are at most, from what those of patterns are at most. */
  highest(family: Family): Float64Array;
  /** Whether patterns had to be drawn for a set asked for so far: its value is then an estimate. */
  drawn(): boolean;
}

/** What may be left of a set, by numbers of the catalogue. */
interface SetPattern {
  readonly members: number[];
  readonly probability: number;
}

/** Patterns of so many sets for which they were drawn are kept. */
const MOST_DRAWN = 100;
/** Values of so many patterns are kept; beyond, they are computed again. */
const MOST_KEPT = 500_000;

/**
 * The sets of a family have most of their patterns in common: each different one is valued once, and those of earlier
 * families are remembered. Sets whose value is asked for then cost little more than their own.
 */
export function patternedSets(
  catalogue: readonly Measurement[],
  { seed, quantile }: PatternRule,
  valuesOf: (family: Family) => Column,
  highestOf: (family: Family) => Float64Array,
): PatternedSets {
  const rank = new Int32Array(catalogue.length);
  catalogue
    .map((_, a) => a)
    .sort((a, b) => byMeasurement(catalogue[a]!, catalogue[b]!) || a - b)
    .forEach((a, place) => {
      rank[a] = place;
    });
  const known = new Map<string, { value: number; atLeast: number }>();
  let anyDrawn = false;
  const drawnOf = new Map<string, SetPattern[]>();
  const patternsOfSet = (set: Int32Array): readonly SetPattern[] => {
    const ordered = [...set].sort((a, b) => rank[a]! - rank[b]!);
    const key = ordered.join();
    const before = drawnOf.get(key);
    if (before) return before;
    const { patterns, draws } = patternsOf(
      ordered.map((a) => catalogue[a]!),
      seed,
    );
    const found = patterns.map(({ kept, probability }) => ({
      probability,
      members: kept.map((i) => ordered[i]!).sort((a, b) => a - b),
    }));
    if (draws === 0) return found;
    anyDrawn = true;
    if (drawnOf.size >= MOST_DRAWN) drawnOf.clear();
    drawnOf.set(key, found);
    return found;
  };
  const one = (values: ArrayLike<number>, probabilities: ArrayLike<number>) =>
    quantile === undefined
      ? meanValue({ values, probabilities })
      : lowerQuantile({ values, probabilities }, quantile);

  /** The patterns of every set, and the different ones among all, in lexicographic order. */
  const spread = ({ members, starts }: Family) => {
    const numberOf = new Map<string, number>();
    const different: number[][] = [];
    const sets = Array.from({ length: starts.length - 1 }, (_, i) => {
      const patterns = patternsOfSet(members.subarray(starts[i]!, starts[i + 1]!));
      return {
        probabilities: patterns.map(({ probability }) => probability),
        keys: patterns.map(({ members: own }) => {
          const key = own.join();
          if (!numberOf.has(key)) numberOf.set(key, different.push(own) - 1);
          return key;
        }),
      };
    });
    return { sets, different };
  };

  return {
    values(family) {
      const { sets, different } = spread(family);
      if (known.size > MOST_KEPT) known.clear();
      const asked = different.filter((set) => !known.has(set.join())).sort(lexicographic);
      const { value, atLeast } = valuesOf(asFamily(asked));
      asked.forEach((set, i) => {
        known.set(set.join(), { value: value[i]!, atLeast: atLeast[i]! });
      });
      const found = sets.map(({ keys, probabilities }) => {
        const parts = keys.map((key) => known.get(key)!);
        return {
          value: one(
            parts.map((part) => part.value),
            probabilities,
          ),
          atLeast: parts.some((part) => part.atLeast === 1) ? 1 : 0,
        };
      });
      return {
        value: Float64Array.from(found, (own) => own.value),
        atLeast: Uint8Array.from(found, (own) => own.atLeast),
      };
    },
    highest(family) {
      const { sets, different } = spread(family);
      const ordered = different.sort(lexicographic);
      const high = highestOf(asFamily(ordered));
      const of = new Map(ordered.map((set, i) => [set.join(), high[i]!]));
      return Float64Array.from(sets, ({ keys, probabilities }) =>
        one(
          keys.map((key) => of.get(key)!),
          probabilities,
        ),
      );
    },
    drawn: () => anyDrawn,
  };
}
