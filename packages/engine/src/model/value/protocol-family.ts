import type { Measurement } from './action.ts';
import { canMiss, leastPattern, patternsOf } from './missed.ts';

/** Protocols as positions in a catalogue: protocol i holds members[starts[i] … starts[i + 1] - 1]. */
export interface Family {
  readonly members: Int32Array;
  readonly starts: Int32Array;
}

/** Sets of actions as one family. */
export function asFamily(sets: readonly ArrayLike<number>[]): Family {
  const starts = new Int32Array(sets.length + 1);
  sets.forEach((set, i) => {
    starts[i + 1] = starts[i]! + set.length;
  });
  const members = new Int32Array(starts[sets.length]!);
  sets.forEach((set, i) => {
    members.set(set, starts[i]!);
  });
  return { members, starts };
}

/** Some protocols of a family, in the order given. */
export function someOf({ members, starts }: Family, protocols: readonly number[]): Family {
  return asFamily(protocols.map((i) => members.subarray(starts[i]!, starts[i + 1]!)));
}

/** Protocols as mixtures of those of a family: what may be left of each, where readings may be missing. */
export interface Mixture {
  /** Protocol i is made of places[starts[i]] … places[starts[i + 1] − 1] of the family, each with its probability. */
  readonly starts: Int32Array;
  readonly places: Int32Array;
  readonly probabilities: Float64Array;
  /** Of each protocol the place of the whole one, and of what is left where all is missing that can be. */
  readonly complete: Int32Array;
  readonly least: Int32Array;
  /** Of how many draws the probabilities are shares; 0 where they are exact. */
  readonly draws: Int32Array;
}

/**
 * One catalogue of the distinct measurements and the protocols as sorted positions in it, in lexicographic order:
 * permuting actions or protocols then changes no digit, and equal beginnings stand together. A measurement that a
 * protocol takes n times is taken once, with an n-th of the noise; `merged` counts what that keeps out of the rank. What may be
 * left of protocols stands in the family too, equal sets of readings once.
 */
export function protocolFamily(
  protocols: readonly (readonly Measurement[])[],
  seed = 1,
): {
  catalogue: Measurement[];
  family: Family;
  mixture: Mixture;
  merged: number[];
} {
  const sets: MergedMeasurements[] = [];
  const numberOf = new Map<string, number>();
  const setOf = (set: MergedMeasurements) => {
    const key = set.measurements.map(keyOf).sort().join();
    const known = numberOf.get(key) ?? sets.push(set) - 1;
    numberOf.set(key, known);
    return known;
  };
  const made = protocols.map((protocol) => {
    const whole = mergedMeasurements(protocol);
    const { merged } = whole;
    const complete = setOf(whole);
    if (!canMiss(protocol))
      return { complete, merged, least: complete, patterns: [[complete, 1] as const], draws: 0 };
    const ordered = [...protocol].sort(byMeasurement);
    const some = (kept: readonly number[]) => setOf(mergedMeasurements(kept.map((i) => ordered[i]!)));
    const { patterns, draws } = patternsOf(ordered, seed);
    const shares = new Map<number, number>();
    for (const { kept, probability } of patterns) {
      const set = some(kept);
      shares.set(set, (shares.get(set) ?? 0) + probability);
    }
    return { complete, merged, least: some(leastPattern(ordered).kept), patterns: [...shares], draws };
  });

  const distinct = new Map<string, Measurement>();
  for (const { measurements } of sets)
    for (const measurement of measurements) distinct.set(keyOf(measurement), measurement);
  const catalogue = [...distinct.values()].sort(byMeasurement);
  const position = new Map(catalogue.map((measurement, i) => [keyOf(measurement), i]));
  const sorted = sets.map(({ measurements }) =>
    measurements.map((measurement) => position.get(keyOf(measurement))!).sort((a, b) => a - b),
  );
  const order = sets.map((_, i) => i).sort((a, b) => lexicographic(sorted[a]!, sorted[b]!));
  const placeOf = new Int32Array(sets.length);
  order.forEach((set, place) => {
    placeOf[set] = place;
  });
  const starts = new Int32Array(made.length + 1);
  made.forEach(({ patterns }, i) => {
    starts[i + 1] = starts[i]! + patterns.length;
  });
  // In the order of the family: sums over patterns do not depend on how these were found.
  const parts = made.map(({ patterns }) =>
    patterns.map(([set, share]) => [placeOf[set]!, share] as const).sort(([a], [b]) => a - b),
  );
  return {
    catalogue,
    family: asFamily(order.map((set) => sorted[set]!)),
    mixture: {
      starts,
      places: Int32Array.from(parts.flatMap((part) => part.map(([place]) => place))),
      probabilities: Float64Array.from(parts.flatMap((part) => part.map(([, share]) => share))),
      complete: Int32Array.from(made, ({ complete }) => placeOf[complete]!),
      least: Int32Array.from(made, ({ least }) => placeOf[least]!),
      draws: Int32Array.from(made, ({ draws }) => draws),
    },
    merged: made.map(({ merged }) => merged),
  };
}

/** What protocol i is made of, with a number for each place of the family. */
export function partsOf({ starts, places, probabilities }: Mixture, column: ArrayLike<number>, i: number) {
  const own = places.subarray(starts[i]!, starts[i + 1]!);
  return {
    values: Float64Array.from(own, (place) => column[place]!),
    probabilities: probabilities.subarray(starts[i]!, starts[i + 1]!),
  };
}

/** The mean of a number over what may be left of each protocol; itself where nothing can be missing. */
export function mixed({ starts, places, probabilities }: Mixture, column: ArrayLike<number>): Float64Array {
  const out = new Float64Array(starts.length - 1);
  for (let i = 0; i < out.length; i++)
    for (let k = starts[i]!; k < starts[i + 1]!; k++) out[i]! += probabilities[k]! * column[places[k]!]!;
  return out;
}

/** The same actions, all of them read. */
export function readCompletely<Read extends Measurement>(protocol: readonly Read[]): Read[] {
  return protocol.map(({ missing: _, ...measurement }) => measurement as Read);
}

const keyOf = ({ first, last, noise }: Measurement) => `${first} ${last} ${noise}`;

/** By what is read and, where that is the same, by how it may be missing. */
export function byMeasurement(a: Measurement, b: Measurement): number {
  const reading = a.first - b.first || a.last - b.last || a.noise - b.noise;
  if (reading !== 0 || !(a.missing || b.missing)) return reading;
  const [one, other] = [a.missing ?? {}, b.missing ?? {}];
  const [name, otherName] = [one.sensor?.name ?? '', other.sensor?.name ?? ''];
  return (
    (one.missed ?? 0) - (other.missed ?? 0) ||
    (one.hazard ?? 0) - (other.hazard ?? 0) ||
    (name < otherName ? -1 : name > otherName ? 1 : 0)
  );
}

interface MergedMeasurements {
  measurements: Measurement[];
  merged: number;
}

function mergedMeasurements(protocol: readonly Measurement[]): MergedMeasurements {
  const counts = new Map<string, { measurement: Measurement; count: number }>();
  for (const { first, last, noise } of protocol) {
    const measurement = { first, last, noise };
    const known = counts.get(keyOf(measurement));
    if (known) known.count++;
    else counts.set(keyOf(measurement), { measurement, count: 1 });
  }
  let merged = 0;
  const measurements = [...counts.values()].map(({ measurement, count }) => {
    if (measurement.noise > 0) merged += count - 1;
    return { ...measurement, noise: measurement.noise / count };
  });
  return { measurements, merged };
}

/** The order of sets in a family. */
export function lexicographic(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
