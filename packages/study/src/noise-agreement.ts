import type { Problem, Sample, TimeGrid } from '@sightline/engine';
import { type CalibrationData, noiseVariances } from './calibration-data.ts';
import { digits } from './protocol-warnings.ts';

const MOST_TOLD = 3;

/** The noise must leave something of the data at every time. Paths are below `calibration`. */
export function noiseProblems(data: CalibrationData, grid: TimeGrid): Problem[] {
  const variances = columnVariances(data.sample);
  const noise = noiseVariances(data);
  const noiseAt = (j: number) => noise[noise.length === 1 ? 0 : j]!;
  const drowned = Array.from(variances.keys()).filter((j) => !(variances[j]! > noiseAt(j)));
  if (drowned.length === 0) return [];
  const problem = (j: number, path: Problem['path'], others: number): Problem => {
    const time = `${digits(grid.times[j]!)} ${grid.unit}`.trim();
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
          value: noiseAt(j),
          why: `at ${time} the data vary by ${varies} only, no more than the noise${more}; it is a variance`,
          accepted: `a number below ${varies}`,
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

/** The variance between units at each time. */
export function columnVariances(sample: Sample): Float64Array {
  if ('moments' in sample) {
    const { points, moments } = sample;
    const units = moments.reduce((sum, group) => sum + group.units, 0);
    return Float64Array.from({ length: points }, (_, j) => {
      const mean = moments.reduce((sum, group) => sum + group.units * group.mean[j]!, 0) / units;
      const squares = moments.reduce(
        (sum, group) =>
          sum + group.scatter.data[j * group.scatter.cols + j]! + group.units * (group.mean[j]! - mean) ** 2,
        0,
      );
      return squares / (units - 1);
    });
  }
  const { rows, cols, data } = sample.values;
  return Float64Array.from({ length: cols }, (_, j) => {
    let mean = 0;
    for (let i = 0; i < rows; i++) mean += data[i * cols + j]! / rows;
    let squares = 0;
    for (let i = 0; i < rows; i++) squares += (data[i * cols + j]! - mean) ** 2;
    return squares / (rows - 1);
  });
}
