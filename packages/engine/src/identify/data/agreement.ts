import type { Action } from '../../model/value/action.ts';
import type { Weighing } from '../../model/value/model.ts';
import { square } from '../../numerics/elementary.ts';
import { fillIntegersBelow, randomStream } from '../../numerics/random/random-stream.ts';
import { allRows, benchmarkOf } from '../invisible/benchmark.ts';
import { type BenchmarkSample, moments, sampleColumns } from './benchmark-moments.ts';

/** A second moment that the samples of two realised protocols both estimate. */
export interface SharedMoment {
  /** The two protocols, by position. */
  protocols: [number, number];
  /** Of the first of them: what the moment is of, by position of the actions; null is the target. */
  of: [number | null, number | null];
  values: [number, number];
  standardErrors: [number, number];
}

/** Whether samples of several protocols, each of other units, have equal moments where they have the same ones. */
export interface Agreement {
  shared: SharedMoment[];
  /** Of the largest difference in standard errors, by resampling the units of each. */
  pValue: number;
}

const RESAMPLES = 999;
/** Entries of rows that differ by no more are equal. */
const SAME_ROW = 1e-12;

/**
 * Var Θ is in every benchmark, and so is a covariance of readings that two protocols share: one law gives both samples the same.
 * The statistic is the largest difference over its standard error; resampled differences are centred at the one observed and
 * have standard errors of their own.
 */
export function agreement(
  samples: readonly BenchmarkSample[],
  realised: readonly (readonly Action[])[],
  weighing: Weighing,
  unit: number,
  seed: number,
): Agreement {
  const columns = samples.map(sampleColumns);
  const places = sharedPlaces(realised, weighing);
  const estimates = columns.map((own, k) => moments(own, realised[k]!, Int32Array.from(own[0]!.keys())));
  const differences = (found: readonly { law: Float64Array; errors: Float64Array }[]) =>
    places.map(({ protocols, at }) => {
      const [a, b] = protocols.map((k, i) => ({
        law: found[k]!.law[at[i]!]!,
        error: found[k]!.errors[at[i]!]!,
      }));
      return { by: a!.law - b!.law, error: Math.sqrt(square(a!.error) + square(b!.error)) };
    });
  const own = differences(estimates);
  const furthest = (each: readonly { by: number; error: number }[], centre: (n: number) => number) =>
    each.reduce(
      (most, { by, error }, n) => Math.max(most, error > 0 ? Math.abs(by - centre(n)) / error : 0),
      0,
    );
  const observed = furthest(own, () => 0);
  let further = 0;
  for (let n = 0; n < RESAMPLES; n++) {
    const drawn = columns.map((sample, k) => {
      const chosen = new Int32Array(sample[0]!.length);
      fillIntegersBelow(randomStream(seed, 'agreement', n, k), chosen.length, chosen);
      return moments(sample, realised[k]!, chosen);
    });
    if (furthest(differences(drawn), (place) => own[place]!.by) >= observed) further++;
  }
  const inUnit = (value: number) => value * unit * unit;
  return {
    shared: places.map(({ protocols, of, at }) => ({
      protocols,
      of,
      values: [0, 1].map((i) => inUnit(estimates[protocols[i]!]!.law[at[i]!]!)) as [number, number],
      standardErrors: [0, 1].map((i) => inUnit(estimates[protocols[i]!]!.errors[at[i]!]!)) as [
        number,
        number,
      ],
    })),
    pValue: (further + 1) / (RESAMPLES + 1),
  };
}

/** Where the moments that two protocols share stand in the law of each: the target's variance first. */
function sharedPlaces(realised: readonly (readonly Action[])[], weighing: Weighing) {
  const rows = allRows(benchmarkOf(realised, weighing));
  const found: { protocols: [number, number]; of: SharedMoment['of']; at: [number, number] }[] = [];
  rows.forEach((first, k) => {
    rows.slice(k + 1).forEach((second, n) => {
      const same = first.map((row) =>
        second.findIndex((other) => other.every((value, j) => Math.abs(value - row[j]!) <= SAME_ROW)),
      );
      const named = (a: number) => (a === first.length - 1 ? null : a);
      for (let a = first.length - 1; a >= 0; a--)
        for (let b = a; b >= 0; b--)
          if (same[a]! >= 0 && same[b]! >= 0)
            found.push({
              protocols: [k, k + 1 + n],
              of: [named(a), named(b)],
              at: [a * first.length + b, same[a]! * second.length + same[b]!],
            });
    });
  });
  return found;
}
