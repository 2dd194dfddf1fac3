import type { DenseReport } from '@sightline/data';
import type { FlooredMoments, PlugInCovariance } from '@sightline/engine/internal';
import type { ResultRepair } from '../schema/result-head.ts';
import { countsText, digits, list } from '../words/text.ts';
import { type CalibrationData, noiseVariances } from './calibration-data.ts';
import { droppedText, pairRepairs } from './gaps.ts';

/** What became of the sample covariance on its way to a law; null where the estimand makes no law. */
export interface LawRepair {
  floor: number | null;
  /** Eigenvalues lifted to the floor, and by how much in total. */
  lifted: number | null;
  mass: number | null;
  effectiveRank: number | null;
  /** Share of the way to equal variances and no correlation. */
  shrunk: number | null;
  /** Of the latent quantity in units of the data squared, before it was scaled to 1. */
  variances: { smallest: number; largest: number } | null;
  noise: NoiseUsed;
}

/** The variance that was taken off as noise: what is left of it in averages, where values are averages. */
export interface NoiseUsed {
  kind: 'given' | 'by-time' | 'replicates';
  smallest: number;
  largest: number;
}

export function lawRepair(
  data: CalibrationData,
  estimate: PlugInCovariance | undefined,
): { numbers: LawRepair; sentences: ResultRepair[] } {
  const noise = noiseUsed(data);
  const numbers: LawRepair = {
    floor: estimate?.floor ?? null,
    lifted: estimate?.lifted ?? null,
    mass: estimate?.mass ?? null,
    effectiveRank: estimate?.effectiveRank ?? null,
    shrunk: estimate?.shrunk ?? null,
    variances: estimate?.variances ?? null,
    noise,
  };
  return {
    numbers,
    sentences: [
      ...(data.transform === 'log' ? [LOGARITHM] : []),
      ...[
        ...readingRepairs(data.report, data.unitOfTime),
        ...('gaps' in data.sample ? pairRepairs({ ...data, sample: data.sample }) : []),
      ].map((repair) => withNoiseOfAverages(repair, data.noise, noise)),
      ...estimateRepairs(estimate, data),
    ],
  };
}

const LOGARITHM: ResultRepair = {
  kind: 'logarithm',
  what: 'the logarithm of each value was taken (transform: log): the law, readings and noise are of the logarithm, thresholds and the target of the values',
  amount: 1,
};

function noiseUsed(data: CalibrationData): NoiseUsed {
  const variances = Array.from(noiseVariances(data));
  const [smallest, largest] = [Math.min(...variances), Math.max(...variances)];
  const kind =
    data.noise === 'replicates' ? 'replicates' : typeof data.noise === 'number' ? 'given' : 'by-time';
  return { kind, smallest, largest };
}

/** The noise is given for a reading, and averages and interpolated values have less: what was taken off is said where they are. */
function withNoiseOfAverages(
  repair: ResultRepair,
  given: CalibrationData['noise'],
  taken: NoiseUsed,
): ResultRepair {
  if (given === 'replicates' || taken.largest === 0) return repair;
  if (repair.kind === 'interpolated')
    return { ...repair, what: `${repair.what}; the noise variance that is left in them was subtracted` };
  if (repair.kind !== 'averaged') return repair;
  const { smallest, largest } = taken;
  const span = smallest === largest ? digits(smallest) : `${digits(smallest)} to ${digits(largest)}`;
  const of = typeof given === 'number' ? `the noise variance ${digits(given)}` : 'the noise variances given';
  return {
    ...repair,
    what: `${repair.what}; of ${of}, ${span} is left in the averages and was subtracted`,
  };
}

function estimateRepairs(estimate: PlugInCovariance | undefined, data: CalibrationData): ResultRepair[] {
  if (!estimate) return [];
  const { floor, lifted, mass, shrunk, variances, covariance } = estimate;
  const { smallest, largest } = variances;
  const repairs: ResultRepair[] = [];
  if (shrunk > 0)
    repairs.push({
      kind: 'shrunk',
      what: `the sample covariance was shrunk by ${digits(shrunk)} towards equal variances and no correlation`,
      amount: shrunk,
    });
  if (lifted > 0)
    repairs.push({
      kind: 'lifted',
      what:
        `${lifted} of ${covariance.rows} eigenvalues of the estimate from ${countsText(data)} lay below ${digits(floor)} and ` +
        `${lifted === 1 ? 'was' : 'were'} lifted to it, by ${digits(mass)} in total`,
      amount: mass,
    });
  if (data.scale === 'data') return repairs;
  const away = Math.max(Math.abs(smallest - 1), Math.abs(largest - 1));
  repairs.push({
    kind: 'rescaled',
    what:
      `the variance of the latent quantity is ${digits(smallest)} to ${digits(largest)} over the times; it was ` +
      'rescaled to 1, so the target is in standardised units',
    amount: away,
  });
  return repairs;
}

