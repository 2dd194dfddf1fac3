import { databaseOf, nearestName } from '@sightline/data';
import {
  DAY,
  type Expectation,
  LAYOUTS,
  MOST_POINTS,
  numberAbove,
  numberFrom,
  oneOf,
  type Problem,
  type Reason,
  numberProblems as ruled,
  secondsIn,
  type TimeGrid,
  UNITS,
  wholeFrom,
} from '@sightline/engine/internal';
import { sensorLimitProblems } from '../parts/sensor-limits.ts';
import type { StudyFile } from '../schema/study.ts';

type Records = NonNullable<StudyFile['records']>;
type Templates = NonNullable<StudyFile['templates']>;

/** What the study says beside records and templates. */
export interface BesideRecords {
  /** Its protocols, and the one behind its benchmark. */
  names: readonly string[];
  realised: string | undefined;
  /** Nothing where the study has no horizon; weights of the times on a grid of so many points. */
  time: TimeGrid | undefined;
  weights?: (points: number) => Float64Array;
}

// Rules of `records` and `templates`: which fields are needed, and what they may say together.

export function recordsProblems(records: Records, templates: Templates, beside: BesideRecords): Problem[] {
  const preset = records.preset === undefined ? undefined : databaseOf(records.preset);
  const targets = Object.keys(records.targets ?? preset?.records.targets ?? {});
  return [
    ...sourceProblems(records),
    ...(preset ? tableOnly(records) : missingProblems(records)),
    ...clockProblems(records, beside.time),
    ...numberProblems(records, templates),
    ...stateProblems(records),
    ...limitProblems(records),
    ...(records.limits === undefined ? [] : sensorLimitProblems(records.limits)).map((problem) => ({
      ...problem,
      path: ['records', ...problem.path],
    })),
    ...baselineProblems(records),
    ...cohortProblems(records, targets),
    ...foldProblems(records),
    ...templateProblems(records, templates, beside.names),
  ];
}

function sourceProblems({ preset, table }: Records): Problem[] {
  if ((preset === undefined) !== (table === undefined)) return [];
  return [
    {
      path: ['records'],
      value: preset === undefined ? undefined : [preset, table],
      why:
        preset === undefined
          ? 'neither a preset nor a table is given'
          : 'both a preset and a table are given',
      accepted: 'exactly one of preset and table',
    },
  ];
}

/** What is said of a table does not fit the files of a database. */
function tableOnly(records: Records): Problem[] {
  const given: [path: string[], value: unknown][] = [
    [['records', 'columns'], records.columns],
    [['records', 'split'], records.split],
    [['records', 'limits'], records.limits],
    [['records', 'grid', 'time'], records.grid?.time === 'clock' ? 'clock' : undefined],
  ];
  return given.flatMap(([path, value]) =>
    value === undefined
      ? []
      : [
          {
            path,
            value,
            why: 'this is for a table, and there is a preset',
            accepted: 'no such field, or a table',
          },
        ],
  );
}

/** A grid by the clock is that of `time`, whose unit has a length; a day has at most 24 hours. */
function clockProblems(
  { grid, epoch, missing, split, preset }: Records,
  time: TimeGrid | undefined,
): Problem[] {
  const problems: Problem[] = [];
  const complain = (path: string[], value: unknown, why: string, accepted: Expectation) =>
    problems.push({ path, value, why, accepted });
  const byClock = grid?.time === 'clock' && preset === undefined;
  const unit = time && secondsIn(time.unit);
  if (byClock && !time)
    complain(
      ['time'],
      undefined,
      'a grid by the clock needs a horizon',
      'time: { horizon: 24, points: 24, unit: h }',
    );
  if (time && unit === undefined && (byClock || split === 'day'))
    complain(['time', 'unit'], time.unit || undefined, 'the length of this unit is not known', oneOf(UNITS));
  if (time && unit !== undefined && split === 'day' && time.horizon * unit > DAY * (1 + 1e-9))
    complain(
      ['time', 'horizon'],
      time.horizon,
      'a day is not as long as this',
      'at most 24 hours, or no `split`',
    );
  if (byClock && epoch !== undefined)
    complain(
      ['records', 'epoch'],
      epoch,
      'by the clock a grid point has the mean of its cell, and no epochs',
      'no epoch',
    );
  if (byClock && grid.reading !== undefined && grid.reading !== 'mean')
    complain(
      ['records', 'grid', 'reading'],
      grid.reading,
      'by the clock a grid point has the mean of its cell',
      'mean',
    );
  if (!byClock && missing !== undefined)
    complain(
      ['records', 'missing'],
      missing,
      'in relative time there are no empty cells: time without a value is taken out before the grid is laid',
      'grid: { time: clock }, or nothing here',
    );
  return problems;
}

