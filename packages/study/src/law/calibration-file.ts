import { type CellProblem, type DenseReport, type DenseRequest, parseDense } from '@sightline/data';
import { InvalidInput, targetWeights } from '@sightline/engine';
import type { ParsedStudy } from '../file/parse-study.ts';
import { type StudyFiles, sha256 } from '../file/study-files.ts';
import { studyGrid } from '../file/study-grid.ts';
import { type Calibration, estimandOf, isQuiet, OWN_COLUMNS } from './calibration-agreement.ts';
import { type FinishedSample, type RecordTarget, sampleInProgress } from './dense-sample.ts';

/** Dense data as they were read, or everything that keeps the file from being used. */
export type CalibrationFile = { file: string } & (
  | ({ ok: true; report: DenseReport } & FinishedSample)
  | { ok: false; problems: CellProblem[] }
);

/** How the data of a study are to be read; undefined while its grid or its calibration is not known. */
export function calibrationRequest({ parts, sound }: ParsedStudy): CalibrationRequest | undefined {
  const { calibration } = parts;
  const { grid, horizonKnown, pointsKnown } = studyGrid(sound.time);
  if (!calibration || !horizonKnown || !pointsKnown) return undefined;
  const { noise, target, missing, duplicates, align } = calibration;
  const replicates = typeof noise === 'object' && 'replicates' in noise ? noise.replicates : undefined;
  // Told by the study's own rules: no file could be read this way.
  if ([replicates, target].some((name) => name !== undefined && OWN_COLUMNS.includes(name))) return undefined;
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
    recordTarget: recordTarget(calibration, parts, grid),
    noise: typeof noise === 'number' ? noise : Array.isArray(noise) ? Float64Array.from(noise) : 0,
  };
}

export interface CalibrationRequest {
  dense: DenseRequest;
  recordTarget: RecordTarget | undefined;
  /** Of a reading; 0 where replicates show it. */
  noise: number | Float64Array;
}

/** For the best-linear value of a target other than the mean that was not measured. */
function recordTarget(
  calibration: Calibration,
  { target, weights }: ParsedStudy['parts'],
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

/** Reads the data, in parts where the files can be large. Throws UnreadableFile. */
export async function readCalibration(
  file: string,
  { dense, recordTarget, noise }: CalibrationRequest,
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
