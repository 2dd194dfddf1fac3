import type { Problem, TimeGrid } from '@sightline/engine';
import { digits } from '../words/number-text.ts';
import { type CalibrationData, noiseVariances } from './calibration-data.ts';
import { columnVariances, LEAST_VARIANCE } from './column-moments.ts';

const MOST_TOLD = 3;

/** The data must vary at every time, and by more than their noise. Paths are below `calibration`. */
export function noiseProblems(data: CalibrationData, grid: TimeGrid): Problem[] {
  const variances = columnVariances(data.sample);
  const faint = Array.from(variances.keys()).filter((j) => !(variances[j]! >= LEAST_VARIANCE));
  if (faint.length > 0) return [tooFaint(faint, variances, grid)];
  const noise = noiseVariances(data);
  const noiseAt = (j: number) => noise[noise.length === 1 ? 0 : j]!;
  const givenAt = (j: number) => (typeof data.noise === 'object' ? data.noise[j]! : Number(data.noise));
  const drowned = Array.from(variances.keys()).filter((j) => !(variances[j]! > noiseAt(j)));
  if (drowned.length === 0) return [];
  const problem = (j: number, path: Problem['path'], others: number): Problem => {
    const time = timeText(grid, j);
    const more = others > 0 ? `, and at ${others} more grid points` : '';
    const [varies, takes] = [digits(variances[j]!), digits(noiseAt(j))];
    return data.noise === 'replicates'
      ? {
          path,
          value: data.replicates,
          why:
            `at ${time} the units' means vary by ${varies}, and the replicates show noise of ${takes} in them: nothing ` +
            `is left of the quantity itself there${more}`,
          accepted: 'units that differ by more than their replicates',
        }
      : {
          path,
          value: givenAt(j),
          why:
            `at ${time} the data vary by ${varies} only, no more than the noise` +
            `${noiseAt(j) === givenAt(j) ? '' : ` of ${takes} that is left in averages or interpolated values`}${more}; it is a variance`,
          accepted: `a number below ${digits(variances[j]! * (givenAt(j) / noiseAt(j)))}`,
        };
  };
  if (typeof data.noise !== 'object') {
    // One number has one problem: the time that asks most of it.
    const least = drowned.reduce((best, j) => (variances[j]! < variances[best]! ? j : best));
    return [problem(least, ['noise'], drowned.length - 1)];
  }
  const told = drowned.slice(0, MOST_TOLD);
  return told.map((j, i) =>
    problem(j, ['noise', j], i === told.length - 1 ? drowned.length - told.length : 0),
  );
}

function tooFaint(faint: readonly number[], variances: Float64Array, grid: TimeGrid): Problem {
  const [j] = faint as [number];
  const more = faint.length > 1 ? `, and at ${faint.length - 1} more grid points` : '';
  return {
    path: ['data'],
    value: `a variance of ${digits(variances[j]!)}`,
    why: `at ${timeText(grid, j)} the units vary so little that squares of the variance vanish${more}`,
    accepted: `values with a variance of at least ${LEAST_VARIANCE} at every time: the same in smaller units`,
  };
}

export function timeText(grid: TimeGrid, j: number): string {
  return `${digits(grid.times[j]!)} ${grid.unit}`.trim();
}
