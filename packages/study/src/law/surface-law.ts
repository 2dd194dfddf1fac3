import {
  type FittedSurface,
  fitSurface,
  InvalidInput,
  type Problem,
  surfaceErrors,
  type TimeGrid,
} from '@sightline/engine/internal';
import type { Asking, Part } from '../parts/study-parts.ts';
import { Lacking } from '../problems/lacking.ts';
import { type Warning, warned } from '../problems/warning.ts';
import type { ResultRepair } from '../schema/result-head.ts';
import { countsOf, digits, moment, type SampleCounts, shareText } from '../words/text.ts';
import { sparseRepairs } from './fit-law.ts';
import type { GivenLaw } from './latent.ts';
import { type FitPlan, fitPlan } from './sparse-file.ts';

/** A law without a kernel, as far as the readings show one. */
export interface SurfaceLaw {
  plan: FitPlan;
  surface: FittedSurface;
}

/**
 * The surface under `fit`, where the study asks for one. It is made with the plan: which questions can be asked hangs on whether every
 * pair of times was seen.
 */
export const surfaceLaw: Part<Promise<SurfaceLaw | undefined>> = async (study) => {
  const plan = await study.part(fitPlan);
  if (!plan?.surface) return undefined;
  const { readings, surface, noise, grid } = plan;
  try {
    const made = fitSurface(readings, grid, { ...surface, ...(noise === 'estimated' ? {} : { noise }) });
    return { plan, surface: made };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    study.report(error.problems.map(inStudy));
    return undefined;
  }
};

/** Bandwidths are the study's, the rest is of the readings. */
const inStudy = (problem: Problem): Problem => ({
  ...problem,
  path:
    problem.path[0] === 'bandwidth' ? ['fit', 'surface', ...problem.path] : ['calibration', ...problem.path],
});

/** The surface as a law; at pairs not seen it has one of the completions. */
export function givenBySurface({ plan, surface }: SurfaceLaw): GivenLaw {
  const { mean, scale, covariance } = surface;
  return {
    covariance,
    inData: { mean, scale, transform: plan.transform },
    repairs: [...sparseRepairs(plan), ...projection(surface)],
    fitted: null,
    warnings: pointWarnings(surface),
  };
}

/** Standard errors of numbers that come from a surface, by resampling units. */
export function surfaceErrorsOf(
  { plan, surface }: SurfaceLaw,
  seed: number,
  valuesOf: (given: GivenLaw) => readonly number[],
): number[] {
  const { readings, grid, noise } = plan;
  const drawn = (own: FittedSurface) => valuesOf(givenBySurface({ plan, surface: own }));
  const options = noise === 'estimated' ? {} : { noise };
  return surfaceErrors(readings, grid, surface, options, drawn, { seed }).errors;
}

/** What was changed so that the estimates belong to one law. */
function projection({ largestChange, meanChange, trajectories }: FittedSurface): ResultRepair[] {
  if (!(largestChange > 1e-6)) return [];
  return [
    {
      kind: 'floored',
      amount: largestChange,
      what:
        `smoothed correlations were changed by at most ${digits(largestChange)} (root mean square ${digits(meanChange)}) to the ` +
        `nearest that belong to one law, with no eigenvalue below 1/${trajectories}`,
    },
  ];
}

function pointWarnings({ units, noiseAtZero }: FittedSurface): Warning[] {
  return [
    {
      kind: 'surface-law',
      path: 'fit.surface',
      what: `the law is an estimate from ${units} units without a kernel; values and limits have its sampling error`,
    },
    ...(noiseAtZero
      ? warned(
          'surface-law',
          'calibration.noise',
          'the estimate of the noise came out below 0, and 0 was used',
        )
      : []),
  ];
}

/** The surface for a question that needs the whole law. Tells what was not seen where it is not whole. */
export async function wholeSurface(study: Asking): Promise<GivenLaw | undefined> {
  const made = await study.part(surfaceLaw);
  if (!made) return undefined;
  const { surface, plan } = made;
  if (surface.unseen.length === 0) return givenBySurface(made);
  const why = `${unseenText(surface, plan.grid)}, so that this law is known in part`;
  const needs =
    '`sightline identify`, which says what follows of what was seen; readings of units at both times; a larger ' +
    '`bandwidth`; or kernels in place of `surface`';
  if (study.command === 'run') throw new Lacking({ why, needs });
  study.report({
    path: ['fit', 'surface'],
    value: `${surface.unseen.length} pairs of grid points`,
    why,
    accepted: needs,
  });
  return undefined;
}

