import type { DenseReport } from '@sightline/data';
import type { ResultRepair } from '../schema/result-head.ts';
import { digits, list, shareText } from '../words/text.ts';

/** What the rules of `calibration` did to the data: what was left out comes first. */
export function readingRepairs(report: DenseReport): ResultRepair[] {
  const { interpolated, columnsOutOfOrder, largestShift, unused, unusedUnits } = report;
  const repair = (kind: ResultRepair['kind'], amount: number, what: () => string): ResultRepair[] =>
    amount > 0 ? [{ kind, what: what(), amount }] : [];
  const outside = report.days?.outside ?? 0;
  const limits = report.limits ?? [];
  const ignored = report.ignored ?? [];
  return [
    ...repair('dropped', report.dropped.count, () => droppedText(report)),
    ...repair(
      'outside',
      outside,
      () => `${many(outside, 'reading')} outside the horizon ${outside === 1 ? 'was' : 'were'} left out`,
    ),
    ...repair('ignored', ignored.length, () => ignoredText(ignored)),
    ...repair(
      'limits',
      limits.reduce((sum, { count }) => sum + count, 0),
      () =>
        `texts of the sensor were taken for its limits: ${limits.map(({ text, count, value }) => `${text} for ${digits(value)}, ${times(count)}`).join('; ')}`,
    ),
    ...clockRepairs(report),
    ...repair(
      'interpolated',
      interpolated,
      () =>
        `${many(interpolated, 'missing value')} ${interpolated === 1 ? 'was' : 'were'} interpolated between the neighbouring times`,
    ),
    ...repair('averaged', report.averaged, () => averagedText(report)),
    ...repair(
      'reordered',
      columnsOutOfOrder,
      () => `${many(columnsOutOfOrder, 'column')} stood after a later time; the columns were sorted`,
    ),
    ...repair('aligned', largestShift > 0 ? largestShift : 0, () => alignedText(report)),
    ...repair(
      'unused',
      unused,
      () =>
        `${many(unused, 'value')} of ${many(unusedUnits, 'unit')} ${unused === 1 ? 'was' : 'were'} not used: another reading of ` +
        `the unit is nearer to the same grid point, or as near and earlier${firstUnusedText(report)}`,
    ),
  ];
}

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;
const times = (n: number) => (n === 1 ? 'once' : `${n} times`);

/** '2388 of 17532 trajectories (14 %) have missing values and were left out'; a file of one trajectory a unit has units. */
export function droppedText({ dropped, trajectories, units, unitsDropped }: DenseReport): string {
  const { count } = dropped;
  const [first] = dropped.units;
  const several = first?.trajectory !== undefined;
  const share = `${count} of ${count + trajectories} ${several ? 'trajectories' : 'units'} (${shareText(count / (count + trajectories))})`;
  const gone =
    several && unitsDropped > 0
      ? `, and with them all of ${unitsDropped} of ${units + unitsDropped} units`
      : '';
  const example =
    first &&
    ` (${first.unit}${several ? `, ${first.trajectory}` : ''}: ${first.why}${count > 1 ? '; …' : ''})`;
  return `${share} with missing values ${count === 1 ? 'was' : 'were'} left out${gone}${example ?? ''}`;
}

const MOST_NAMED = 12;

function ignoredText(ignored: readonly string[]): string {
  const names = ignored.slice(0, MOST_NAMED).map((name) => (name === '' ? '"" (without a name)' : name));
  const more = ignored.length - names.length;
  return `the column${ignored.length === 1 ? '' : 's'} ${list(more > 0 ? [...names, `${more} more`] : names)} ${ignored.length === 1 ? 'was' : 'were'} ignored`;
}

/** What is said of the clock: what was written, and what it was taken for. */
function clockRepairs({ days }: DenseReport): ResultRepair[] {
  if (!days) return [];
  const { offsets, dateOnly, order } = days;
  const repair = (amount: number, what: string): ResultRepair => ({ kind: 'clock', what, amount });
  return [
    ...(offsets.length === 1
      ? [repair(1, `times have the offset ${offsets[0]}; days are those of that clock`)]
      : []),
    ...(order
      ? [
          repair(
            1,
            `of dates such as 01/03/2013 the ${order === 'day-first' ? 'first' : 'second'} number was taken for the day, as other dates of the column tell`,
          ),
        ]
      : []),
    ...(dateOnly > 0
      ? [
          repair(
            dateOnly,
            `${many(dateOnly, 'date')} without a clock ${dateOnly === 1 ? 'was' : 'were'} taken for midnight`,
          ),
        ]
      : []),
  ];
}

function averagedText({ averaged, align, trajectories, blank = 0 }: DenseReport): string {
  const empty = blank > 0 ? `; ${many(blank, 'reading')} without a value took no part` : '';
  if (align === 'mean')
    return `values are the means of the readings in their interval: ${averaged} more readings than values went into ${many(trajectories, 'trajectory', 'trajectories')}${empty}`;
  return `${many(averaged, 'value')} shared a time with another of the same unit; they were averaged`;
}

function alignedText({ align, largestShift }: DenseReport): string {
  if (align === 'start' || align === 'end')
    return (
      `each time stands for the interval that ${align === 'start' ? 'begins' : 'ends'} at it, and was moved to the grid ` +
      `point at its middle, ${digits(largestShift)} ${align === 'start' ? 'later' : 'earlier'}`
    );
  const where = align === 'mean' ? 'the middle of its interval' : 'the nearest grid point';
  return `each time was moved to ${where}, at most ${digits(largestShift)} away`;
}

function firstUnusedText({ firstUnused }: DenseReport): string {
  if (!firstUnused) return '';
  const { row, unit, time } = firstUnused;
  return row === undefined
    ? ` (the first: the column ${digits(time)})`
    : ` (the first: row ${row}, unit ${JSON.stringify(unit)} at time ${digits(time)})`;
}