/** What a preset would fill in. */
function missingProblems({ grid, epoch, targets }: Records): Problem[] {
  const byClock = grid?.time === 'clock' || undefined;
  const needed: [path: string[], value: unknown, accepted: string][] = [
    [['records', 'grid', 'points'], byClock || grid?.points, 'grid: { points: number }'],
    [['records', 'epoch', 'seconds'], byClock || epoch?.seconds, 'epoch: { seconds: length of one sample }'],
    [['records', 'targets'], targets, 'targets: { name: [state, …] }'],
  ];
  return needed
    .filter(([, value]) => value === undefined)
    .map(([path, value, accepted]) => ({
      path,
      value,
      why: 'this field is missing, and there is no preset to fill it in',
      accepted,
    }));
}

const UNUSABLE = 'this number cannot be used';
const NOT_WHOLE: Reason = { is: 'not', what: 'a whole number' };

function numberProblems({ grid, epoch, folds }: Records, templates: Templates): Problem[] {
  const whole = (path: string[], value: number | undefined, least: number, most?: number) => {
    const why = value !== undefined && Number.isInteger(value) ? UNUSABLE : NOT_WHOLE;
    return ruled({ ...wholeFrom(least, most), name: 'number', why }, value, path);
  };
  const positive = (path: string[], value: number | undefined, what: string) =>
    ruled({ ...numberAbove(0), name: what, why: `this is no ${what}` }, value, path);
  const counts = typeof folds === 'object' && 'outer' in folds ? folds : undefined;
  return [
    ...whole(['records', 'grid', 'points'], grid?.points, 2, MOST_POINTS),
    ...positive(['records', 'epoch', 'seconds'], epoch?.seconds, 'length of time'),
    ...whole(['records', 'epoch', 'block'], epoch?.block, 1, 1_000_000),
    ...whole(['records', 'folds', 'outer'], counts?.outer, 2, 1000),
    ...whole(['records', 'folds', 'inner'], counts?.inner, 2, 1000),
    ...whole(['templates', 'swaps'], templates.swaps, 0, 1_000_000),
    ...positive(['templates', 'floor'], templates.floor, 'multiplier'),
  ];
}

const isPoints = (points: number) => Number.isInteger(points) && points >= 2 && points <= MOST_POINTS;

/** A state is one thing only: valid or not. */
function stateProblems(records: Records): Problem[] {
  const preset = records.preset === undefined ? undefined : databaseOf(records.preset);
  const { targets } = records;
  if (targets && Object.keys(targets).length === 0)
    return [
      {
        path: ['records', 'targets'],
        value: targets,
        why: 'there is no target',
        accepted: 'targets: { name: [state] }',
      },
    ];
  const invalid = new Set((records.invalid ?? preset?.records.invalid ?? []).map(String));
  const aims = new Set(
    Object.values(targets ?? preset?.records.targets ?? {}).flatMap((aim) => statesOf(aim)),
  );
  const twice = (records.other ?? []).flatMap((state, i): Problem[] => {
    const where = invalid.has(String(state)) ? 'invalid' : aims.has(String(state)) ? 'targets' : undefined;
    if (where === undefined) return [];
    const why = `this state is already listed under \`${where}\``;
    return [
      {
        path: ['records', 'other', i],
        value: state,
        why,
        accepted: 'states that are neither a target nor invalid',
      },
    ];
  });
  const both = Object.entries(targets ?? {}).flatMap(([name, aim]) =>
    (Array.isArray(aim) ? aim : []).flatMap((state, i) =>
      invalid.has(String(state))
        ? [
            {
              path: ['records', 'targets', name, i],
              value: state,
              why: 'this state is under `invalid`, so it has no valid time',
              accepted: 'states that are not under `invalid`',
            },
          ]
        : [],
    ),
  );
  return [...twice, ...both];
}