/** A surface as results have it. */
export interface SurfaceSummary extends SampleCounts {
  readings: number;
  bandwidth: { mean: number; surface: number };
  /** Variance of the noise of a reading, and whether it was estimated. */
  noise: number;
  noiseEstimated: boolean;
  /** So many units a pair of times had to have to be seen. */
  leastUnits: number;
  /** The share of pairs of grid points that were seen. */
  seen: number;
  /** Which were not: beyond a lag, or stretches of time with others. */
  unseen: Stretches & { pairs: number };
  /** The most that a correlation was changed so that all belong to one law. */
  largestChange: number;
}

export function surfaceSummary({ plan, surface }: SurfaceLaw): SurfaceSummary {
  const { points } = plan.grid;
  const { unseen, readings, bandwidth, noise, leastUnits, largestChange } = surface;
  return {
    ...countsOf(plan),
    readings,
    bandwidth,
    noise,
    noiseEstimated: plan.noise === 'estimated',
    leastUnits,
    seen: 1 - unseen.length / ((points * (points - 1)) / 2),
    unseen: { pairs: unseen.length, ...unseenStretches(unseen, plan.grid) },
    largestChange,
  };
}

/** Which pairs of times nobody was seen at together. */
export function unseenText({ unseen, leastUnits }: FittedSurface, grid: TimeGrid): string {
  const { points } = grid;
  const share = shareText(unseen.length / ((points * (points - 1)) / 2));
  const { lag, stretches } = unseenStretches(unseen, grid);
  const where =
    lag !== null
      ? `those further apart than ${digits(lag)}${grid.unit ? ` ${grid.unit}` : ''}`
      : stretches
          .slice(0, 2)
          .map(({ one, other }) => `${stretchText(one, grid)} with ${stretchText(other, grid)}`)
          .join('; ');
  return `${share} of all pairs of times were not seen together in ${leastUnits} units or more (${where}${stretches.length > 2 && lag === null ? '; and others' : ''})`;
}

const stretchText = ([from, to]: readonly [number, number], grid: TimeGrid) =>
  from === to ? moment(from, grid) : `${moment(from, grid)} to ${moment(to, grid)}`;

interface Stretches {
  /** The longest lag that was seen, where every longer one was not and every shorter one was. */
  lag: number | null;
  /** Otherwise rectangles of times, the largest first. */
  stretches: { one: [number, number]; other: [number, number]; pairs: number }[];
}

/** Pairs not seen as a lag beyond which nothing was, or as stretches of time. */
export function unseenStretches(unseen: readonly (readonly [number, number])[], grid: TimeGrid): Stretches {
  const { points: p, spacing, times } = grid;
  const open = new Uint8Array(p * p);
  for (const [j, k] of unseen) open[j * p + k] = 1;
  const shortest = unseen.reduce((least, [j, k]) => Math.min(least, j - k), p);
  const beyond = ((p - shortest) * (p - shortest + 1)) / 2;
  if (unseen.length > 0 && beyond === unseen.length) return { lag: (shortest - 1) * spacing, stretches: [] };
  const stretches: Stretches['stretches'] = [];
  for (let left = unseen.length; left > 0; ) {
    const best = largestRectangle(open, p);
    for (let j = best.top; j <= best.bottom; j++)
      for (let k = best.left; k <= best.right; k++) {
        if (open[j * p + k]) left--;
        open[j * p + k] = 0;
      }
    stretches.push({
      one: [times[best.left]!, times[best.right]!],
      other: [times[best.top]!, times[best.bottom]!],
      pairs: (best.bottom - best.top + 1) * (best.right - best.left + 1),
    });
  }
  return { lag: null, stretches };
}

/** Of marked entries below the diagonal, by the heights of columns: O(p²) a row of looking. */
function largestRectangle(open: Uint8Array, p: number) {
  const heights = new Int32Array(p);
  let best = { top: 0, bottom: 0, left: 0, right: 0, size: 0 };
  for (let j = 0; j < p; j++) {
    for (let k = 0; k < p; k++) heights[k] = open[j * p + k] ? heights[k]! + 1 : 0;
    for (let k = 0; k < p; k++) {
      let least = heights[k]!;
      for (let to = k; to < p && least > 0; to++) {
        least = Math.min(least, heights[to]!);
        const size = least * (to - k + 1);
        if (size > best.size) best = { top: j - least + 1, bottom: j, left: k, right: to, size };
      }
    }
  }
  return best;
}
