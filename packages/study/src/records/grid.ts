import type { StateRecord } from '@sightline/data';
import {
  meanAndDeviation,
  NO_DEVIATION,
  type Problem,
  type RecordSet,
  type RecordTarget,
  unitWeights,
  zeros,
} from '@sightline/engine/internal';
import { digits } from '../words/text.ts';
import { type AnyRecord, griddedRecord } from './gridded-record.ts';
import type { RecordsSettings, RecordTargetSpec } from './settings.ts';

/** Records on the common grid. */
export interface GriddedRecords {
  set: RecordSet;
  /** Valid hours of each record. */
  hours: Float64Array;
  /** Records that the grid cannot hold, or with empty cells. */
  skipped: { file: string; why: string }[];
  /** By the clock: cells that were filled and records that have some; readings outside the horizon. */
  cells: { filled: number; records: number; outside: number };
  /** Every state that stands in a record. */
  states: ReadonlySet<string>;
  /** Covariates of names with as many of them as make no sense as indicators. */
  manyNames: { name: string; names: number }[];
  /** Covariates that are numbers, each with those of the records. */
  numbers: { name: string; column: Float64Array }[];
}

const SECONDS = 3600;

/** By the units' labels, and the records' within a unit; by code units, so that no locale decides. */
export function byLabels(a: Labelled, b: Labelled): number {
  if (a.unit !== b.unit) return a.unit < b.unit ? -1 : 1;
  return a.record < b.record ? -1 : a.record > b.record ? 1 : 0;
}

type Labelled = Pick<StateRecord, 'unit' | 'record'>;

/**
 * States on the grid, with baselines and weights. Folds, draws and sums go by numbers: records and units have them in the
 * order of their labels, strata in that of their first units, so that neither the order of a file nor the names of strata
 * change a digit.
 */
export function griddedRecords(records: readonly AnyRecord[], settings: RecordsSettings): GriddedRecords {
  const { mapping, targets, baselines, weights } = settings;
  const skipped: GriddedRecords['skipped'] = [];
  const kept = [...records].sort(byLabels).flatMap((record) => {
    const gridded = griddedRecord(record, settings);
    if (typeof gridded !== 'string') return [{ record, gridded }];
    skipped.push({ file: record.record, why: gridded });
    return [];
  });
  const n = kept.length;
  const p = mapping.points;
  const units = [...new Set(kept.map(({ record }) => record.unit))];
  const strata = [...new Set(kept.map(({ record }) => record.stratum ?? ''))];
  const [unitNumbers, stratumNumbers] = [numbered(units), numbered(strata)];
  const unit = Int32Array.from(kept, ({ record }) => unitNumbers.get(record.unit)!);
  const stratum = Int32Array.from(kept, ({ record }) => stratumNumbers.get(record.stratum ?? '')!);
  const hours = Float64Array.from(kept, ({ gridded }) => gridded[0]!.valid / SECONDS);
  const manyNames: GriddedRecords['manyNames'] = [];
  const numbers: GriddedRecords['numbers'] = [];
  const columns = baselines.flatMap((name) => {
    // One indicator less than strata: the first is what the others are compared with.
    if (name === 'stratum')
      return strata.slice(1).map((_, s) => Float64Array.from(stratum, (own) => (own === s + 1 ? 1 : 0)));
    if (name === 'hours') return [hours];
    const told = kept.map(({ record }) => record.covariates[name]!);
    if (told.every((value) => typeof value === 'number')) {
      const column = Float64Array.from(told);
      numbers.push({ name, column });
      return [column];
    }
    const names = [...new Set(told.map(String))].sort();
    if (2 * names.length > units.length) manyNames.push({ name, names: names.length });
    // The first by its name is what the others are compared with.
    return names.slice(1).map((one) => Float64Array.from(told, (own) => (own === one ? 1 : 0)));
  });
  const known = zeros(n, columns.length);
  columns.forEach((column, c) => {
    for (let i = 0; i < n; i++) known.data[i * columns.length + c] = column[i]!;
  });
  return {
    set: {
      records: kept.map(({ record }) => record.record),
      unit,
      units,
      stratum,
      strata,
      weights: weights === 'unit' ? unitWeights(unit) : new Float64Array(n).fill(1),
      baselines: known,
      targets: targets.map(({ name }, t): RecordTarget => {
        const features = zeros(n, p);
        kept.forEach(({ gridded }, i) => {
          features.data.set(gridded[t]!.features, i * p);
        });
        const values = Float64Array.from(kept, ({ gridded }) => gridded[t]!.target);
        if (!kept.some(({ gridded }) => gridded[t]!.beside)) return { name, features, values };
        const beside = zeros(n, p);
        kept.forEach(({ gridded }, i) => {
          beside.data.set(gridded[t]!.beside!, i * p);
        });
        return { name, features, beside, values };
      }),
    },
    hours,
    skipped,
    cells: {
      filled: kept.reduce((sum, { gridded }) => sum + gridded[0]!.filled, 0),
      records: kept.filter(({ gridded }) => gridded[0]!.filled > 0).length,
      outside: kept.reduce((sum, { gridded }) => sum + gridded[0]!.outside, 0),
    },
    manyNames,
    numbers,
    states: new Set(
      records.flatMap((record) => ('intervals' in record ? record.intervals.map(({ state }) => state) : [])),
    ),
  };
}

const numbered = (labels: readonly string[]) => new Map(labels.map((label, i) => [label, i]));

