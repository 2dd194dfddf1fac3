import type { TimeGrid } from '@sightline/engine';
import { square } from '@sightline/engine';
import type { Warning } from '../problems/warning.ts';
import { list } from '../words/name-text.ts';
import { digits } from '../words/number-text.ts';
import { type CalibrationData, noiseVariances, timeText } from './calibration-data.ts';
import { columnMoments } from './column-moments.ts';
import type { SizeClass } from './data-survey.ts';

/** Of fewer units, one may well be most of the variance by chance. */
const ENOUGH_UNITS = 20;
/** Of 20 Gaussian units, one has so much of the variance at a time in less than one study of a million. */
const MOST_OF_VARIANCE = 0.8;
/** More places than this are counted. */
const MOST_NAMED = 3;
/**
 * Sizes of units that leave this many octaves empty between two sets of at least so many units each. Of lognormal sizes
 * nobody would live to see it where the logarithm's deviation is 1 (five of 20 in the tail so far away: e⁻²⁰); where it is
 * 2, a simulation shows three studies of a million.
 */
const EMPTY_OCTAVES = 5;
const FEWEST_OF_A_SIZE = 5;
const LEAST_SHARE_OF_A_SIZE = 0.1;
/** With fewer degrees of freedom, a variance is off by a third and more. */
const FEW_DEGREES = 20;
/** A single unit may have equal replicates by chance, where values are rounded coarsely. */
const MANY_COPIED = 0.1;

/** What to know about dense data before values from them are used; of many units, too, that are not held one by one. */
export function dataWarnings(data: CalibrationData, grid: TimeGrid): Warning[] {
  const warn = (kind: Warning['kind'], path: string) => (what: string) => ({ kind, path, what });
  return [
    ...oneValue(data, grid).map(warn('one-value', 'calibration.data')),
    ...mixedUnits(data).map(warn('mixed-units', 'calibration.data')),
    ...copiedReplicates(data).map(warn('copied-replicates', 'calibration.noise')),
    ...fewReplicates(data).map(warn('few-replicates', 'calibration.noise')),
  ];
}

/** A code for a missing value, or a slip of the decimal point, has nearly all of the variance for itself. */
function oneValue({ survey, sample, column, replicates }: CalibrationData, grid: TimeGrid): string[] {
  const { units, mean, squares } = columnMoments(sample);
  if (units < ENOUGH_UNITS) return [];
  const found = Array.from(mean.keys()).flatMap((j) => {
    // Nobody is farther from the mean than the smallest or the largest.
    const [least, most] = [survey.smallest[j]!, survey.largest[j]!];
    const farthest = mean[j]! - least.value > most.value - mean[j]! ? least : most;
    const share = square(farthest.value - mean[j]!) / squares[j]!;
    if (!(share > MOST_OF_VARIANCE)) return [];
    const place =
      j < grid.points ? `at ${timeText(grid, j)}` : column === undefined ? 'as its target' : `as ${column}`;
    return [{ ...farthest, place, share }];
  });
  if (found.length === 0) return [];
  const named = found
    .slice(0, MOST_NAMED)
    .map(({ unit, value, place }) => `unit ${JSON.stringify(unit)} has ${digits(value)} ${place}`);
  const more = found.length - named.length;
  const shares = found.map(({ share }) => Math.floor(100 * share));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const span = least === most ? least : `${least} to ${most}`;
  return [
    `${list(more > 0 ? [...named, `there are ${more} more such values`] : named)}` +
      `${replicates === undefined ? '' : ', the mean of replicates'}: ` +
      (found.length === 1
        ? `${span} % of the variance between ${units} units there is this one value. Is it a code for a missing value, a ` +
          'slip, or one of a heavy tail? The values of protocols and their intervals hang on it'
        : `each is ${span} % of the variance between ${units} units at its place. Are they codes for missing values, slips, ` +
          'or of a heavy tail? The values of protocols and their intervals hang on them'),
  ];
}

/** Some units in mmHg and others in Pa, say: sizes in two heaps with nothing in between. */
function mixedUnits({ survey: { sizes, units } }: CalibrationData): string[] {
  if (units < ENOUGH_UNITS) return [];
  const fewest = Math.max(FEWEST_OF_A_SIZE, LEAST_SHARE_OF_A_SIZE * units);
  for (let k = 1; k < sizes.length; k++) {
    const [small, large] = [sizes.slice(0, k), sizes.slice(k)];
    const apart = large[0]!.smallest / small.at(-1)!.largest;
    if (apart < 1 << EMPTY_OCTAVES || countOf(small) < fewest || countOf(large) < fewest) continue;
    const heap = (classes: readonly SizeClass[]) => {
      const { smallest, unit } = middleOf(classes);
      return `${countOf(classes)} units have values of about ${digits(Number(smallest.toPrecision(1)))} in size (such as unit ${JSON.stringify(unit)})`;
    };
    return [
      `${heap(small)}, ${heap(large)}, and none lies between, by a factor of ${digits(Number(apart.toPrecision(1)))}: are they in ` +
        'the same unit of measurement? The large ones decide everything',
    ];
  }
  return [];
}

function countOf(classes: readonly SizeClass[]): number {
  return classes.reduce((sum, { units }) => sum + units, 0);
}

/** The class of the unit in the middle. */
function middleOf(classes: readonly SizeClass[]): SizeClass {
  let left = countOf(classes) / 2;
  return classes.find(({ units }) => (left -= units) <= 0)!;
}

function copiedReplicates({ survey: { replicated, copied } }: CalibrationData): string[] {
  if (copied === 0 || copied < MANY_COPIED * replicated) return [];
  const all = copied === replicated;
  return [
    `${all ? (copied === 1 ? 'the only unit' : `all ${copied} units`) : `${copied} of ${replicated} units`} with replicates ` +
      `${copied === 1 ? 'has' : 'have'} the same values in all of them, at every time: are they copies? They show no noise, so ` +
      `that the noise is estimated ${all ? 'as 0' : 'too small'}, and what there is of it counts as the quantity itself`,
  ];
}

/** Every time has the same number: a unit's replicates all have a value at every time, or the unit is dropped. */
function fewReplicates(data: CalibrationData): string[] {
  if (data.noise !== 'replicates') return [];
  const { sample, survey } = data;
  const degrees =
    'moments' in sample
      ? sample.degrees!.reduce((sum, one) => sum + one, 0)
      : sample.counts!.reduce((sum, count) => sum + count - 1, 0);
  if (degrees >= FEW_DEGREES) return [];
  const noise = Array.from(noiseVariances(data));
  return [
    `${survey.replicated === 1 ? 'one unit has' : `${survey.replicated} units have`} replicates, which makes ` +
      `${degrees} ${degrees === 1 ? 'degree' : 'degrees'} of freedom for the noise at each time: its variance, here between ` +
      `${digits(Math.min(...noise))} and ${digits(Math.max(...noise))}, has a standard error of ` +
      `${Math.round(100 * Math.sqrt(2 / degrees))} %. With ${FEW_DEGREES} or more, or the variance as a number, values would ` +
      'depend on it less',
  ];
}
