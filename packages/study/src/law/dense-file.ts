import {
  type CellProblem,
  type DenseReport,
  type DenseRequest,
  type DenseRows,
  parseDense,
  UnreadableFile,
} from '@sightline/data';
import {
  addToGroups,
  computedTargets,
  emptyGroups,
  finishedGroups,
  type GroupsInProgress,
  InvalidInput,
  type Matrix,
  type Sample,
  square,
  type TargetSpec,
  targetWeights,
} from '@sightline/engine';
import { besideStudy, type StudyFiles, sha256 } from '../file/study-files.ts';
import { horizon } from '../parts/horizon.ts';
import type { Asking, Part } from '../parts/study-parts.ts';
import {
  type Calibration,
  calibrationFields,
  estimandOf,
  isQuiet,
  OWN_COLUMNS,
} from './calibration-rules.ts';
import { type DataSurvey, surveyInProgress } from './data-survey.ts';

/** Dense data as they were read, or everything that keeps the file from being used. */
export type CalibrationFile = { file: string } & (
  | ({ ok: true; report: DenseReport } & FinishedSample)
  | { ok: false; problems: CellProblem[] }
);

/** The dense data that the study names; undefined where they cannot be read, which is told. */
export const denseFile: Part<Promise<CalibrationFile | undefined>> = async (study) => {
  const calibration = study.part(calibrationFields);
  const request = calibration && denseRequest(study, calibration);
  if (!request) return undefined;
  const { data } = calibration;
  try {
    const { found, digest } = await readDense(
      besideStudy(study.parsed.source.file, data),
      request,
      study.files,
    );
    study.read(data, digest);
    return found;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    study.unreadable(error, ['calibration', 'data'], data);
    return undefined;
  }
};

interface DenseFor {
  dense: DenseRequest;
  recordTarget: RecordTarget | undefined;
  /** Of a reading; 0 where replicates show it. */
  noise: number | Float64Array;
}

/** How the data of a study are to be read; undefined while its grid is not known, or no file could be read this way. */
function denseRequest(study: Asking, calibration: Calibration): DenseFor | undefined {
  const { grid, horizonKnown, pointsKnown } = study.part(horizon);
  const { noise, target, missing, duplicates, align } = calibration;
  const replicates = typeof noise === 'object' && 'replicates' in noise ? noise.replicates : undefined;
  const columns = [replicates, target].filter((name) => name !== undefined);
  if (!horizonKnown || !pointsKnown || columns.some((name) => OWN_COLUMNS.includes(name))) return undefined;
  if (target !== undefined && target === replicates) return undefined;
  return {
    dense: {
      times: grid.times,
      ...(replicates !== undefined && { replicates }),
      ...(target !== undefined && { target }),
      ...(missing && { missing }),
      ...(duplicates && { duplicates }),
      ...(align && { align }),
    },
    recordTarget: recordTarget(calibration, study.parsed.parts, grid),
    noise: typeof noise === 'number' ? noise : Array.isArray(noise) ? Float64Array.from(noise) : 0,
  };
}

/** For the best-linear value of a target other than the mean that was not measured. */
function recordTarget(
  calibration: Calibration,
  { target, weights }: Asking['parsed']['parts'],
  grid: Parameters<typeof targetWeights>[1],
): RecordTarget | undefined {
  if (estimandOf(calibration) === 'gaussian' || calibration.target !== undefined || !isQuiet(calibration))
    return undefined;
  if (target === undefined || target === 'mean') return undefined;
  try {
    return { spec: target, weights: targetWeights(weights ?? 'uniform', grid) };
  } catch (error) {
    if (error instanceof InvalidInput) return undefined; // told where the weights are built
    throw error;
  }
}

/** In parts where the file can be large. Throws UnreadableFile. */
async function readDense(
  file: string,
  { dense, recordTarget, noise }: DenseFor,
  files: StudyFiles,
): Promise<{ found: CalibrationFile; digest: Uint8Array }> {
  const withTargets = dense.target !== undefined || recordTarget !== undefined;
  const units = sampleInProgress(dense.times.length, withTargets, recordTarget, noise);
  const finished = (report: DenseReport): CalibrationFile => ({
    file,
    ok: true,
    report,
    ...units.finished(),
  });
  const large = await files.large?.(file);
  if (large) {
    const end = await large.stream(dense, units.add);
    const found: CalibrationFile = end.ok ? finished(end.report) : { file, ...end };
    return { found, digest: await large.digest() };
  }
  const bytes = await files.read(file);
  const whole = await parseDense(file, bytes, dense);
  if (whole.ok) units.add(whole.data);
  const found: CalibrationFile = whole.ok ? finished(whole.data.report) : { file, ...whole };
  return { found, digest: await sha256(bytes) };
}

