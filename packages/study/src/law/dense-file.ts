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
  emptyRangeProblems,
  exp,
  finishedGroups,
  type GroupsInProgress,
  InvalidInput,
  log2,
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
  recordTarget: RecordTarget | undefined;
  /** Of a reading; 0 where replicates show it. */
  noise: number | Float64Array;
  independent: Independent;
}

/** What is resampled: units with all of their trajectories, or days with those of all units. */
export type Independent = 'unit' | 'day';

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
    recordTarget: recordTarget(calibration, study.parsed.parts, grid),
    noise: typeof noise === 'number' ? noise : Array.isArray(noise) ? Float64Array.from(noise) : 0,
    independent: calibration.independent ?? 'unit',
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
  { dense, recordTarget, noise, independent }: DenseFor,
  files: StudyFiles,
): Promise<{ found: CalibrationFile; digest: Uint8Array }> {
  const withTargets = dense.target !== undefined || recordTarget !== undefined;
  const units = sampleInProgress(dense.times.length, withTargets, recordTarget, noise, independent, dense);
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
/** Where units have several trajectories, also so many values. */
const MOST_VALUES_HELD = 0x1000000;
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

interface FinishedSample {
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
  independent: Independent = 'unit',
  { transform = 'none', missing }: Pick<DenseRequest, 'transform' | 'missing'> = {},
): SampleInProgress {
  const gaps = missing === 'pairwise';
  let held: DenseRows[] = [];
  const survey = surveyInProgress();
  let count = 0;
  let several = false;
  const labelsOf = ({ units, trajectories }: DenseRows) => (independent === 'day' ? trajectories! : units);
  /** The number of each label, where the same one may come again. */
  const numbers = new Map<string, number>();
  // Moments of pairs are made of the trajectories themselves.
  const tooMany = () =>
    gaps
      ? false
      : several
        ? numbers.size > MOST_HELD || count * points > MOST_VALUES_HELD
        : count > MOST_HELD;
  let groups: GroupsInProgress | undefined;
  let [first, differ]: [number | undefined, boolean] = [undefined, false];
  const clustersOf = () => ({
    clusters: Int32Array.from(held.flatMap((part) => labelsOf(part).map((label) => numbers.get(label)!))),
  });
  return {
    add(rows) {
      const own = recordTarget ? { ...rows, targets: targetsOfRecords(rows, recordTarget, transform) } : rows;
      first ??= own.targets?.[0];
      differ ||= own.targets?.some((value) => value !== first) ?? false;
      survey.add(own);
      held.push(own);
      count += own.units.length;
      several ||= own.trajectories !== undefined;
      if (several && !groups)
        for (const label of labelsOf(own)) if (!numbers.has(label)) numbers.set(label, numbers.size);
      if (!groups && !tooMany()) return;
      groups ??= emptyGroups(groupCount(points), points, withTargets, noise, several);
      for (const part of held) addToGroups(groups, labelsOf(part), part);
      held = [];
    },
    finished: () => ({
      sample: groups ? finishedGroups(groups) : { ...joined(held, points), ...(several && clustersOf()) },
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
function targetsOfRecords(
  { values }: DenseRows,
  { spec, weights }: RecordTarget,
  transform: DenseRequest['transform'],
): Float64Array {
  const inDataUnits = transform === 'log' ? { ...values, data: values.data.map(exp) } : values;
  return computedTargets({ values: inDataUnits }, weights, spec, 'accept');
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
  const values = stacked((part) => part.values);
  return {
    values,
    ...(values.data.some(Number.isNaN) && { gaps: true as const }),
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

/** A unit's value at a time. */
interface UnitValue {
  unit: string;
  value: number;
}

/** Units whose values are of about the same size. */
export interface SizeClass {
  /** The smallest and the largest median of some of a unit's values: one wild value does not change it. */
  smallest: number;
  largest: number;
  /** One of them, and how many there are. */
  unit: string;
  units: number;
}

/** What a look at each unit by itself shows. Units that are not held have been looked at as well. */
export interface DataSurvey {
  units: number;
  /** At each time, and last in the target where there is one. */
  smallest: UnitValue[];
  largest: UnitValue[];
  /** In the order of their sizes, a quarter of an octave each; those without units are left out. */
  sizes: SizeClass[];
  /** Units with replicates, and those of them whose replicates are the same at every time. */
  replicated: number;
  copied: number;
  /** The first MOST_LABELS of them; none where it is said which trajectories are of one unit. */
  labels: string[];
}

interface SurveyInProgress {
  add(rows: DenseRows): void;
  finished(): DataSurvey;
}

const CLASSES_IN_OCTAVE = 4;
const MOST_FOR_SIZE = 9;
const MOST_LABELS = 4096;
/** A mean of equal numbers is off by rounding, and so is what each of them is away from it. */
const ROUNDING = 1e-30;

/** In memory that does not grow with the number of units: extremes and a histogram. O(units · points). */
function surveyInProgress(): SurveyInProgress {
  const smallest: UnitValue[] = [];
  const largest: UnitValue[] = [];
  const sizes = new Map<number, SizeClass>();
  const labels: string[] = [];
  let [units, replicated, copied] = [0, 0, 0];
  const note = (j: number, unit: string, value: number) => {
    if (smallest[j] === undefined || value < smallest[j].value) smallest[j] = { unit, value };
    if (largest[j] === undefined || value > largest[j].value) largest[j] = { unit, value };
  };
  return {
    add({ units: names, trajectories, values, within, counts, targets }) {
      const { cols: p, data } = values;
      if (!trajectories) labels.push(...names.slice(0, MOST_LABELS - labels.length));
      units += names.length;
      names.forEach((unit, i) => {
        for (let j = 0; j < p; j++) if (!Number.isNaN(data[i * p + j]!)) note(j, unit, data[i * p + j]!);
        if (targets) note(p, unit, targets[i]!);
        countSize(sizes, unit, sizeOf(data, i * p, p));
        if (!within || counts![i]! < 2) return;
        replicated++;
        if (sameThroughout(values, within, counts![i]!, i)) copied++;
      });
    },
    finished: () => ({
      units,
      smallest,
      largest,
      sizes: [...sizes].sort(([a], [b]) => a - b).map(([, one]) => one),
      replicated,
      copied,
      labels,
    }),
  };
}

/** The median, whatever the sign, of a few values over the course: sorting all of them would take longer than reading. */
function sizeOf(data: Float64Array, from: number, p: number): number {
  const count = Math.min(p, MOST_FOR_SIZE);
  const sorted: number[] = [];
  for (let k = 0; k < count; k++) {
    const size = Math.abs(data[from + Math.floor(((k + 0.5) * p) / count)]!);
    if (Number.isNaN(size)) continue;
    let at = sorted.length;
    for (; at > 0 && sorted[at - 1]! > size; at--) sorted[at] = sorted[at - 1]!;
    sorted[at] = size;
  }
  return sorted[sorted.length >> 1] ?? 0;
}

/** A unit that is 0 most of the time has no size to compare with. */
function countSize(sizes: Map<number, SizeClass>, unit: string, size: number): void {
  if (size === 0) return;
  const key = Math.floor(CLASSES_IN_OCTAVE * log2(size));
  const known = sizes.get(key);
  if (!known) sizes.set(key, { smallest: size, largest: size, unit, units: 1 });
  else {
    known.smallest = Math.min(known.smallest, size);
    known.largest = Math.max(known.largest, size);
    known.units++;
  }
}

function sameThroughout({ cols: p, data }: Matrix, within: Matrix, count: number, i: number): boolean {
  for (let n = i * p; n < (i + 1) * p; n++)
    if (within.data[n]! > ROUNDING * count * data[n]! * data[n]!) return false;
  return true;
}
