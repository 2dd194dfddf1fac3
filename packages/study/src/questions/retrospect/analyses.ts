import {
  checkFolds,
  type Folds,
  type Problem,
  type RecordSet,
  randomFolds,
  reasonText,
  someRecords,
  unitWeights,
} from '@sightline/engine/internal';
import { refusals } from '../../file/parse-study.ts';
import { type FoldsFound, foldsFor } from '../../records/folds.ts';
import type { GriddedRecords } from '../../records/grid.ts';
import { type Cohort, DRAWN, type RecordsSettings } from '../../records/settings.ts';
import type { RetrospectWarning } from '../../records/warning.ts';
import { pathText } from '../../words/text.ts';

/** One target on some of the records: what a row of the result is about. */
export interface Analysis {
  /** As in the result: REM, REM-SC, AF-strict. */
  name: string;
  target: string;
  part: Part;
  /** Its records, and its target alone. */
  set: RecordSet;
  folds: Folds;
  foldsFrom: FoldsFrom;
}

export interface Part {
  kind: 'all' | 'stratum' | 'cohort';
  /** Of the stratum or the cohort; 'all' otherwise. */
  name: string;
}

export type FoldsFrom = { file: string } | { seed: number; outer: number; inner: number };

/** With fewer units, folds hold too few to say anything. */
const FEWEST_UNITS = 10;

/** Every target on all records, then on each stratum and cohort that was asked for. */
export function planAnalyses(
  { set }: GriddedRecords,
  settings: RecordsSettings,
  found: FoldsFound,
  seed: number,
): { analyses: Analysis[]; warnings: RetrospectWarning[]; problems: Problem[] } {
  const analyses: Analysis[] = [];
  const warnings: RetrospectWarning[] = [];
  const problems: Problem[] = [];
  const names = new Set<string>();
  const add = (name: string, part: Part, target: number, rows: readonly number[], path: string[]) => {
    const own = { ...part, target, rows };
    if (names.has(name))
      return problems.push({
        path,
        value: name,
        why: 'two results would have this name',
        accepted: 'another name',
      });
    names.add(name);
    const some = ofRows(set, own, settings.weights);
    const unfit = unfitness(some);
    if (unfit !== undefined) {
      if (part.kind === 'all') problems.push({ path, ...unfit });
      else
        warnings.push({
          kind: 'left-out',
          path: pathText(path),
          what: `${name} is left out: ${reasonText(unfit.why)}`,
        });
      return undefined;
    }
    const folds = foldsOf(some, part, settings, found, seed);
    problems.push(...folds.problems);
    for (const warning of folds.warnings)
      if (!warnings.some(({ what }) => what === warning.what)) warnings.push(warning);
    if (folds.made)
      analyses.push({ name, target: set.targets[target]!.name, part, set: some, ...folds.made });
    return undefined;
  };
  const all = set.records.map((_, i) => i);
  set.targets.forEach(({ name }, t) => {
    add(name, { kind: 'all', name: 'all' }, t, all, ['records', 'targets', name]);
  });
  if (settings.strata === 'separately')
    set.strata.forEach((stratum, s) => {
      const rows = all.filter((i) => set.stratum[i] === s);
      set.targets.forEach(({ name }, t) => {
        add(`${name}-${stratum}`, { kind: 'stratum', name: stratum }, t, rows, ['records', 'strata']);
      });
    });
  for (const cohort of settings.cohorts) {
    const t = set.targets.findIndex(({ name }) => name === cohort.of);
    const path = ['records', 'cohorts', cohort.name];
    add(cohort.name, { kind: 'cohort', name: cohort.name }, t, membersOf(cohort, set, t), path);
  }
  return { analyses, warnings, problems };
}

function membersOf({ holds }: Cohort, set: RecordSet, target: number): number[] {
  const { values } = set.targets[target]!;
  return set.records.map((_, i) => i).filter((i) => holds(values[i]!));
}

function ofRows(
  set: RecordSet,
  { target, rows }: { target: number; rows: readonly number[] },
  weights: RecordsSettings['weights'],
): RecordSet {
  const some = someRecords({ ...set, targets: [set.targets[target]!] }, rows);
  // A cohort may hold some of a unit's records only: these are what the unit has here.
  return weights === 'unit' ? { ...some, weights: unitWeights(some.unit) } : some;
}

export function unitsOf({ unit }: RecordSet): number {
  return new Set(unit).size;
}

function unfitness(set: RecordSet): Omit<Problem, 'path'> | undefined {
  const units = unitsOf(set);
  const [{ values }] = set.targets as [RecordSet['targets'][number]];
  if (units < FEWEST_UNITS)
    return {
      value: units,
      why: `with ${units} ${units === 1 ? 'unit' : 'units'} there are too few to hold some out`,
      accepted: `at least ${FEWEST_UNITS} units`,
    };
  if (values.every((value) => value === values[0]))
    return {
      value: values[0],
      why: 'the target is the same in every record',
      accepted: 'a target that differs between records',
    };
  return undefined;
}

function foldsOf(
  set: RecordSet,
  { kind, name }: Part,
  { folds }: RecordsSettings,
  { asked, files }: FoldsFound,
  seed: number,
): {
  made?: Pick<Analysis, 'folds' | 'foldsFrom'>;
  problems: Problem[];
  warnings: RetrospectWarning[];
} {
  const path = ['records', 'folds'];
  const file = files.get(kind === 'all' ? 'all' : name) ?? (asked ? files.get('all') : undefined);
  const warnings: RetrospectWarning[] = [];
  if (file) {
    const read = foldsFor(set, file);
    if ('outer' in read) {
      const problems = unusable(set, read, file.file);
      return problems.length > 0
        ? { problems, warnings }
        : { made: { folds: read, foldsFrom: { file: file.file } }, problems, warnings };
    }
    const { lacking } = read;
    const why = `${file.file} has no folds for ${lacking.length} of ${set.records.length} records, such as ${lacking[0]}`;
    if (asked)
      return {
        problems: [{ path, value: lacking[0], why, accepted: 'a row for each record' }],
        warnings,
      };
    warnings.push({
      kind: 'folds-drawn',
      path: 'records.folds',
      what: `${why}; folds were drawn with the seed`,
    });
  }
  const { outer, inner } = folds?.kind === 'drawn' ? folds : DRAWN;
  const units = unitsOf(set);
  const left = units - Math.ceil(units / outer);
  if (outer > units || inner > left)
    return {
      problems: [
        {
          path,
          value: { outer, inner },
          why: `${units} units cannot be divided into so many folds, of which none is empty`,
          accepted: 'fewer folds, or more units',
        },
      ],
      warnings,
    };
  return {
    made: { folds: randomFolds(set, seed, { outer, inner }), foldsFrom: { seed, outer, inner } },
    problems: [],
    warnings,
  };
}

/** The engine's own check of folds, with the file named. */
const unusable = (set: RecordSet, folds: Folds, file: string): Problem[] =>
  refusals(() => checkFolds(set, folds)).map(({ value, why, accepted }) => ({
    path: ['records', 'folds'],
    value,
    why: `${file}: ${reasonText(why)}`,
    accepted,
  }));
