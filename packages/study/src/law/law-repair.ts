import type { FlooredMoments, PlugInCovariance } from '@sightline/engine';
import type { ResultRepair } from '../schema/result-head.ts';
import { countsText, digits } from '../words/text.ts';
import { type CalibrationData, noiseVariances } from './calibration-data.ts';
import { pairRepairs } from './pairs.ts';
import { readingRepairs } from './reading-repairs.ts';

/** What became of the sample covariance on its way to a law; null where the estimand makes no law. */
export interface LawRepair {
  floor: number | null;
  /** Eigenvalues lifted to the floor, and by how much in total. */
  lifted: number | null;
  mass: number | null;
  effectiveRank: number | null;
  /** Share of the way to equal variances and no correlation. */
  shrunk: number | null;
  /** Of the latent quantity in units of the data squared, before it was scaled to 1. */
  variances: { smallest: number; largest: number } | null;
  noise: NoiseUsed;
}

/** The variance that was taken off as noise: what is left of it in averages, where values are averages. */
export interface NoiseUsed {
  kind: 'given' | 'by-time' | 'replicates';
  smallest: number;
  largest: number;
}

export function lawRepair(
  data: CalibrationData,
  estimate: PlugInCovariance | undefined,
): { numbers: LawRepair; sentences: ResultRepair[] } {
  const noise = noiseUsed(data);
  const numbers: LawRepair = estimate
    ? {
        floor: estimate.floor,
        lifted: estimate.lifted,
        mass: estimate.mass,
        effectiveRank: estimate.effectiveRank,
        shrunk: estimate.shrunk,
        variances: estimate.variances,
        noise,
      }
    : {
        floor: null,
        lifted: null,
        mass: null,
        effectiveRank: null,
        shrunk: null,
        variances: null,
        noise,
      };
  return {
    numbers,
    sentences: [
      ...[
        ...readingRepairs(data.report),
        ...('gaps' in data.sample ? pairRepairs({ ...data, sample: data.sample }) : []),
      ].map((repair) => withNoiseOfAverages(repair, data.noise, noise)),
      ...estimateRepairs(estimate, data),
    ],
  };
}

function noiseUsed(data: CalibrationData): NoiseUsed {
  const variances = Array.from(noiseVariances(data));
  const [smallest, largest] = [Math.min(...variances), Math.max(...variances)];
  const kind =
    data.noise === 'replicates' ? 'replicates' : typeof data.noise === 'number' ? 'given' : 'by-time';
  return { kind, smallest, largest };
}

/** The noise is given for a reading, and averages and interpolated values have less: what was taken off is said where they are. */
function withNoiseOfAverages(
  repair: ResultRepair,
  given: CalibrationData['noise'],
  taken: NoiseUsed,
): ResultRepair {
  if (given === 'replicates' || taken.largest === 0) return repair;
  if (repair.kind === 'interpolated')
    return { ...repair, what: `${repair.what}; the noise variance that is left in them was subtracted` };
  if (repair.kind !== 'averaged') return repair;
  const { smallest, largest } = taken;
  const span = smallest === largest ? digits(smallest) : `${digits(smallest)} to ${digits(largest)}`;
  const of = typeof given === 'number' ? `the noise variance ${digits(given)}` : 'the noise variances given';
  return {
    ...repair,
    what: `${repair.what}; of ${of}, ${span} is left in the averages and was subtracted`,
  };
}

function estimateRepairs(estimate: PlugInCovariance | undefined, data: CalibrationData): ResultRepair[] {
  if (!estimate) return [];
  const { floor, lifted, mass, shrunk, variances, covariance } = estimate;
  const { smallest, largest } = variances;
  const repairs: ResultRepair[] = [];
  if (shrunk > 0)
    repairs.push({
      kind: 'shrunk',
      what: `the sample covariance was shrunk by ${digits(shrunk)} towards equal variances and no correlation`,
      amount: shrunk,
    });
  if (lifted > 0)
    repairs.push({
      kind: 'lifted',
      what:
        `${lifted} of ${covariance.rows} eigenvalues of the estimate from ${countsText(data)} lay below ${digits(floor)} and ` +
        `${lifted === 1 ? 'was' : 'were'} lifted to it, by ${digits(mass)} in total`,
      amount: mass,
    });
  if (data.scale === 'data') return repairs;
  const away = Math.max(Math.abs(smallest - 1), Math.abs(largest - 1));
  repairs.push({
    kind: 'rescaled',
    what:
      `the variance of the latent quantity is ${digits(smallest)} to ${digits(largest)} over the times; it was ` +
      'rescaled to 1, so the target is in standardised units',
    amount: away,
  });
  return repairs;
}

/** The best-linear value has no law of its own to repair: what the joint moments needed. */
export function liftedRepairs(floored: FlooredMoments | undefined): ResultRepair[] {
  if (!floored || floored.lifted === 0) return [];
  const { lifted, floor, mass } = floored;
  return [
    {
      kind: 'lifted',
      what:
        `${lifted} eigenvalue${lifted === 1 ? '' : 's'} of the correlations of readings and target, less the noise, lay ` +
        `below ${digits(floor)} and ${lifted === 1 ? 'was' : 'were'} lifted to it, by ${digits(mass)} in total`,
      amount: mass,
    },
  ];
}
