import {
  type CellProblem,
  parseSparse,
  type SparseReport,
  type SparseTable,
  UnreadableFile,
} from '@sightline/data';
import {
  checkReadings,
  type FitModel,
  inOrder,
  knotsAt,
  meanAndDeviation,
  type Problem,
  type SparseReadings,
  type TimeGrid,
  usualKnots,
} from '@sightline/engine/internal';
import { refusals } from '../file/parse-study.ts';
import { besideStudy, sha256 } from '../file/study-files.ts';
import { horizon } from '../parts/horizon.ts';
import type { Asking, Part } from '../parts/study-parts.ts';
import { placedCell } from '../problems/located-problem.ts';
import { countsText, digits, type Path, type SampleCounts } from '../words/text.ts';
import { type Calibration, calibrationFields, dataText, secondsInUnit } from './calibration-rules.ts';
import { type FitWanted, fitFields } from './fit-rules.ts';
import { LEAST_DEVIATION, LEAST_VARIANCE } from './least-variance.ts';

/** Sparse readings and what is to be fitted to them. */
export interface FitPlan extends Omit<FitWanted, 'mean'>, SampleCounts {
  mean: FitModel['mean'];
  /** As the study names it. */
  file: string;
  report: SparseReport;
  readings: SparseSample;
  /** 'log': the readings are logarithms. */
  transform: 'none' | 'log';
  /** Variance of a reading's noise where it is held fixed. */
  noise: 'estimated' | number;
  grid: TimeGrid;
}

/** Readings as a fit takes them; `clusters` are the units of trajectories. */
export type SparseSample = SparseReadings & { readonly clusters: Int32Array };

/** The sparse readings of a study; where they cannot be used, every problem is told, in their file or in the study. */
export const fitPlan: Part<Promise<FitPlan | undefined>> = async (study) => {
  const calibration = study.part(calibrationFields);
  const wanted = study.part(fitFields);
  const { grid, horizonKnown, pointsKnown } = study.part(horizon);
  const seconds = secondsInUnit(grid);
  const days = calibration?.split === 'day';
  if (!calibration || !horizonKnown || !pointsKnown) return undefined;
  if (days && (seconds === undefined || !study.isSound('time'))) return undefined;
  const table = await readTable(study, calibration, grid, seconds);
  if (!table || !wanted || !study.isSound('calibration', 'fit')) return undefined;
  const { readings, ...counts } = sampleOf(table, calibration);
  const mean = meanOf(wanted, readings);
  const found = `${readings.values.length} readings of ${countsText(counts)}`;
  const usable = taken(study, ['calibration', 'data'], () => checkReadings(readings), found);
  if (mean !== 'constant' && !taken(study, ['fit'], () => knotsAt(readings.times, mean.smooth)))
    return undefined;
  if (!usable) return undefined;
  const loud = noiseProblems(calibration.noise, readings.values);
  study.report(loud, ['calibration']);
  if (loud.length > 0) return undefined;
  return {
    ...wanted,
    mean,
    ...counts,
    file: dataText(calibration.data),
    report: table.report,
    readings,
    transform: calibration.transform ?? 'none',
    noise: typeof calibration.noise === 'number' ? calibration.noise : 'estimated',
    grid,
  };
};

/** Whether the engine takes what the readings are; what it refuses is a problem of the field at `base`. */
function taken(study: Asking, base: Path, check: () => void, found?: string): boolean {
  const problems = refusals(check);
  // A table has no field to name, and is known by how much there is of it.
  study.report(
    found === undefined ? problems : problems.map((one) => ({ ...one, path: [], value: found })),
    base,
  );
  return problems.length === 0;
}

/** Where the number of knots is not said, there are no more than the readings have times. */
function meanOf({ mean }: FitWanted, { times }: SparseSample): FitModel['mean'] {
  return mean === 'constant' ? mean : { smooth: mean.smooth ?? usualKnots(times) };
}

/** Readings vary by more than their noise, or there is nothing to fit. Paths are below `calibration`. */
function noiseProblems(noise: Calibration['noise'], values: Float64Array): Problem[] {
  const { deviation } = meanAndDeviation(values);
  const variance = deviation * deviation;
  if (!(variance >= LEAST_VARIANCE))
    return [
      {
        path: ['data'],
        value: `a standard deviation of ${digits(deviation)}`,
        why: 'the readings vary so little that products of variances vanish',
        accepted: `readings with a standard deviation of ${LEAST_DEVIATION} or more: the same in a smaller unit`,
      },
    ];
  if (typeof noise !== 'number' || noise < variance) return [];
  return [
    {
      path: ['noise'],
      value: noise,
      why: `the variance of all readings is ${digits(variance)}, no larger than the noise variance`,
      accepted: `a number below ${digits(variance)}; or no \`noise\`, and it is estimated`,
    },
  ];
}

async function readTable(
  study: Asking,
  { data, columns, split, limits, transform, duplicates }: Calibration,
  grid: TimeGrid,
  seconds: number | undefined,
): Promise<SparseTable | undefined> {
  if (typeof data !== 'string' || data.includes('*')) {
    study.report({
      path: ['calibration', 'data'],
      value: dataText(data),
      why: 'a fit reads one table',
      accepted: 'the path of one file',
    });
    return undefined;
  }
  const file = besideStudy(study.parsed.source.file, data);
  try {
    const bytes = await study.files.read(file);
    const read = await parseSparse(file, bytes, {
      times: grid.times,
      ...(columns && { columns }),
      ...(split === 'day' && { days: { start: grid.start ?? 0, unit: seconds! } }),
      ...(limits && { limits }),
      ...(transform && { transform }),
      ...(duplicates === 'keep' && { duplicates }),
    });
    study.read(data, await sha256(bytes));
    if (read.ok) return read.data;
    study.tell(
      read.problems.map((problem: CellProblem) => placedCell(problem, file, ['calibration', 'data'])),
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    study.unreadable(error, ['calibration', 'data'], data);
  }
  return undefined;
}

function sampleOf(
  { units, trajectories, starts, times, values }: SparseTable,
  { independent }: Calibration,
): SampleCounts & { readings: SparseSample } {
  const labels = independent === 'day' ? trajectories! : units;
  const numbers = new Map<string, number>();
  for (const label of labels) if (!numbers.has(label)) numbers.set(label, numbers.size);
  return {
    units: numbers.size,
    trajectories: units.length,
    ...(independent === 'day' && { independent }),
    // In an order of their own, whichever the rows have: no sum depends on it.
    readings: inOrder({
      times,
      values,
      starts,
      clusters: Int32Array.from(labels, (label) => numbers.get(label)!),
    }),
  };
}