/** The best-linear value has no law of its own to repair: what the joint moments needed. */
export function liftedRepairs(floored: FlooredMoments | undefined): ResultRepair[] {
  if (!floored || floored.lifted === 0) return [];
  const { lifted, floor, mass } = floored;
  return [
    {
      kind: 'lifted',
      what:
        `${lifted} eigenvalue${lifted === 1 ? '' : 's'} of the correlations of readings and target, less the noise, lay ` +
        `below ${digits(floor)} and ${lifted === 1 ? 'was' : 'were'} lifted to it, by ${digits(mass)} in total`,
      amount: mass,
    },
  ];
}

/** What the rules of `calibration` did to the data: what was left out comes first. */
export function readingRepairs(report: DenseReport, unitOfTime = ''): ResultRepair[] {
  const { interpolated, columnsOutOfOrder, largestShift, unused, unusedUnits } = report;
  return [
    ...repair('dropped', report.dropped.count, () => droppedText(report)),
    ...fileRepairs(report),
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
    ...repair('aligned', largestShift > 0 ? largestShift : 0, () => alignedText(report, unitOfTime)),
    ...repair(
      'unused',
      unused,
      () =>
        `${many(unused, 'value')} of ${many(unusedUnits, 'unit')} ${unused === 1 ? 'was' : 'were'} not used: another value of ` +
        `the unit is nearer to the same grid point, or as near and earlier${firstUnusedText(report)}`,
    ),
  ];
}

/** The same of any table: what of it was not used, texts and clocks. */
export function fileRepairs(report: Pick<DenseReport, 'days' | 'limits' | 'ignored'>): ResultRepair[] {
  const outside = report.days?.outside ?? 0;
  const { limits = [], ignored = [] } = report;
  return [
    ...repair(
      'outside',
      outside,
      () => `${many(outside, 'value')} outside the horizon ${outside === 1 ? 'was' : 'were'} left out`,
    ),
    ...repair('ignored', ignored.length, () => ignoredText(ignored)),
    ...repair(
      'limits',
      limits.reduce((sum, { count }) => sum + count, 0),
      () =>
        `texts of the sensor were taken for its limits: ${limits.map(({ text, count, value }) => `${text} for ${digits(value)}, ${times(count)}`).join('; ')}`,
    ),
    ...clockRepairs(report),
  ];
}

/** Nothing where nothing was changed. */
export const repair = (kind: ResultRepair['kind'], amount: number, what: () => string): ResultRepair[] =>
  amount > 0 ? [{ kind, what: what(), amount }] : [];

export const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;
const times = (n: number) => (n === 1 ? 'once' : `${n} times`);

const MOST_NAMED = 12;

function ignoredText(ignored: readonly string[]): string {
  const names = ignored.slice(0, MOST_NAMED).map((name) => (name === '' ? '"" (without a name)' : name));
  const more = ignored.length - names.length;
  return `the column${ignored.length === 1 ? '' : 's'} ${list(more > 0 ? [...names, `${more} more`] : names)} ${ignored.length === 1 ? 'was' : 'were'} ignored`;
}

/** What is said of the clock: what was written, and what it was taken for. */
function clockRepairs({ days }: Pick<DenseReport, 'days'>): ResultRepair[] {
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

/** Of what the file has: what a sensor measured is no reading of a protocol. The counts are from before any trajectory was left out. */
function averagedText({ averaged, align, trajectories, dropped, blank = 0 }: DenseReport): string {
  const empty = blank > 0 ? `; ${many(blank, 'measurement')} without a value took no part` : '';
  if (align === 'mean')
    return (
      'values are the means of the measurements in their interval, and thresholds apply to these means: ' +
      `${averaged} more measurements than values in ${many(trajectories + dropped.count, 'trajectory', 'trajectories')}` +
      `${dropped.count > 0 ? ', those left out included' : ''}${empty}`
    );
  return `${many(averaged, 'value')} shared a time with another of the same unit; they were averaged`;
}

function alignedText({ align, largestShift }: DenseReport, unit: string): string {
  const by = `${digits(largestShift)} ${unit}`.trim();
  if (align === 'start' || align === 'end')
    return (
      `each time stands for the interval that ${align === 'start' ? 'begins' : 'ends'} at it, and was moved to the grid ` +
      `point at its middle, ${by} ${align === 'start' ? 'later' : 'earlier'}`
    );
  const where = align === 'mean' ? 'the middle of its interval' : 'the nearest grid point';
  return `each time was moved to ${where}, at most ${by} away`;
}

function firstUnusedText({ firstUnused }: DenseReport): string {
  if (!firstUnused) return '';
  const { row, unit, time } = firstUnused;
  return row === undefined
    ? ` (the first: the column ${digits(time)})`
    : ` (the first: row ${row}, unit ${JSON.stringify(unit)} at time ${digits(time)})`;
}
