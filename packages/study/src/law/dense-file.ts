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
import { emptyRangeProblems, InvalidInput, targetWeights } from '@sightline/engine/internal';
import { besideStudy, type StudyFiles, sha256 } from '../file/study-files.ts';
import { horizon } from '../parts/horizon.ts';
import type { Asking, Part } from '../parts/study-parts.ts';
import {
  type Calibration,
  calibrationFields,
  dataText,
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
  const names = await dataFiles(study, calibration.data);
  if (!names) return undefined;
  const paths = names.map((name) => besideStudy(study.parsed.source.file, name));
  try {
    const { found, digests } = await readDense(paths, request, study.files);
    names.forEach((name, k) => {
      study.read(name, digests[k]!);
    });
    return found;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    study.unreadable(error, ['calibration', 'data'], names[Math.max(0, paths.indexOf(error.file))]!);
    return undefined;
  }
};

/** The files that hold the data, in the order of their names; undefined where there are none, which is told. */
async function dataFiles(study: Asking, data: Calibration['data']): Promise<string[] | undefined> {
  const at = ['calibration', 'data'];
  const refuse = (value: string, why: string, accepted: string) => {
    study.report({ path: at, value, why, accepted });
    return undefined;
  };
  const listed = typeof data === 'string' ? [data] : data;
  const names: string[] = [];
  for (const name of listed) {
    if (!name.includes('*')) names.push(name);
    else if (!study.files.matching)
      return refuse(name, 'files cannot be looked for here', 'the names of the files, each by itself');
    else {
      const beside = besideStudy(study.parsed.source.file, '');
      const found = await study.files.matching(besideStudy(study.parsed.source.file, name));
      if (found.length === 0)
        return refuse(
          name,
          'no file has such a name',
          'the path of a file, or a path with * that some files match',
        );
      names.push(...found.map((path) => (path.startsWith(beside) ? path.slice(beside.length) : path)));
    }
  }
  // By their code units, so that no locale decides.
  names.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (names.length > 1 && !study.files.large)
    return refuse(
      dataText(data),
      'several files cannot be read here',
      'one file; the command line reads several as one table',
    );
  return names;
}

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
  paths: readonly string[],
  { dense, kind }: DenseFor,
  files: StudyFiles,
): Promise<{ found: CalibrationFile; digests: Uint8Array[] }> {
  const file = paths[0]!;
  const units = sampleInProgress(kind);
  const finished = (report: DenseReport): CalibrationFile => ({
    file,
    ok: true,
    report,
    ...units.finished(),
  });
  const large = await files.large?.(paths);
  if (large) {
    const read = async (): Promise<CalibrationFile> => {
      const pieces = await large.pieces?.(dense, kind, files.workers);
      if (pieces) return { file, ok: true, ...pieces };
      const end = await large.stream(dense, units.add);
      return end.ok ? finished(end.report) : { file, ...end };
    };
    // This thread has time for the digests while others read. What is wrong with a file is told by whoever reads it.
    const digests = large.digests();
    digests.catch(() => {});
    return { found: await read(), digests: await digests };
  }
  const bytes = await files.read(file);
  const whole = await parseDense(file, bytes, dense);
  if (whole.ok) units.add(whole.data);
  const found: CalibrationFile = whole.ok ? finished(whole.data.report) : { file, ...whole };
  return { found, digests: [await sha256(bytes)] };
}