/** More units than this are not held one by one, but as the moments of groups of them. */
export const MOST_HELD = 4096;
const MOST_GROUPS = 256;
const FEWEST_GROUPS = 32;
/** Numbers that the groups' covariances may take together. */
const MOST_NUMBERS = 0x4000000;

/** A target that is computed from each unit's record. */
interface RecordTarget {
  spec: TargetSpec;
  weights: Float64Array;
}

/** Units on their way from a file to an estimator. */
interface SampleInProgress {
  add(rows: DenseRows): void;
  finished(): FinishedSample;
}

export interface FinishedSample {
  sample: Sample;
  /** The value of the target where all units have the same; undefined where they differ or none was asked for. */
  constantTarget: number | undefined;
  survey: DataSurvey;
}

/** `withTargets`: whether each unit has a target, from a column or computed from its record. */
export function sampleInProgress(
  points: number,
  withTargets: boolean,
  recordTarget?: RecordTarget,
  /** Of a reading: what interpolation made of it is kept of units that are not held. */
  noise: number | Float64Array = 0,
): SampleInProgress {
  let held: DenseRows[] = [];
  const survey = surveyInProgress();
  let units = 0;
  let groups: GroupsInProgress | undefined;
  let [first, differ]: [number | undefined, boolean] = [undefined, false];
  return {
    add(rows) {
      const own = recordTarget ? { ...rows, targets: targetsOfRecords(rows, recordTarget) } : rows;
      first ??= own.targets?.[0];
      differ ||= own.targets?.some((value) => value !== first) ?? false;
      survey.add(own);
      held.push(own);
      units += own.units.length;
      if (units <= MOST_HELD) return;
      groups ??= emptyGroups(groupCount(points), points, withTargets, noise);
      for (const part of held) addToGroups(groups, part.units, part);
      held = [];
    },
    finished: () => ({
      sample: groups ? finishedGroups(groups) : joined(held, points),
      constantTarget: differ ? undefined : first,
      survey: survey.finished(),
    }),
  };
}

/** Each group holds a matrix: on fine grids there is room for fewer. */
function groupCount(points: number): number {
  const room = Math.floor(MOST_NUMBERS / square(points + 1));
  return Math.min(MOST_GROUPS, Math.max(FEWEST_GROUPS, room));
}

/** A part of a file may well have one target only: whether the whole has is seen at its end. */
function targetsOfRecords({ values }: DenseRows, { spec, weights }: RecordTarget): Float64Array {
  return computedTargets({ values }, weights, spec, 'accept');
}

function joined(parts: readonly DenseRows[], points: number): Sample {
  const rows = parts.reduce((sum, { values }) => sum + values.rows, 0);
  const stacked = (pick: (part: DenseRows) => Matrix): Matrix => {
    const data = new Float64Array(rows * points);
    let offset = 0;
    for (const part of parts) {
      data.set(pick(part).data, offset);
      offset += pick(part).data.length;
    }
    return { rows, cols: points, data };
  };
  const replicated = parts.some(({ within }) => within !== undefined);
  const averaged = parts.some(({ readings }) => readings !== undefined);
  const interpolated = parts.some(({ filled }) => filled !== undefined);
  const targeted = parts.some(({ targets }) => targets !== undefined);
  return {
    values: stacked(({ values }) => values),
    ...(replicated && {
      within: stacked(({ within }) => within!),
      counts: Int32Array.from(parts.flatMap(({ counts }) => Array.from(counts!))),
    }),
    ...(averaged && { readings: stacked(({ readings, values }) => readings ?? single(values)) }),
    ...(interpolated && {
      filled: stacked(
        ({ filled, values }) => filled ?? { ...values, data: new Float64Array(values.data.length) },
      ),
    }),
    ...(targeted && { targets: Float64Array.from(parts.flatMap(({ targets }) => Array.from(targets!))) }),
  };
}

/** Parts of a file without averages: each value is one reading. */
function single({ rows, cols }: Matrix): Matrix {
  return { rows, cols, data: new Float64Array(rows * cols).fill(1) };
}