/** Targets that speak of states where there are values, or of values where there are states. */
export function otherKind(records: readonly AnyRecord[], targets: readonly RecordTargetSpec[]): Problem[] {
  const values = records.some((record) => 'values' in record);
  return targets.flatMap(({ name, of }) =>
    'value' in of === values
      ? []
      : [
          {
            path: ['records', 'targets', name],
            value: 'value' in of ? of.value : [...of.states],
            why: values ? 'the table has values, not states' : 'the records have states, not values',
            accepted: values
              ? 'mean, { above: c }, { below: c }, { above: a, below: b } or { between: [a, b] }'
              : 'a list of states',
          },
        ],
  );
}

/** What the records themselves say against the settings: targets that none of them reaches, strata that they lack. */
export function gridProblems(
  { set, states, skipped, manyNames, numbers }: GriddedRecords,
  { targets, baselines, strata, clock }: RecordsSettings,
): Problem[] {
  const problems: Problem[] = [];
  if (set.records.length === 0 && clock)
    return [
      {
        path: ['records', 'missing'],
        value: clock.missing,
        why: `all ${skipped.length} records are left out: ${skipped[0]?.why ?? 'there are none'}`,
        accepted: 'fewer points, missing: interpolate, or records with fewer gaps',
      },
    ];
  if (set.records.length === 0)
    return [
      {
        path: ['records', 'grid', 'points'],
        value: `${skipped.length} records skipped`,
        why: `no record is long enough for the grid: ${skipped[0]?.why ?? 'there are none'}`,
        accepted: 'fewer points, or longer records',
      },
    ];
  for (const { name, of } of targets) {
    const path = ['records', 'targets', name];
    if ('states' in of && ![...of.states].some((state) => states.has(state)))
      problems.push({
        path,
        value: [...of.states],
        why: 'no record has any of these states',
        accepted: `some of ${[...states].sort().slice(0, 20).join(', ')}`,
      });
  }
  problems.push(
    ...manyNames.map(({ name, names }) => ({
      path: ['records', 'baselines', baselines.indexOf(name)],
      value: name,
      why: `this column has ${names} names for ${set.units.length} units, too many for an indicator each`,
      accepted: 'a column of numbers, or of few names',
    })),
    ...faintProblems(set, numbers, baselines),
    ...dividedUnits(set),
  );
  const grouped = set.strata.length > 1 || set.strata[0] !== '';
  if (!grouped)
    for (const [path, asked] of [
      [['records', 'strata'], strata === 'separately'],
      [['records', 'baselines', baselines.indexOf('stratum')], baselines.includes('stratum')],
    ] as const)
      if (asked)
        problems.push({
          path,
          value: path[1] === 'strata' ? 'separately' : 'stratum',
          why: 'these records have no strata',
          accepted: 'records with a stratum, or nothing here',
        });
  return problems;
}

/** Deviations of what regressions fit are compared with this, and on the training sides of folds they may be smaller. */
const LEAST_DEVIATION = 10 * NO_DEVIATION;
/** Of the largest number: records that differ by less differ by rounding. */
const ROUNDING = 1e-12;

/** The standard deviation between records; 0 where they differ by rounding only. */
function deviationOf(column: Float64Array): number {
  const largest = column.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const differs = column.some((value) => Math.abs(value - column[0]!) > ROUNDING * largest);
  // Squares of small numbers vanish, and those of their shares do not.
  return differs ? largest * meanAndDeviation(column.map((value) => value / largest)).deviation : 0;
}

/** What varies so little that regressions would take it for constant. One problem for a target, and for a covariate. */
function faintProblems(
  { targets, records }: RecordSet,
  numbers: GriddedRecords['numbers'],
  baselines: readonly string[],
): Problem[] {
  const check = (path: Problem['path'], deviation: number, what: string): Problem[] =>
    deviation === 0 || deviation >= LEAST_DEVIATION
      ? []
      : [
          {
            path,
            value: `a standard deviation of ${digits(deviation)}`,
            why: `${what} differs so little between records that it counts as constant`,
            accepted: `values with a standard deviation of at least ${LEAST_DEVIATION}: the same in a smaller unit`,
          },
        ];
  return [
    ...targets.flatMap(({ name, features, beside }) => {
      const columns = [features, ...(beside ? [beside] : [])].flatMap(({ cols, data }) =>
        Array.from({ length: cols }, (_, j) => Float64Array.from(records, (_, i) => data[i * cols + j]!)),
      );
      const largest = columns.reduce((most, column) => Math.max(most, deviationOf(column)), 0);
      return check(['records', 'targets', name], largest, 'what is read of the records');
    }),
    ...numbers.flatMap(({ name, column }) =>
      check(['records', 'baselines', baselines.indexOf(name)], deviationOf(column), name),
    ),
  ];
}

/** Folds and resamples take whole units, within strata. */
function dividedUnits({ unit, units, stratum, strata }: RecordSet): Problem[] {
  const first = new Map<number, number>();
  const divided = new Map<number, string>();
  unit.forEach((u, i) => {
    const before = first.get(u);
    if (before === undefined) first.set(u, stratum[i]!);
    else if (before !== stratum[i]) divided.set(u, `${strata[before]} and ${strata[stratum[i]!]}`);
  });
  if (divided.size === 0) return [];
  const [[u, where]] = divided as unknown as [[number, string]];
  const more = divided.size > 1 ? `, and so have ${divided.size - 1} more` : '';
  return [
    {
      path: ['records', 'table'],
      value: units[u],
      why: `this unit has records in two strata, ${where}${more}; units are held out and drawn as a whole`,
      accepted: 'all records of a unit in one stratum',
    },
  ];
}
