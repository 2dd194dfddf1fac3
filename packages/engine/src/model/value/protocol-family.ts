import type { Measurement } from './action.ts';

/** Protocols as positions in a catalogue: protocol i holds members[starts[i] … starts[i + 1] - 1]. */
export interface Family {
  readonly members: Int32Array;
  readonly starts: Int32Array;
}

/** Sets of actions as one family. */
export function asFamily(sets: readonly (readonly number[])[]): Family {
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
  const ends = new Int32Array(protocols.length + 1);
  protocols.forEach((i, k) => {
    ends[k + 1] = ends[k]! + starts[i + 1]! - starts[i]!;
  });
  const all = new Int32Array(ends[protocols.length]!);
  protocols.forEach((i, k) => {
    all.set(members.subarray(starts[i]!, starts[i + 1]!), ends[k]!);
  });
  return { members: all, starts: ends };
}

/**
 * One catalogue of the distinct measurements and the protocols as sorted positions in it, in lexicographic order:
 * permuting actions or protocols then changes no digit, and equal beginnings stand together. A measurement that a
 * protocol takes n times is taken once, with an n-th of the noise; `merged` counts what that keeps out of the rank.
 */
export function protocolFamily(protocols: readonly (readonly Measurement[])[]): {
  catalogue: Measurement[];
  family: Family;
  order: number[];
  merged: number[];
} {
  const once = protocols.map(mergedMeasurements);
  const distinct = new Map<string, Measurement>();
  for (const { measurements } of once)
    for (const measurement of measurements) distinct.set(keyOf(measurement), measurement);
  const catalogue = [...distinct.values()].sort(
    (a, b) => a.first - b.first || a.last - b.last || a.noise - b.noise,
  );
  const position = new Map(catalogue.map((measurement, i) => [keyOf(measurement), i]));
  const sorted = once.map(({ measurements }) =>
    measurements.map((measurement) => position.get(keyOf(measurement))!).sort((a, b) => a - b),
  );
  const order = protocols.map((_, i) => i).sort((a, b) => lexicographic(sorted[a]!, sorted[b]!));
  const starts = new Int32Array(protocols.length + 1);
  order.forEach((protocol, i) => {
    starts[i + 1] = starts[i]! + sorted[protocol]!.length;
  });
  return {
    catalogue,
    family: { members: Int32Array.from(order.flatMap((i) => sorted[i]!)), starts },
    order,
    merged: once.map(({ merged }) => merged),
  };
}

const keyOf = ({ first, last, noise }: Measurement) => `${first} ${last} ${noise}`;

function mergedMeasurements(protocol: readonly Measurement[]): {
  measurements: Measurement[];
  merged: number;
} {
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

function lexicographic(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
