import { DATABASES } from '@sightline/data';
import { action, type Problem, targetWeights, timeGrid } from '@sightline/engine/internal';
import { writtenFields } from '../../asking/question.ts';
import { type StudySource, valueAt } from '../../file/study-source.ts';
import { type Protocol, protocolNames, protocols, realisedNames } from '../../parts/actions.ts';
import { horizon } from '../../parts/horizon.ts';
import type { Asking, Part } from '../../parts/study-parts.ts';
import { warned } from '../../problems/warning.ts';
import { coverageWarnings } from '../../records/coverage.ts';
import { readFolds } from '../../records/folds.ts';
import {
  byLabels,
  type GriddedRecords,
  griddedRecords,
  gridProblems,
  otherKind,
} from '../../records/grid.ts';
import type { AnyRecord } from '../../records/gridded-record.ts';
import { readRecords } from '../../records/read.ts';
import { type RecordsSettings, recordsSettings } from '../../records/settings.ts';
import { sizedRecords } from '../../records/size.ts';
import type { RetrospectWarning } from '../../records/warning.ts';
import type { StudyFile } from '../../schema/study.ts';
import { list, pathText, quoted } from '../../words/text.ts';
import { type Analysis, planAnalyses } from './analyses.ts';

/** What `sightline retrospect` computes with. */
export interface RetrospectPlan extends Pick<GriddedRecords, 'set' | 'hours' | 'cells'> {
  title: string | null;
  source: StudySource;
  settings: RecordsSettings;
  /** Those of the set, as they were read. */
  used: readonly AnyRecord[];
  skipped: { file: string; why: string }[];
  notes: { file: string; what: string }[];
  /** Records that were dropped for empty cells. */
  dropped: number;
  /** Columns of the table that nothing uses. */
  ignored: string[];
  analyses: Analysis[];
  /** On the grid of the records. */
  protocols: Protocol[];
  warnings: RetrospectWarning[];
}

/** Reads the records of a study, in `data` where they are of a public database. */
export async function retrospectPlan(
  study: Asking,
  { data }: { data?: string | undefined },
  seed: number,
): Promise<RetrospectPlan | undefined> {
  const { parts, source } = study.parsed;
  if (valueAt(study.parsed.intended, ['time']) !== undefined) study.part(writtenFields);
  const settings = study.part(settingsOfRecords);
  if (!study.isSound() || !settings) return undefined;

  const proposed = settings.protocols.length > 0 ? protocolsOn(study, settings.mapping.points) : [];
  if (!study.isSound()) return undefined;

  const read = await readRecords(settings, source, study.files, data);
  const folds = await readFolds(settings, source, study.files, data, (one) => study.tell([one]));
  if (!read.ok) study.tell(read.problems);
  if (!study.isSound() || !read.ok) return undefined;
  for (const { name, bytes } of [...read.digests, ...folds.digests]) study.read(name, bytes);
  study.report(otherKind(read.records, settings.targets));
  if (!study.isSound()) return undefined;
  const sized = sizedRecords(read.records, settings);
  study.report(sized.problems);
  if (!study.isSound()) return undefined;
  const gridded = griddedRecords(sized.records, settings);
  const left = [...sized.skipped, ...gridded.skipped];
  study.report(gridProblems({ ...gridded, skipped: left }, settings));
  if (!study.isSound()) return undefined;
  const kept = new Set(gridded.set.records);
  // Of two stretches that are equally long the first is named: by its label, wherever it stands in a file.
  const used = sized.records.filter(({ record }) => kept.has(record)).sort(byLabels);
  const planned = planAnalyses(gridded, settings, folds, seed);
  study.report(planned.problems);
  return {
    title: parts.title ?? null,
    source,
    settings,
    used,
    set: gridded.set,
    hours: gridded.hours,
    cells: gridded.cells,
    dropped: gridded.skipped.length,
    ignored: read.ignored,
    skipped: [...read.skipped, ...left],
    notes: read.notes,
    analyses: planned.analyses,
    protocols: proposed,
    warnings: [
      ...exactReadings(settings, proposed),
      ...absentStates(gridded, settings),
      ...coverageWarnings(used, settings),
      ...planned.warnings,
    ],
  };
}

/** The protocols of the study as they read the grid of the records, whose horizon is the record or that of `time`. */
function protocolsOn(study: Asking, points: number): Protocol[] {
  const { grid } = study.part(horizon);
  const named = study.part(protocols);
  if (!study.isSound()) return [];
  const own = timeGrid(grid.horizon, points, grid.unit);
  return named.map(({ name, actions }) => ({
    name,
    actions: actions.flatMap(({ at, width, repeats, noise, cost }, i) => {
      const made = study.build(['protocols', name, i], () =>
        action({ at, width, repeats, noise: noise * repeats, cost }, own),
      );
      return made ? [made] : [];
    }),
  }));
}

