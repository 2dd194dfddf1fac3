import {
  addGroupMoments,
  addToGroups,
  computedTargets,
  emptyGroups,
  exp,
  finishedGroups,
  type GroupsInProgress,
  groupMoments,
  type Matrix,
  type MomentsInProgress,
  type Sample,
  square,
  type TargetSpec,
} from '@sightline/engine/internal';
import { type DataSurvey, surveyInProgress } from './survey.ts';
import type { DenseRequest, DenseRows } from './units.ts';

/** What is resampled: units with all of their trajectories, or days with those of all units. */
export type Independent = 'unit' | 'day';

/** More units than this are not held one by one, but as the moments of groups of them. */
export const MOST_HELD = 4096;
/** Where units have several trajectories, also so many values. */
const MOST_VALUES_HELD = 0x1000000;
const MOST_GROUPS = 256;
const FEWEST_GROUPS = 32;
/** Numbers that the groups' covariances may take together. */
const MOST_NUMBERS = 0x4000000;

/** A target that is computed from each unit's record. */
export interface RecordTarget {
  spec: TargetSpec;
  weights: Float64Array;
}

/** What becomes of trajectories that are read. */
export interface SampleKind extends Pick<DenseRequest, 'transform' | 'missing'> {
  points: number;
  /** Whether each unit has a target, from a column or computed from its record. */
  withTargets: boolean;
  recordTarget?: RecordTarget | undefined;
  /** Of a reading, 0 by default: what interpolation made of it is kept of units that are not held. */
  noise?: number | Float64Array;
  independent?: Independent;
}

/** Units on their way from a file to an estimator. */
interface SampleInProgress {
  add(rows: DenseRows): void;
  /** Adds a part that another one made of units which stand in no other part. */
  addPart(part: SamplePart): void;
  finished(): FinishedSample;
}

/** What a part of the units comes to, as plain data: none of them is held, and each is one trajectory. */
export interface SamplePart {
  moments: readonly MomentsInProgress[];
  survey: DataSurvey;
  targets: TargetsSeen;
}

/** The first target, and whether another one differs from it. */
interface TargetsSeen {
  first: number | undefined;
  differ: boolean;
}

export interface FinishedSample {
  sample: Sample;
  /** The value of the target where all units have the same; undefined where they differ or none was asked for. */
  constantTarget: number | undefined;
  survey: DataSurvey;
}

export function sampleInProgress(kind: SampleKind): SampleInProgress {
  const { points, withTargets, independent = 'unit', missing } = kind;
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
  const targets: TargetsSeen = { first: undefined, differ: false };
  const clustersOf = () => ({
    clusters: Int32Array.from(held.flatMap((part) => labelsOf(part).map((label) => numbers.get(label)!))),
  });
  return {
    add(rows) {
      const own = targeted(rows, kind);
      seeTargets(targets, own);
      survey.add(own);
      held.push(own);
      count += own.units.length;
      several ||= own.trajectories !== undefined;
      if (several && !groups)
        for (const label of labelsOf(own)) if (!numbers.has(label)) numbers.set(label, numbers.size);
      if (!groups && !tooMany()) return;
      groups ??= emptyGroups(groupCount(points), points, withTargets, kind.noise, several);
      for (const part of held) addToGroups(groups, labelsOf(part), part);
      held = [];
    },
    addPart(part) {
      groups ??= emptyGroups(groupCount(points), points, withTargets);
      addGroupMoments(groups, part.moments);
      survey.join(part.survey);
      targets.first ??= part.targets.first;
      targets.differ ||= part.targets.differ || part.targets.first !== targets.first;
    },
    finished: () => ({
      sample: groups ? finishedGroups(groups) : { ...joined(held, points), ...(several && clustersOf()) },
      constantTarget: targets.differ ? undefined : targets.first,
      survey: survey.finished(),
    }),
  };
}

/** A part of the units of a sample that does not hold them. */
export function samplePart(kind: SampleKind): { add(rows: DenseRows): void; finished(): SamplePart } {
  const { points, withTargets } = kind;
  const survey = surveyInProgress();
  const groups = emptyGroups(groupCount(points), points, withTargets);
  const targets: TargetsSeen = { first: undefined, differ: false };
  return {
    add(rows) {
      const own = targeted(rows, kind);
      seeTargets(targets, own);
      survey.add(own);
      addToGroups(groups, own.units, own);
    },
    finished: () => ({ moments: groupMoments(groups), survey: survey.finished(), targets }),
  };
}

function seeTargets(seen: TargetsSeen, { targets }: DenseRows): void {
  seen.first ??= targets?.[0];
  seen.differ ||= targets?.some((value) => value !== seen.first) ?? false;
}

function targeted(rows: DenseRows, { recordTarget, transform }: SampleKind): DenseRows {
  return recordTarget ? { ...rows, targets: targetsOfRecords(rows, recordTarget, transform) } : rows;
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
