import { type DatabaseKind, type DatabaseName, databaseOf, type StateTableRequest } from '@sightline/data';
import {
  type ClockGrid,
  LAYOUTS,
  type LayoutName,
  type LayoutOptions,
  type Problem,
  type StateMapping,
  secondsIn,
  type TimeGrid,
  timeGrid,
  type ValueTarget,
} from '@sightline/engine/internal';
import type { StudyFile } from '../schema/study.ts';
import { type BesideRecords, recordsProblems } from './rules.ts';

type Records = NonNullable<StudyFile['records']>;
export type Templates = NonNullable<StudyFile['templates']>;

/** The share of time in some states; of values their mean, or the share of time in which they lie between limits. */
export interface RecordTargetSpec {
  name: string;
  /** `among`: the states whose time it is a share of; all valid time without it. */
  of: { states: ReadonlySet<string>; among?: ReadonlySet<string> } | { value: ValueTarget };
  /** What a reading tells: the state; the value; or whether the value lies between the target's limits. */
  reads: 'states' | 'values' | 'indicators';
}

/** Records by the value of a target. */
export interface Cohort {
  name: string;
  of: string;
  holds(value: number): boolean;
}

type FoldsSpec =
  | { kind: 'drawn'; outer: number; inner: number }
  /** By what they are for; `all` stands in for what has no file. */
  | { kind: 'files'; files: Readonly<Record<string, string>> };

/** Cells by the clock, what a record with empty ones gets, and how they count in a target. */
export interface ClockSettings extends ClockGrid {
  missing: 'drop' | 'interpolate';
  weights: Float64Array;
  /** Of the study, with as many points. */
  grid: TimeGrid;
}

/** Everything that `retrospect` is told about records and templates, with the preset filled in. */
export interface RecordsSettings {
  from: { preset: DatabaseName; own: DatabaseKind } | { table: string };
  mapping: StateMapping;
  targets: RecordTargetSpec[];
  /** States that are meant to be valid time outside every target; of a preset also those of its own targets. */
  others: ReadonlySet<string>;
  baselines: readonly string[];
  /** Baselines that are covariates of the records. */
  covariates: readonly string[];
  weights: 'unit' | 'record';
  /** Where grid points are times of the horizon; undefined for shares of each record. */
  clock: ClockSettings | undefined;
  /** How the table is read. */
  reading: StateTableRequest;
  cohorts: Cohort[];
  strata: 'together' | 'separately';
  /** As the study says; nothing where it does not. */
  folds: FoldsSpec | undefined;
  /** Those with budgets; `protocols` is a list of its own. */
  layouts: readonly LayoutName[];
  budgets: readonly number[];
  /** Layouts or protocols. */
  contrasts: readonly (readonly [string, string])[];
  /** Those of the study, where they are asked for. */
  protocols: readonly string[];
  /** Variance of what layouts read. */
  noise: number;
  learning: Required<Pick<LayoutOptions, 'rounding' | 'swaps' | 'floor'>>;
  moments: 'unit' | 'record';
}

export const DRAWN = { outer: 5, inner: 3 };
/** Outside the presets, as far as the grid has so many points. */
const USUAL_BUDGETS = [1, 2, 4, 8, 16];
const OWN_BASELINES = ['stratum', 'hours'];

/** The settings, or every reason why the fields of the study do not make any. */
export function recordsSettings(
  records: Records,
  templates: Templates = {},
  beside: BesideRecords = { names: [], realised: undefined, time: undefined },
): { ok: true; settings: RecordsSettings } | { ok: false; problems: Problem[] } {
  const problems = recordsProblems(records, templates, beside);
  if (problems.length > 0) return { ok: false, problems };
  const preset = records.preset === undefined ? undefined : databaseOf(records.preset);
  const byClock = records.grid?.time === 'clock';
  const { points = beside.time?.points, reading = byClock ? 'mean' : 'anchor' } = {
    ...preset?.records.grid,
    ...records.grid,
  };
  const targets = targetsOf(records, preset, templates.reads ?? (byClock ? 'values' : 'indicators'));
  // Ends of intervals are edges between samples; a value is read at a time, which lies within one.
  const usual = targets.some(({ of }) => 'value' in of) ? 'down' : 'nearest';
  const { seconds = 1, rounding = usual, block = 1 } = { ...preset?.records.epoch, ...records.epoch };
  const baselines = records.baselines ?? preset?.records.baselines ?? [];
  const covariates = baselines.filter((name) => !OWN_BASELINES.includes(name));
  const asked = templates.layouts ?? preset?.templates.layouts ?? usualLayouts(beside);
  const layouts = asked.filter((name) => name !== 'protocols');
  const protocols = asked.includes('protocols') ? beside.names : [];
  const budgets =
    templates.budgets ?? preset?.templates.budgets ?? USUAL_BUDGETS.filter((budget) => budget <= points!);
  const weights = records.weights ?? 'unit';
  const { folds } = records;
  return {
    ok: true,
    settings: {
      from: records.preset ? { preset: records.preset, own: preset! } : { table: records.table! },
      mapping: {
        points: points!,
        reading,
        resolution: seconds,
        rounding,
        block,
        invalid: (records.invalid ?? preset?.records.invalid ?? []).map(String),
      },
      targets,
      others: othersOf(records, preset),
      baselines,
      covariates,
      weights,
      clock: byClock ? clockOf(records, beside.time!, beside.weights!, points!) : undefined,
      reading: readingOf(records, beside.time, covariates, byClock),
      cohorts: cohortsOf(records, preset, targets),
      strata: records.strata ?? 'together',
      folds:
        folds === undefined
          ? undefined
          : typeof folds === 'string'
            ? { kind: 'files', files: { all: folds } }
            : 'files' in folds
              ? { kind: 'files', files: folds.files }
              : { kind: 'drawn', ...folds },
      layouts,
      budgets: layouts.length === 0 ? [] : [...budgets].sort((a, b) => a - b),
      contrasts: templates.contrasts ?? [
        ...against(layouts, 'contiguous'),
        ...against(protocols, beside.realised),
      ],
      protocols,
      noise: templates.noise ?? 0,
      learning: {
        rounding: templates.rounding ?? preset?.templates.rounding ?? 'nearest',
        swaps: templates.swaps ?? 3,
        floor: templates.floor ?? 1,
      },
      moments: templates.moments ?? weights,
    },
  };
}