type Aim = NonNullable<Records['targets']>[string];
const isRatio = (aim: Aim) => typeof aim === 'object' && 'of' in aim;
const statesOf = (aim: Aim) =>
  (Array.isArray(aim) ? aim : isRatio(aim) ? [...aim.states, ...aim.of] : []).map(String);

/** A target of values between limits needs one, and values between them. */
function limitProblems({ targets = {}, preset }: Records): Problem[] {
  return Object.entries(targets).flatMap(([name, aim]): Problem[] => {
    if (Array.isArray(aim)) return [];
    const at = { path: ['records', 'targets', name], value: aim };
    if (isRatio(aim)) {
      const among = aim.of.map(String);
      const other = aim.states.map(String).filter((one) => !among.includes(one));
      return other.length === 0
        ? []
        : [
            {
              ...at,
              why: `${other.join(', ')} ${other.length === 1 ? 'is' : 'are'} not among the states that it is a share of`,
              accepted: 'states that are listed under `of` too',
            },
          ];
    }
    if (preset !== undefined)
      return [
        { ...at, why: `the records of ${preset} have states, not values`, accepted: 'a list of states' },
      ];
    if (aim === 'mean') return [];
    if ('between' in aim) {
      const [from, to] = aim.between;
      return from <= to
        ? []
        : [{ ...at, why: 'no value lies between these limits', accepted: 'the smaller limit first' }];
    }
    const { above, below } = aim;
    if (above === undefined && below === undefined)
      return [{ ...at, why: 'neither limit is given', accepted: 'above, below or both' }];
    if (above !== undefined && below !== undefined && !(above < below))
      return [{ ...at, why: 'no value lies between these limits', accepted: 'above less than below' }];
    return [];
  });
}

function baselineProblems({ preset, baselines = [] }: Records): Problem[] {
  const known = preset === undefined ? undefined : ['stratum', 'hours', ...databaseOf(preset).covariates];
  return baselines.flatMap((name, i): Problem[] => {
    const at = { path: ['records', 'baselines', i], value: name };
    if (baselines.indexOf(name) < i)
      return [{ ...at, why: { is: 'twice', what: 'baseline' }, accepted: 'each once' }];
    if (known === undefined || known.includes(name)) return [];
    const why: Reason = { is: 'unknown', what: `covariate of ${preset}`, meant: nearestName(name, known) };
    return [{ ...at, why, accepted: oneOf(known) }];
  });
}

const SHARE = { ...numberFrom(0, 1), name: 'limit', why: 'a target is a share of time' };

