import { DATABASES } from '@sightline/data';
import type { Problem } from '@sightline/engine';
import { located, type ParsedStudy, parseStudy } from '../../file/parse-study.ts';
import { readText } from '../../file/read-text.ts';
import { valueAt } from '../../file/shape-problems.ts';
import { inputHash, type StudyFiles } from '../../file/study-files.ts';
import type { StudySource } from '../../file/study-source.ts';
import type { LoadedPlan } from '../../plan/load-plan.ts';
import { studyParts } from '../../plan/study-parts.ts';
import { InvalidStudy, inFileOrder, type LocatedProblem, pathText } from '../../problems/located-problem.ts';
import { coverageWarnings } from '../../records/coverage.ts';
import { readFolds } from '../../records/folds.ts';
import { type GriddedRecords, griddedRecords, gridProblems, otherKind } from '../../records/grid.ts';
import { readRecords } from '../../records/read.ts';
import { type RecordsSettings, recordsSettings } from '../../records/settings.ts';
import { sizedRecords } from '../../records/size.ts';
import type { RetrospectWarning } from '../../records/warning.ts';
import type { StudyFile } from '../../schema/study.ts';
import { type Analysis, planAnalyses } from './plan.ts';

/** What `sightline retrospect` computes with. */
export interface RetrospectPlan extends Pick<GriddedRecords, 'set' | 'hours'> {
  title: string | null;
  source: StudySource;
  settings: RecordsSettings;
  skipped: { file: string; why: string }[];
  notes: { file: string; what: string }[];
  analyses: Analysis[];
  warnings: RetrospectWarning[];
}

export interface RetrospectFrom {
  /** The folder that holds the public databases, and maybe splits/. */
  data?: string | undefined;
  seed: number;
}

/** Reads a study and its records. Throws InvalidStudy with every problem of all of them. */
export async function loadRetrospect(
  path: string,
  files: StudyFiles,
  { data, seed }: RetrospectFrom,
): Promise<LoadedPlan<RetrospectPlan>> {
  const study = await readText(path, files);
  if ('unreadable' in study) {
    const { why, accepted } = study.unreadable;
    throw new InvalidStudy([{ file: path, line: null, column: null, path: '', value: path, why, accepted }]);
  }
  const parsed = parseStudy(path, study.text);
  const { parts, source } = parsed;
  const problems = [...otherFields(parsed)];
  const report = (found: readonly Problem[]) => problems.push(...found.map((one) => located(one, source)));
  const stop = () => {
    if (problems.length > 0) throw new InvalidStudy(inFileOrder(problems));
  };
  const sound = !problems.some(({ path: at }) => /^(records|templates)\b/.test(at));
  const made = parts.records && sound ? recordsSettings(parts.records, parts.templates) : undefined;
  if (!parts.records && valueAt(parsed.intended, ['records']) === undefined && source.readable)
    report([MISSING]);
  if (made && !made.ok) report(made.problems);
  if (made?.ok) report(rewrittenStates(parts.records!.targets, study.text, source));
  if (!made?.ok) stop();
  const { settings } = made as { settings: RecordsSettings };

  const read = await readRecords(settings, source, files, data);
  const folds = await readFolds(settings, source, files, data, (one) => problems.push(one));
  if (!read.ok) problems.push(...read.problems);
  stop();
  const { records, digests, skipped, notes } = read as Extract<typeof read, { ok: true }>;
  report(otherKind(records, settings.targets));
  stop();
  const sized = sizedRecords(records, settings);
  report(sized.problems);
  stop();
  const gridded = griddedRecords(sized.records, settings);
  const left = [...sized.skipped, ...gridded.skipped];
  report(gridProblems({ ...gridded, skipped: left }, settings));
  stop();
  const kept = new Set(gridded.set.records);
  const used = sized.records.filter(({ record }) => kept.has(record));
  const planned = planAnalyses(gridded, settings, folds, seed);
  report(planned.problems);
  stop();
  return {
    plan: {
      title: parts.title ?? null,
      source,
      settings,
      set: gridded.set,
      hours: gridded.hours,
      skipped: [...skipped, ...left],
      notes,
      analyses: planned.analyses,
      warnings: [
        ...absentStates(gridded, settings),
        ...coverageWarnings(used, settings),
        ...planned.warnings,
      ],
    },
    inputHash: await inputHash([{ name: '', bytes: study.bytes }, ...digests, ...folds.digests]),
  };
}

/** A state written as 03 is the number 3 to YAML, and 3 may be another state. */
function rewrittenStates(
  targets: NonNullable<StudyFile['records']>['targets'] = {},
  text: string,
  source: StudySource,
): Problem[] {
  const lines = text.split('\n');
  return Object.entries(targets).flatMap(([name, aim]) =>
    (Array.isArray(aim) ? aim : []).flatMap((state, i) => {
      if (typeof state === 'string') return [];
      const path = ['records', 'targets', name, i];
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
    }),
  );
}

const MISSING: Problem = {
  path: ['records'],
  value: undefined,
  why: '`sightline retrospect` works from records that were annotated throughout, and `records` is missing',
  accepted: `records: ${DATABASES.map(({ name }) => `{ preset: ${name} }`).join(' or ')}, or records: { table: file.csv, grid: …, epoch: …, targets: … }`,
};

/** Fields of other commands are checked all the same. */
function otherFields(parsed: ParsedStudy): LocatedProblem[] {
  const own = new Set(['sightline', 'title', 'records', 'templates', '$schema']);
  const { value } = parsed.source;
  const others =
    value !== null && typeof value === 'object' && Object.keys(value).some((key) => !own.has(key));
  const needs = { command: 'retrospect', protocols: false, law: 'not-needed' } as const;
  const hasGrid = ['time', 'target'].some((name) => valueAt(parsed.intended, [name]) !== undefined);
  return others && hasGrid ? studyParts(parsed, undefined, needs).problems : parsed.problems;
}

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
      'states' in of ? of.states : [],
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