/** Noise is added to values; states, and whether a value lies between limits, are taken as they were recorded. */
function exactReadings(
  { targets, noise }: RecordsSettings,
  proposed: readonly Protocol[],
): RetrospectWarning[] {
  const noisy = noise > 0 || proposed.some(({ actions }) => actions.some((one) => one.noise > 0));
  const exact = targets.filter(({ reads }) => reads !== 'values').map(({ name }) => quoted(name));
  return noisy && exact.length > 0
    ? warned(
        'noise-unused',
        'records.targets',
        `readings for ${list(exact)} are states or indicators, which are taken as exact: noise is added to values only`,
      )
    : [];
}

/** What the fields say about records, with the preset filled in. */
const settingsOfRecords: Part<RecordsSettings | undefined> = (study) => {
  const { parts, intended, source } = study.parsed;
  if (!parts.records) {
    if (valueAt(intended, ['records']) === undefined && source.readable)
      study.report(missingRecords(study.command));
    return undefined;
  }
  if (!study.isSound('records', 'templates')) return undefined;
  const names = protocolNames(intended);
  const timed = valueAt(intended, ['time']) !== undefined;
  const { grid: time } = timed ? study.part(horizon) : { grid: undefined };
  if (!study.isSound('time')) return undefined;
  const made = recordsSettings(parts.records, parts.templates, {
    names,
    realised: realisedNames(parts).find((name) => names.includes(name)),
    time,
    weights: (points) =>
      study.build(['weights'], () =>
        targetWeights(parts.weights ?? 'uniform', timeGrid(time!.horizon, points, time!.unit)),
      ) ?? new Float64Array(points).fill(1 / points),
  });
  if (!made.ok) study.report(made.problems);
  else study.report(rewrittenStates(parts.records, source));
  return made.ok ? made.settings : undefined;
};

type Records = NonNullable<StudyFile['records']>;

/** The states that the study names, and where. */
function statePlaces({ targets = {}, invalid = [], other = [] }: Records) {
  const placed = (states: readonly (string | number)[], ...at: string[]) =>
    states.map((state, i) => ({ state, path: ['records', ...at, i] }));
  return [
    ...placed(invalid, 'invalid'),
    ...placed(other, 'other'),
    ...Object.entries(targets).flatMap(([name, aim]) => {
      if (Array.isArray(aim)) return placed(aim, 'targets', name);
      return typeof aim === 'object' && 'of' in aim
        ? [...placed(aim.states, 'targets', name, 'states'), ...placed(aim.of, 'targets', name, 'of')]
        : [];
    }),
  ];
}

/** A state written as 03 is the number 3 to YAML, and 3 may be another state. */
function rewrittenStates(records: Records, source: StudySource): Problem[] {
  const lines = source.text.split('\n');
  return statePlaces(records).flatMap(({ state, path }) => {
    if (typeof state === 'string') return [];
    const { line, column } = source.locate(path);
    const written = /^[^\s,\]}#]+/.exec(lines[line - 1]?.slice(column - 1) ?? '')?.[0] ?? String(state);
    return written === String(state)
      ? []
      : [
          {
            path,
            value: written,
            why: `this is read as the number ${state}, which names another state`,
            accepted: `the name in quotation marks, as '${written}'`,
          },
        ];
  });
}

const missingRecords = (command: string): Problem => ({
  path: ['records'],
  value: undefined,
  why: `\`sightline ${command}\` needs fully annotated records, and \`records\` is missing`,
  accepted: `records: ${DATABASES.map(({ name }) => `{ preset: ${name} }`).join(' or ')}, or records: { table: file.csv, grid: …, epoch: …, targets: … }`,
});

/** States that the study names and no record has: perhaps misspelt. Those of a preset are meant so. */
function absentStates(
  { states }: GriddedRecords,
  { targets, others, from }: RecordsSettings,
): RetrospectWarning[] {
  const own = 'own' in from ? from.own.records : { targets: {}, other: [] };
  const meant = new Set([...Object.values(own.targets).flat(), ...own.other].map(String));
  const named: [path: string[], states: Iterable<string>][] = [
    ...targets.map(({ name, of }): [string[], Iterable<string>] => [
      ['records', 'targets', name],
      'states' in of ? [...of.states, ...(of.among ?? [])] : [],
    ]),
    [['records', 'other'], others],
  ];
  return named.flatMap(([path, some]) =>
    [...some]
      .filter((state) => !states.has(state) && !meant.has(state))
      .map(
        (state): RetrospectWarning => ({
          kind: 'absent-state',
          path: pathText(path),
          what: `no record has the state '${state}'; there are ${[...states].sort().slice(0, 20).join(', ')}`,
        }),
      ),
  );
}
