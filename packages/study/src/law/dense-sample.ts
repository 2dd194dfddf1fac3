import type { DenseRows } from '@sightline/data';
import {
  addToGroups,
  computedTargets,
  emptyGroups,
  finishedGroups,
  type GroupsInProgress,
  type Matrix,
  type Sample,
  square,
  type TargetSpec,
} from '@sightline/engine';
import { type DataSurvey, surveyInProgress } from './data-survey.ts';

/** More units than this are not held one by one, but as the moments of groups of them. */
export const MOST_HELD = 4096;
const MOST_GROUPS = 256;
const FEWEST_GROUPS = 32;
/** Numbers that the groups' covariances may take together. */
const MOST_NUMBERS = 0x4000000;

/** A target that is computed from each unit's record. */
export interface RecordTarget {
  spec: TargetSpec;
  weights: Float64Array;
}

/** Units on their way from a file to an estimator. */
export interface SampleInProgress {
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
