import type { Random } from './random.ts';
import { byTheClock } from './random-clock.ts';
import { benchmarkCsv, calibrationData } from './random-data.ts';
import { calibrationByDay, recordsByTheClock } from './random-days.ts';
import { catalogue, choose, protocols, time } from './random-entries.ts';
import { covarianceCsv, kernel, type Spice, spice, target, weights } from './random-law.ts';
import { readingsGoMissing, withReadings } from './random-readings.ts';
import { randomRecords } from './random-records.ts';
import { sparseReadings } from './random-sparse.ts';
import { trial } from './random-trial.ts';
import { inDataUnit, meanAndDeviation, type Unit } from './random-unit.ts';
import type { StudyCase, Written } from './study-case.ts';

export interface Wanted {
  /** The share of numbers that stand at an edge of what is accepted; by default none in most studies, some in others. */
  edges?: number;
  /** What the study is for; by default anything. */
  about?: About;
  /** A law that does not change with time. */
  stationary?: boolean;
  mostPoints?: number;
}

/** `unit`: a law with mean and standard deviation; `days`: dense days; `sparse`: a fit; `clock`: records by the clock. */
export const ABOUT = [
  'law',
  'unit',
  'benchmark',
  'calibration',
  'days',
  'sparse',
  'records',
  'clock',
] as const;
export type About = (typeof ABOUT)[number];
/** A law has more ways to be written than data have. */
const OFTEN: readonly About[] = [...ABOUT, 'law', 'law', 'law', 'unit', 'unit', 'calibration'];
const HORIZONS = [10, 10, 24, 6, 168, 1, 0.5];
const POINTS = [2, 3, 4, 6, 6, 8, 8, 10, 12, 16, 24, 32];

/** A study that the rules of the study file accept, nearly always, with its data. */
export function randomStudy(rng: Random, wanted: Wanted = {}): StudyCase {
  const edges = wanted.edges ?? (rng.chance(0.5) ? 0 : 0.12);
  const spiced = spice(rng, edges);
  const about = wanted.about ?? rng.pick(OFTEN);
  if (about === 'records') return randomRecords(rng, spiced);
  const study = frame(rng, spiced, about, wanted.mostPoints);
  if (about === 'clock') return recordsByTheClock(rng, study);
  const { horizon, points } = study.time;
  const files: StudyCase['files'] = {};
  const names = Object.keys(study.protocols);
  const stationary = wanted.stationary ?? rng.chance(0.5);
  const given = about === 'law' || about === 'unit';
  if (given) {
    if (!wanted.stationary && rng.chance(0.25)) {
      files['covariance.csv'] = covarianceCsv(rng, spiced, points);
      study.latent = {
        covariance: 'covariance.csv',
        ...(rng.chance(0.3) && { indefinite: rng.pick(['floor', 'refuse']) }),
      };
    } else {
      study.latent = { kernel: kernel(rng, spiced, horizon, points, stationary) };
      if (rng.chance(0.4)) study.latent.trait = spiced.or(rng.between(0, 0.8, 2), 0, 0.9999999999, 1e-300);
    }
  }
  if (about === 'benchmark' || (given && rng.chance(0.6))) benchmark(rng, spiced, study, about, stationary);
  if (about === 'benchmark') {
    files['benchmark.csv'] = benchmarkCsv(rng, study);
    study.benchmark = { data: 'benchmark.csv' };
  }
  let unit: Unit | undefined;
  if (about === 'calibration') {
    const made = calibrationData(rng, spiced, horizon, points, study.target);
    study.calibration = made.calibration;
    Object.assign(files, made.files);
    if (made.calibration.scale !== 'standardised' || made.calibration.estimand === 'linear') unit = made.unit;
  } else if (about === 'days') {
    const made = calibrationByDay(rng, study);
    study.calibration = made.calibration;
    Object.assign(files, made.files);
    unit = { mean: 140, sd: 40, log: false };
  } else if (about === 'sparse') {
    const made = sparseReadings(rng, spiced, horizon);
    Object.assign(study, { calibration: made.calibration, fit: made.fit });
    Object.assign(files, made.files);
    unit = made.unit;
  }
  if (about === 'calibration' || about === 'days') {
    if (rng.chance(0.3))
      study.classes = rng.chance(0.5)
        ? { nested: { exactly: rng.whole(1, 2), noise: 0.4, bins: [3, 4] } }
        : [
            { name: 'coarse', protocols: names.slice(0, 1) },
            { name: 'fine', at: { from: horizon / 4, to: horizon / 2, count: 3 }, exactly: 2, noise: 0.3 },
          ];
    if (rng.chance(0.25)) study.realised = rng.pick(names);
  }
  if (rng.chance(0.5)) {
    study.catalogue = catalogue(rng, spiced, horizon, points);
    if (rng.chance(0.85))
      study.choose = choose(rng, spiced, study.catalogue, horizon, () => target(rng, spiced));
  }
  if (unit) inDataUnit(study, unit);
  if (about === 'unit') meanAndDeviation(rng, spiced, study);
  if (given && rng.chance(0.3)) trial(rng, spiced, study);
  if (given && rng.chance(0.15)) readingsGoMissing(rng, spiced, study);
  if (given && rng.chance(0.2)) byTheClock(rng, study);
  const made: StudyCase = { study, files };
  return about !== 'benchmark' && rng.chance(0.3) ? withReadings(rng, made) : made;
}

