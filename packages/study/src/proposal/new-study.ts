import type { Study } from '../schema/study.ts';
import { flowText } from '../words/flow-text.ts';

/** What has to be said before anything can be computed. */
export interface NewStudy {
  title: string;
  horizon: number;
  unit: string;
  target: Study['target'];
  /** How long a deviation lasts. */
  memory: number;
  /** The share of the variance that a unit keeps. */
  trait: number;
  /** How many readings a unit has today. */
  readings: number;
  noise: number;
  /** The quantity in a unit of its own: levels and noise are in it too. Absent: in standard deviations from its mean. */
  scale?: { mean: number; sd: number; value: string };
  /** What the clock shows where the horizon begins. */
  start?: string | undefined;
  /** How many readings a unit could have. Absent: twice as many as today are compared, and the best of as many are looked for. */
  possible?: number | undefined;
}

/** Where the answers begin, for whoever does not know yet. */
export const USUAL_STUDY: NewStudy = {
  title: 'My study',
  horizon: 24,
  unit: 'h',
  target: 'mean',
  memory: 2.4,
  trait: 0.2,
  readings: 2,
  noise: 0.3,
};

/** Fine enough for readings by the quarter of an hour in a day, and quick on any machine. */
const POINTS = 96;
const CATALOGUE = 12;

/** A study that every question can be asked of: what is done today, more readings, and a catalogue to choose from. */
export function newStudyText(given: NewStudy): string {
  const { title, horizon, unit, target, memory, trait, readings, noise, scale, start, possible } = given;
  const time = { horizon, points: POINTS, ...(unit !== '' && { unit }), ...(start && { start }) };
  const more = possible ?? 2 * readings;
  const moreName = more === 2 * readings ? 'twice as many' : more === 1 ? '1 reading' : `${more} readings`;
  const edge = rounded(horizon / (2 * CATALOGUE));
  return `sightline: 1
title: ${JSON.stringify(title)}
${scale?.value ? `words: ${flowText({ value: scale.value })}\n` : ''}
# Every time in this file is in this unit.
time: ${flowText(time)}

# What is to be known of each unit.
target: ${flowText(target)}
weights: uniform

# How it varies: a share of the variance stays with a unit, the rest is forgotten with a memory of tau.
latent:
  kernel: ${flowText({ ou: { tau: memory } })}
  trait: ${flowText(trait)}
${scale ? `  mean: ${flowText(scale.mean)}\n  sd: ${flowText(scale.sd)}\n` : ''}
# Noise is the variance of one reading, ${scale ? `where the quantity itself has variance ${rounded(scale.sd * scale.sd)}` : 'where the quantity itself has variance 1'}.
protocols:
  today: ${flowText({ at: middles(readings, horizon), noise, cost: 1 })}
  ${moreName}: ${flowText({ at: middles(more, horizon), noise, cost: 1 })}

# What is done today, and the readings that a better protocol could choose from.
realised: today
assume: any
catalogue:
  - ${flowText({ at: { from: edge, to: rounded(horizon - edge), count: CATALOGUE }, noise, cost: 1 })}
choose: ${flowText({ exactly: Math.min(possible ?? readings, CATALOGUE) })}
`;
}

/** Times are written with few digits: a reader will see them. */
const rounded = (time: number) => Number(time.toPrecision(4));

/** The middles of as many equal parts of the horizon. */
const middles = (count: number, horizon: number) =>
  Array.from({ length: count }, (_, i) => rounded(((i + 0.5) * horizon) / count));
