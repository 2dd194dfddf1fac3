import { type DatabaseKind, type DatabaseName, databaseOf } from '@sightline/data';
import {
  LAYOUTS,
  type LayoutName,
  type LayoutOptions,
  type Problem,
  type StateMapping,
  type ValueTarget,
} from '@sightline/engine';
import type { StudyFile } from '../schema/study.ts';
import { recordsProblems } from './rules.ts';

type Records = NonNullable<StudyFile['records']>;
export type Templates = NonNullable<StudyFile['templates']>;

/** The share of time in some states; of values their mean, or the share of time in which they lie between limits. */
export interface RecordTargetSpec {
  name: string;
  of: { states: ReadonlySet<string> } | { value: ValueTarget };
}

/** Whether what is read of a record are values, to which noise may be added. */
export function readsValues(of: RecordTargetSpec['of']): boolean {
  return 'value' in of && of.value === 'mean';
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
const OWN_BASELINES = ['stratum', 'hours'];

/** The settings, or every reason why the fields of the study do not make any. */
export function recordsSettings(
  records: Records,
  templates: Templates = {},
  proposed: Proposed = { names: [], realised: undefined },
): { ok: true; settings: RecordsSettings } | { ok: false; problems: Problem[] } {
  const problems = recordsProblems(records, templates, proposed.names);
  if (problems.length > 0) return { ok: false, problems };
  const preset = records.preset === undefined ? undefined : databaseOf(records.preset);
  const { points, reading = 'anchor' } = { ...preset?.records.grid, ...records.grid };
  const targets = targetsOf(records, preset);
  // Ends of intervals are edges between samples; a value is read at a time, which lies within one.
  const usual = targets.some(({ of }) => 'value' in of) ? 'down' : 'nearest';
  const { seconds, rounding = usual, block = 1 } = { ...preset?.records.epoch, ...records.epoch };
  const baselines = records.baselines ?? preset?.records.baselines ?? [];
  const asked = templates.layouts ?? preset?.templates.layouts ?? usualLayouts(proposed);
  const layouts = asked.filter((name) => name !== 'protocols');
  const protocols = asked.includes('protocols') ? proposed.names : [];
  const weights = records.weights ?? 'unit';
  const { folds } = records;
  return {
    ok: true,
    settings: {
      from: records.preset ? { preset: records.preset, own: preset! } : { table: records.table! },
      mapping: {
        points: points!,
        reading,
        resolution: seconds!,
        rounding,
        block,
        invalid: (records.invalid ?? preset?.records.invalid ?? []).map(String),
      },
      targets,
      others: othersOf(records, preset),
      baselines,
      covariates: baselines.filter((name) => !OWN_BASELINES.includes(name)),
      weights,
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
      budgets: [...(templates.budgets ?? preset?.templates.budgets ?? [])].sort((a, b) => a - b),
      contrasts: templates.contrasts ?? [
        ...against(layouts, 'contiguous'),
        ...against(protocols, proposed.realised),
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

/** The protocols of the study, and the one behind its benchmark. */
interface Proposed {
  names: readonly string[];
  realised: string | undefined;
}

/** Outside the presets: what reads both ends, or one of them only, is not the first that one would compare with. */
function usualLayouts({ names }: Proposed): LayoutName[] {
  const usual = LAYOUTS.filter(({ name, learned }) => learned || name === 'middles' || name === 'contiguous');
  return [...usual.map(({ name }) => name), ...(names.length > 0 ? (['protocols'] as const) : [])];
}

/** Each against one of them, or against the first where that is not among them. */
function against(names: readonly string[], one: string | undefined): [string, string][] {
  const base = one !== undefined && names.includes(one) ? one : names[0];
  return names.flatMap((name) => (base === undefined || name === base ? [] : [[name, base]]));
}

function targetsOf(records: Records, preset: DatabaseKind | undefined): RecordTargetSpec[] {
  const given = records.targets ?? preset!.records.targets;
  return Object.entries(given).map(([name, own]) => ({
    name,
    of: Array.isArray(own) ? { states: new Set(own.map(String)) } : { value: own },
  }));
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