/** Horizon, target, weights and protocols. */
function frame(rng: Random, spiced: Spice, about: About, mostPoints: number | undefined): Written {
  const byDay = about === 'days' || about === 'clock';
  const horizon = byDay ? rng.pick([24, 12]) : spiced.or(rng.pick(HORIZONS), 1e-6, 1e6, 1 / 3, 1e-300, 1e300);
  // Ranges from data are sought for every resample; of a day, cells begin on whole minutes.
  const most = mostPoints ?? { law: 32, unit: 16, benchmark: 6, days: 12, clock: 12 }[about as 'law'] ?? 16;
  const points = rng.pick((byDay ? [4, 6, 8, 12] : POINTS).filter((count) => count <= most));
  const study: Written = {
    sightline: 1,
    ...(rng.chance(0.2) && { title: rng.pick(['A title', 'x'.repeat(200), 'Zeit: über 7']) }),
    time: {
      horizon,
      points,
      ...(byDay ? { unit: 'h' } : rng.chance(0.6) && { unit: rng.pick(['h', 'min', 'd', 's', 'ticks']) }),
      ...(byDay && rng.chance(0.4) && { start: horizon === 24 ? '00:00' : '06:00' }),
    },
    // Second moments are the whole law for the mean only.
    target: about === 'benchmark' ? 'mean' : target(rng, spiced),
    weights: weights(rng, spiced, horizon, points),
    protocols: protocols(rng, spiced, horizon, points, about === 'law' || about === 'unit' ? 1 : 2),
  };
  if (study.weights === undefined) delete study.weights;
  return study;
}

/** What was run, of which class the law is, and what is known of it beside. */
function benchmark(rng: Random, spiced: Spice, study: Written, about: About, stationary: boolean): void {
  const { horizon, points } = study.time;
  const names = Object.keys(study.protocols);
  const run = rng.pick(names);
  // Some have a second benchmark, of other units.
  const several = about !== 'benchmark' && names.length > 2 && points % 3 === 0;
  study.realised = several ? [run, names[(names.indexOf(run) + 1) % names.length]] : run;
  if (rng.chance(0.7)) study.assume = stationary && rng.chance(0.6) ? 'stationary' : 'any';
  if (rng.chance(0.15))
    study.know = {
      ...(rng.chance(0.6) && { nonNegative: rng.chance(0.8) }),
      ...(rng.chance(0.3) && { nonIncreasing: true }),
      ...(rng.chance(0.3) && { smallestEigenvalue: spiced.or(1e-4, 0, 1e-300, 0.5) }),
      ...(rng.chance(0.2) && {
        correlations: [
          {
            times: [time(rng, spiced, horizon, points), time(rng, spiced, horizon, points)],
            value: rng.between(0, 0.6, 2),
          },
        ],
      }),
    };
}
