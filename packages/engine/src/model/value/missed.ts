import { exp } from '../../numerics/elementary.ts';
import { type RandomStream, randomStream, uniformAt } from '../../numerics/random/random-stream.ts';

/**
 * How a reading may come to be missing. Causes are independent of each other and of what would have been read, so that the
 * predictor of what is left is that of a protocol of these readings alone.
 */
export interface Missing {
  /** The probability that this action alone is missed. */
  readonly missed?: number;
  /** What reads it, and the probability that this fails: all that it reads is then missing together. */
  readonly sensor?: { readonly name: string; readonly fails: number };
  /**
   * The rate of dropout times the time at which the action is complete: it is gone where an exponential moment, one for the
   * whole protocol, comes before.
   */
  readonly hazard?: number;
}

/** An action as far as it may be missing; absent: it is always read. */
interface Missable {
  readonly missing?: Missing | undefined;
}

/** What is left of a protocol, by the places of its actions, and how likely that is. */
export interface Pattern {
  readonly kept: readonly number[];
  readonly probability: number;
}

/** Patterns with positive probability, all of them or as many as were drawn. */
export interface Patterns {
  readonly patterns: readonly Pattern[];
  /** Of how many draws the probabilities are shares; 0 where they are exact. */
  readonly draws: number;
}

/** So many patterns are gone through; where there are more, as many are drawn. */
export const MOST_PATTERNS = 4096;
/** Of longer protocols fewer are drawn, each of which takes longer and differs less from the others. */
const LONG = 64;
const FEWEST_DRAWS = 64;

const drawsFor = (actions: number): number => {
  const share = Math.min(1, LONG / actions);
  return Math.max(FEWEST_DRAWS, Math.floor(MOST_PATTERNS * share * share));
};

/** A cause that leaves some of the actions: each of its outcomes with what stays. */
type Cause = readonly { readonly keeps: bigint; readonly probability: number }[];

/**
 * What may be left of a protocol. Each cause thins out what the others left; outcomes with the same actions are one, so that
 * dropout alone has as many as times, and a sensor two. O(patterns·causes), or draws·causes where they are too many.
 */
export function patternsOf(protocol: readonly Missable[], seed: number): Patterns {
  const all = (1n << BigInt(protocol.length)) - 1n;
  // What is certain comes first: then the number of patterns only grows.
  const causes = causesOf(protocol, all).sort((a, b) => Math.min(a.length, 2) - Math.min(b.length, 2));
  const exact = thinned(all, causes);
  const draws = exact ? 0 : drawsFor(protocol.length);
  const patterns = [...(exact ?? drawn(all, causes, seed, draws))]
    .map(([set, weight]) => ({
      kept: placesIn(set, protocol),
      probability: draws > 0 ? weight / draws : weight,
    }))
    .filter(({ probability }) => probability > 0);
  return { patterns, draws };
}

/** Whether any of the actions can be missing. */
export function canMiss(protocol: readonly Missable[]): boolean {
  return protocol.some((action) => presence(action) < 1);
}

/** The probability that an action is read. */
export function presence({ missing }: Missable): number {
  if (!missing) return 1;
  const { missed = 0, sensor, hazard = 0 } = missing;
  return (1 - missed) * (1 - (sensor?.fails ?? 0)) * exp(-hazard);
}

/** What is left where all that can be missing is: no pattern tells less. O(times·actions). */
export function leastPattern(protocol: readonly Missable[]): Pattern {
  const kept = protocol.flatMap((action, i) => (presence(action) < 1 ? [] : [i]));
  const hazards = protocol.map(({ missing }) => missing?.hazard ?? 0);
  const levels = dropoutLevels(hazards);
  let probability = 0;
  for (const { upTo, probability: share } of levels) {
    const bySensor = new Map<string, { fails: number; others: number }>();
    let left = share;
    protocol.forEach(({ missing }, i) => {
      if (!missing || hazards[i]! > upTo || kept.includes(i)) return;
      const { missed = 0, sensor } = missing;
      if (!sensor) left *= missed;
      else {
        const others = (bySensor.get(sensor.name)?.others ?? 1) * missed;
        bySensor.set(sensor.name, { fails: sensor.fails, others });
      }
    });
    for (const { fails, others } of bySensor.values()) left *= fails + (1 - fails) * others;
    probability += left;
  }
  return { kept, probability };
}

/** The places of the actions that a set of them holds. */
const placesIn = (set: bigint, protocol: readonly Missable[]): number[] =>
  protocol.flatMap((_, i) => ((set >> BigInt(i)) & 1n ? [i] : []));