function cohortProblems(
  { cohorts = {}, targets: aims = {} }: Records,
  targets: readonly string[],
): Problem[] {
  return Object.entries(cohorts).flatMap(([name, { of, ...limits }]) => {
    const path = ['records', 'cohorts', name];
    const problems: Problem[] = [];
    if (targets.includes(name))
      problems.push({ path, value: name, why: 'a target has this name already', accepted: 'another name' });
    if (Object.values(limits).length === 0)
      problems.push({
        path,
        value: {},
        why: 'no limit of this cohort is given',
        accepted: 'at least one of above, below, from and to',
      });
    if (of === undefined && targets.length > 1)
      problems.push({
        path: [...path, 'of'],
        value: undefined,
        why: 'there are several targets, and none is named',
        accepted: oneOf(targets),
      });
    if (of !== undefined && targets.length > 0 && !targets.includes(of)) {
      problems.push({
        path: [...path, 'of'],
        value: of,
        why: { is: 'unknown', what: 'target', meant: nearestName(of, targets) },
        accepted: oneOf(targets),
      });
    }
    // A mean of values may be any number.
    const open = aims[of ?? targets[0] ?? ''] === 'mean';
    for (const [limit, value] of Object.entries(limits))
      if (!open) problems.push(...ruled(SHARE, value, [...path, limit]));
    return problems;
  });
}

function foldProblems({ folds }: Records): Problem[] {
  if (typeof folds !== 'object' || !('files' in folds) || 'all' in folds.files) return [];
  return [
    {
      path: ['records', 'folds', 'files', 'all'],
      value: undefined,
      why: 'the folds of all records are missing',
      accepted: 'files: { all: path }',
    },
  ];
}

const VARIANCE = { ...numberFrom(0), noun: 'variance' } as const;
/** 'dispersed', 'dispersed-16': what a protocol cannot be called beside layouts. */
const isTemplate = (name: string) =>
  LAYOUTS.some((own) => name === own.name || name.replace(/-\d+$/, '') === own.name);
const BUDGET = { ...wholeFrom(1), name: 'budget', why: 'this is not a number of grid points' };

function templateProblems(
  records: Records,
  { layouts, budgets = [], contrasts = [], noise }: Templates,
  protocols: readonly string[],
): Problem[] {
  const preset = records.preset === undefined ? undefined : databaseOf(records.preset);
  const given = records.grid?.points ?? preset?.records.grid.points;
  // A number of points that is a mistake itself says nothing against budgets.
  const points = given !== undefined && isPoints(given) ? given : undefined;
  const most = points === undefined ? {} : { most: { at: points, why: `the grid has ${points} points` } };
  const asked = layouts ?? preset?.templates.layouts;
  const named = asked === undefined || asked.includes('protocols') ? protocols : [];
  const used = asked && [...asked.filter((name) => name !== 'protocols'), ...named];
  const twice = <Value>(values: readonly Value[], field: string): Problem[] =>
    values.flatMap((value, i) =>
      values.indexOf(value) < i
        ? [{ path: ['templates', field, i], value, why: 'this is listed twice', accepted: 'each once' }]
        : [],
    );
  return [
    ...twice(layouts ?? [], 'layouts'),
    ...twice(budgets, 'budgets'),
    ...ruled({ ...VARIANCE, name: 'noise', why: { is: 'not', what: 'a variance' } }, noise, [
      'templates',
      'noise',
    ]),
    ...(asked?.includes('protocols') && protocols.length === 0
      ? [
          {
            path: ['templates', 'layouts', asked.indexOf('protocols')],
            value: 'protocols',
            why: 'the study has no protocols',
            accepted: 'protocols: { name: [{ at: time }] }, or other layouts',
          },
        ]
      : []),
    ...named.filter(isTemplate).map((name) => ({
      path: ['protocols', name],
      value: name,
      why: 'layouts have names of this form in the result',
      accepted: 'another name for the protocol',
    })),
    ...budgets.flatMap((budget, i) => ruled({ ...BUDGET, ...most }, budget, ['templates', 'budgets', i])),
    ...contrasts.flatMap((pair, i) =>
      pair.flatMap((layout, k): Problem[] => {
        const path = ['templates', 'contrasts', i, k];
        if (used && !used.includes(layout))
          return [
            { path, value: layout, why: 'this is none of the layouts and protocols', accepted: oneOf(used) },
          ];
        if (k === 1 && pair[0] === layout)
          return [{ path, value: layout, why: 'this is compared with itself', accepted: 'two that differ' }];
        return [];
      }),
    ),
  ];
}
