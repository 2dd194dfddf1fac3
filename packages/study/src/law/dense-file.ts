import {
  type CellProblem,
  type DenseReport,
  type DenseRequest,
  type FinishedSample,
  parseDense,
  type RecordTarget,
  type SampleKind,
  sampleInProgress,
  UnreadableFile,
} from '@sightline/data';
import { emptyRangeProblems, InvalidInput, targetWeights } from '@sightline/engine';
import { besideStudy, type StudyFiles, sha256 } from '../file/study-files.ts';
import { horizon } from '../parts/horizon.ts';
import type { Asking, Part } from '../parts/study-parts.ts';
import {
  type Calibration,
  calibrationFields,
  estimandOf,
  isQuiet,
  ownColumns,
  secondsInUnit,
} from './calibration-rules.ts';

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
  kind: SampleKind;
}

/** How the data of a study are to be read; undefined while its grid is not known, or no file could be read this way. */
function denseRequest(study: Asking, calibration: Calibration): DenseFor | undefined {
  const { grid, horizonKnown, pointsKnown } = study.part(horizon);
  const { noise, target, missing, duplicates, align, columns: names, split, limits, transform } = calibration;
  const replicates = typeof noise === 'object' && 'replicates' in noise ? noise.replicates : undefined;
  const columns = [replicates, target].filter((name) => name !== undefined);
  if (!horizonKnown || !pointsKnown || columns.some((name) => ownColumns(calibration).includes(name)))
    return undefined;
  if (target !== undefined && target === replicates) return undefined;
  const unit = secondsInUnit(grid);
  if (split === 'day' && (unit === undefined || !study.isSound('time'))) return undefined;
  const ofRecord = recordTarget(calibration, study.parsed.parts, grid);
  return {
    dense: {
      times: grid.times,
      ...(names && { columns: names }),
      ...(split === 'day' && { days: { start: grid.start ?? 0, unit: unit! } }),
      ...(limits && { limits }),
      ...(transform && { transform }),
      // Readings that are the same in every unit tell nothing, and take nothing from the best-linear value.
      ...(estimandOf(calibration) === 'linear' && { constant: 'accept' }),
      ...(replicates !== undefined && { replicates }),
      ...(target !== undefined && { target }),
      ...(missing && { missing }),
      ...(duplicates && duplicates !== 'keep' && { duplicates }),
      ...(align && { align }),
    },
    kind: {
      points: grid.times.length,
      withTargets: target !== undefined || ofRecord !== undefined,
      recordTarget: ofRecord,
      noise: typeof noise === 'number' ? noise : Array.isArray(noise) ? Float64Array.from(noise) : 0,
      independent: calibration.independent ?? 'unit',
      ...(transform && { transform }),
      ...(missing && { missing }),
    },
  };
}

/** For the best-linear value of a target that is no mean of the sample's values and was not measured. */
function recordTarget(
  calibration: Calibration,
  { target, weights }: Asking['parsed']['parts'],
  grid: Parameters<typeof targetWeights>[1],
): RecordTarget | undefined {
  if (estimandOf(calibration) === 'gaussian' || calibration.target !== undefined || !isQuiet(calibration))
    return undefined;
  // Of a logarithm, the mean is that of the values themselves.
  if (target === undefined || (target === 'mean' && calibration.transform !== 'log')) return undefined;
  if (emptyRangeProblems(target).length > 0) return undefined; // told where the target is checked
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
  { dense, kind }: DenseFor,
  files: StudyFiles,
): Promise<{ found: CalibrationFile; digest: Uint8Array }> {
  const units = sampleInProgress(kind);
  const finished = (report: DenseReport): CalibrationFile => ({
    file,
    ok: true,
    report,
    ...units.finished(),
  });
  const large = await files.large?.(file);
  if (large) {
    const read = async (): Promise<CalibrationFile> => {
      const pieces = await large.pieces?.(dense, kind, files.workers);
      if (pieces) return { file, ok: true, ...pieces };
      const end = await large.stream(dense, units.add);
      return end.ok ? finished(end.report) : { file, ...end };
    };
    // This thread has time for the digest while others read.
    const [found, digest] = await Promise.all([read(), large.digest()]);
    return { found, digest };
  }
  const bytes = await files.read(file);
  const whole = await parseDense(file, bytes, dense);
  if (whole.ok) units.add(whole.data);
  const found: CalibrationFile = whole.ok ? finished(whole.data.report) : { file, ...whole };
  return { found, digest: await sha256(bytes) };
}