function clockOf(
  { missing = 'drop' }: Records,
  time: TimeGrid,
  weights: (points: number) => Float64Array,
  points: number,
): ClockSettings {
  const grid = timeGrid(time.horizon, points, time.unit, time.start);
  return {
    horizon: time.horizon * secondsIn(time.unit)!,
    points,
    missing,
    weights: weights(points),
    grid,
  };
}

/** Days begin where the horizon does; by the clock, times that are numbers are in its unit. */
function readingOf(
  { columns, split, limits }: Records,
  time: TimeGrid | undefined,
  covariates: readonly string[],
  byClock: boolean,
): StateTableRequest {
  return {
    covariates,
    ...(columns && { columns }),
    ...(limits && { limits }),
    ...(split === 'day' && { split: true, start: time?.start ?? 0 }),
    ...(byClock && { unit: secondsIn(time!.unit)! }),
  };
}

/** Outside the presets: what reads both ends, or one of them only, is not the first that one would compare with. */
function usualLayouts({ names }: BesideRecords): LayoutName[] {
  const usual = LAYOUTS.filter(({ name, learned }) => learned || name === 'middles' || name === 'contiguous');
  return [...usual.map(({ name }) => name), ...(names.length > 0 ? (['protocols'] as const) : [])];
}

/** Each against one of them, or against the first where that is not among them. */
function against(names: readonly string[], one: string | undefined): [string, string][] {
  const base = one !== undefined && names.includes(one) ? one : names[0];
  return names.flatMap((name) => (base === undefined || name === base ? [] : [[name, base]]));
}

function targetsOf(
  records: Records,
  preset: DatabaseKind | undefined,
  reads: 'values' | 'indicators',
): RecordTargetSpec[] {
  const given = records.targets ?? preset!.records.targets;
  const named = (states: readonly (string | number)[]) => new Set(states.map(String));
  return Object.entries(given).map(([name, own]): RecordTargetSpec => {
    if (Array.isArray(own)) return { name, of: { states: named(own) }, reads: 'states' };
    if (typeof own === 'object' && 'states' in own)
      return { name, of: { states: named(own.states), among: named(own.of) }, reads: 'states' };
    return { name, of: { value: own }, reads: own === 'mean' ? 'values' : reads };
  });
}

function othersOf(records: Records, preset: DatabaseKind | undefined): ReadonlySet<string> {
  const own = preset ? [...preset.records.other, ...Object.values(preset.records.targets).flat()] : [];
  return new Set([...own, ...(records.other ?? [])].map(String));
}

function cohortsOf(
  records: Records,
  preset: DatabaseKind | undefined,
  targets: readonly RecordTargetSpec[],
): Cohort[] {
  const known = new Set(targets.map(({ name }) => name));
  const given =
    records.cohorts ??
    // Cohorts of a preset speak of its own targets.
    Object.fromEntries(Object.entries(preset?.records.cohorts ?? {}).filter(([, { of }]) => known.has(of!)));
  return Object.entries(given).map(([name, { of, above, below, from, to }]) => ({
    name,
    of: of ?? targets[0]!.name,
    holds: (value) =>
      (above === undefined || value > above) &&
      (below === undefined || value < below) &&
      (from === undefined || value >= from) &&
      (to === undefined || value <= to),
  }));
}
