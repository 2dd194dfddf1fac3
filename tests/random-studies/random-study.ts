import type { Random } from './random.ts';
import { benchmarkCsv, calibrationData } from './random-data.ts';
import { catalogue, choose, protocols, time } from './random-entries.ts';
import { covarianceCsv, kernel, spice, target, weights } from './random-law.ts';
import { randomRecords } from './random-records.ts';
import type { StudyCase, Written } from './study-case.ts';

export interface Wanted {
  /** The share of numbers that stand at an edge of what is accepted; by default none in most studies, some in others. */
  edges?: number;
  /** What the study is for; by default anything. */
  about?: 'law' | 'benchmark' | 'calibration' | 'records';
  /** A law that does not change with time. */
  stationary?: boolean;
  mostPoints?: number;
}

const ABOUT = ['law', 'law', 'law', 'law', 'benchmark', 'calibration', 'calibration', 'records'] as const;
const HORIZONS = [10, 10, 24, 6, 168, 1, 0.5];
const POINTS = [2, 3, 4, 6, 6, 8, 8, 10, 12, 16, 24, 32];

/** A study that the rules of the study file accept, nearly always, with its data. */
export function randomStudy(rng: Random, wanted: Wanted = {}): StudyCase {
  const edges = wanted.edges ?? (rng.chance(0.5) ? 0 : 0.12);
  const spiced = spice(rng, edges);
  const about = wanted.about ?? rng.pick(ABOUT);
  if (about === 'records') return randomRecords(rng, spiced);
  const horizon = spiced.or(rng.pick(HORIZONS), 1e-6, 1e6, 1 / 3, 1e-300, 1e300);
  // Ranges from data are sought for every resample.
  const most = wanted.mostPoints ?? { law: 32, calibration: 16, benchmark: 6 }[about];
  const points = rng.pick(POINTS.filter((count) => count <= most));
  const study: Written = {
    sightline: 1,
    ...(rng.chance(0.2) && { title: rng.pick(['A title', 'x'.repeat(200), 'Zeit: über 7']) }),
    time: { horizon, points, ...(rng.chance(0.6) && { unit: rng.pick(['h', 'min', 'd', 's', 'ticks']) }) },
    // Second moments are the whole law for the mean only.
    target: about === 'benchmark' ? 'mean' : target(rng, spiced),
    weights: weights(rng, spiced, horizon, points),
    protocols: protocols(rng, spiced, horizon, points, about === 'law' ? 1 : 2),
  };
  if (study.weights === undefined) delete study.weights;
  const files: StudyCase['files'] = {};
  const names = Object.keys(study.protocols);
  const stationary = wanted.stationary ?? rng.chance(0.5);
  if (about === 'law') {
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
  if (about === 'benchmark' || (about === 'law' && rng.chance(0.6))) {
    const run = rng.pick(names);
    // Some have a second benchmark, of other units.
    const several = about === 'law' && names.length > 2 && points % 3 === 0;
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
  if (about === 'benchmark') {
    files['benchmark.csv'] = benchmarkCsv(rng, study);
    study.benchmark = { data: 'benchmark.csv' };
  }
  if (about === 'calibration') {
    const made = calibrationData(rng, spiced, horizon, points, study.target);
    study.calibration = made.calibration;
    Object.assign(files, made.files);
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
  return { study, files };
}