function causesOf(protocol: readonly Missable[], all: bigint): Cause[] {
  const causes: Cause[] = [];
  const either = (lost: bigint, probability: number) => {
    if (probability > 0 && lost !== 0n)
      causes.push(
        [
          { keeps: all & ~lost, probability },
          { keeps: all, probability: 1 - probability },
        ].filter((outcome) => outcome.probability > 0),
      );
  };
  const sensors = new Map<string, { fails: number; actions: bigint }>();
  protocol.forEach(({ missing }, i) => {
    either(1n << BigInt(i), missing?.missed ?? 0);
    if (!missing?.sensor) return;
    const { name, fails } = missing.sensor;
    sensors.set(name, { fails, actions: (sensors.get(name)?.actions ?? 0n) | (1n << BigInt(i)) });
  });
  for (const { fails, actions } of sensors.values()) either(actions, fails);
  const hazards = protocol.map(({ missing }) => missing?.hazard ?? 0);
  if (hazards.some((hazard) => hazard > 0))
    causes.push(
      dropoutLevels(hazards).map(({ upTo, probability }) => ({
        keeps: hazards.reduce((set, hazard, i) => (hazard <= upTo ? set | (1n << BigInt(i)) : set), 0n),
        probability,
      })),
    );
  return causes;
}

/** Between which two hazards the moment of dropout falls: up to where actions are there, and how likely that is. */
function dropoutLevels(hazards: readonly number[]): { upTo: number; probability: number }[] {
  const ends = [...new Set([0, ...hazards])].sort((a, b) => a - b);
  return ends
    .map((upTo, k) => {
      const next = ends[k + 1];
      return { upTo, probability: exp(-upTo) - (next === undefined ? 0 : exp(-next)) };
    })
    .filter(({ probability }) => probability > 0);
}

/** The probability of every set that causes may leave; undefined where these are too many. */
function thinned(all: bigint, causes: readonly Cause[]): Map<bigint, number> | undefined {
  let sets = new Map([[all, 1]]);
  for (const cause of causes) {
    const next = new Map<bigint, number>();
    for (const [set, share] of sets)
      for (const { keeps, probability } of cause)
        next.set(set & keeps, (next.get(set & keeps) ?? 0) + share * probability);
    if (next.size > MOST_PATTERNS) return undefined;
    sets = next;
  }
  return sets;
}

/** How often each set is left in so many draws. */
function drawn(all: bigint, causes: readonly Cause[], seed: number, draws: number): Map<bigint, number> {
  const draw = drawnSets(all, causes, randomStream(seed, 'missed readings'));
  const counts = new Map<bigint, number>();
  for (let k = 0; k < draws; k++) {
    const set = draw(k);
    counts.set(set, (counts.get(set) ?? 0) + 1);
  }
  return counts;
}

/** What a draw leaves: a function of the stream and its number. */
const drawnSets =
  (all: bigint, causes: readonly Cause[], stream: RandomStream) =>
  (draw: number): bigint => {
    let set = all;
    causes.forEach((cause, c) => {
      let left = uniformAt(stream, draw * causes.length + c);
      const outcome = cause.find(({ probability }) => {
        left -= probability;
        return left < 0;
      });
      set &= (outcome ?? cause.at(-1)!).keeps;
    });
    return set;
  };

/** What is left of a protocol to each of some units, by the places of its actions, as it is drawn for them. */
export function keptByUnits(protocol: readonly Missable[], units: number, stream: RandomStream): number[][] {
  const all = (1n << BigInt(protocol.length)) - 1n;
  const draw = drawnSets(all, causesOf(protocol, all), stream);
  return Array.from({ length: units }, (_, m) => placesIn(draw(m), protocol));
}

/** Values and their probabilities. */
interface Spread {
  readonly values: ArrayLike<number>;
  readonly probabilities: ArrayLike<number>;
}

/** Rounding in a sum of probabilities. */
const ROUNDING = 1e-12;

/** The least value that is not exceeded with at least this probability: a lower quantile. */
export function lowerQuantile({ values, probabilities }: Spread, level: number): number {
  const order = Array.from(values, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  let below = 0;
  for (const i of order) {
    below += probabilities[i]!;
    if (below >= level - ROUNDING) return values[i]!;
  }
  return values[order.at(-1)!]!;
}

/** Σ probability·value. */
export function meanValue({ values, probabilities }: Spread): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += probabilities[i]! * values[i]!;
  return sum;
}

/** Of a mean over draws. */
export function drawnError({ values, probabilities }: Spread, draws: number): number {
  const mean = meanValue({ values, probabilities });
  let squares = 0;
  for (let i = 0; i < values.length; i++)
    squares += probabilities[i]! * (values[i]! - mean) * (values[i]! - mean);
  return Math.sqrt(squares / (draws - 1));
}
