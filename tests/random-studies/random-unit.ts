import type { Random } from './random.ts';
import type { Spice } from './random-law.ts';
import { allEntries, type Written } from './study-case.ts';

/** Where the values of a study lie: the mean and the standard deviation of the quantity, or of its logarithm. */
export interface Unit {
  mean: number;
  sd: number;
  log: boolean;
}

export const short = (x: number) => Number(x.toPrecision(5));

/** A standardised study in a unit of the data: thresholds and the noise of readings with it. Other targets are for standardised laws. */
export function inDataUnit(study: Written, { mean, sd, log }: Unit): void {
  const value = (z: number) => short(log ? Math.exp(mean + sd * z) : mean + sd * z);
  const inUnit = (aim: Written): Written => {
    const { above, below, between } = aim;
    if (above !== undefined) return { above: value(above) };
    if (below !== undefined) return { below: value(below) };
    if (between === undefined) return 'mean';
    const ends = between.map(value);
    return ends[0] < ends[1] ? { between: ends } : 'mean';
  };
  study.target = inUnit(study.target);
  for (const one of study.choose?.targets ?? []) one.target = inUnit(one.target);
  const variance = (x: number) => short(x * sd * sd);
  for (const entry of [...allEntries(study), ...(Array.isArray(study.classes) ? study.classes : [])])
    if (typeof entry.noise === 'number') entry.noise = variance(entry.noise);
    else if (entry.noise) entry.noise = { from: variance(entry.noise.from), to: variance(entry.noise.to) };
  if (study.classes?.nested) study.classes.nested.noise = variance(study.classes.nested.noise);
}

/** Mean and standard deviation of a given law, the same at all times or not. */
export function meanAndDeviation(rng: Random, { or }: Spice, study: Written): void {
  const log = rng.chance(0.25);
  const mean = log ? rng.between(-1, 5, 2) : or(rng.pick([0, 140, 37.2, -3]), 1e6, 1e-6);
  const sd = log ? rng.between(0.1, 0.6, 2) : or(rng.pick([1, 50, 0.4]), 1e-6, 1e6);
  inDataUnit(study, { mean, sd, log });
  const list = (one: () => number) => Array.from({ length: study.time.points }, () => short(one()));
  const changes = rng.chance(0.4);
  study.latent.mean = changes ? list(() => mean + sd * rng.between(-0.5, 0.5)) : mean;
  // With a covariance the standard deviations are those of its diagonal.
  if (study.latent.covariance === undefined)
    study.latent.sd = changes && rng.chance(0.7) ? list(() => sd * rng.between(0.7, 1.4)) : sd;
  if (log) study.latent.transform = 'log';
}
