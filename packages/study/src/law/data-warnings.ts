import { namesUnits, type SizeClass, sharedBeginnings } from '@sightline/data';
import { exp, type Matrix, square, type TimeGrid } from '@sightline/engine/internal';
import { type Warning, warned } from '../problems/warning.ts';
import { countsText, digits, list, type SampleCounts, shareText, unitsText } from '../words/text.ts';
import { type CalibrationData, columnMoments, noiseVariances, timeText } from './calibration-data.ts';
import type { EstimatedFrom } from './law.ts';

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
    ...manyGaps(data).map(warn('gaps', 'calibration.missing')),
    ...sameValues(data, grid).map(warn('same-values', 'calibration.data')),
    ...oneValue(data, grid).map(warn('one-value', 'calibration.data')),
    ...mixedUnits(data).map(warn('mixed-units', 'calibration.data')),
    ...copiedReplicates(data).map(warn('copied-replicates', 'calibration.noise')),
    ...fewReplicates(data).map(warn('few-replicates', 'calibration.noise')),
  ];
}

/** Of fewer trajectories with gaps, hardly any value of a protocol depends on why they have them. */
const MANY_GAPS = 0.1;

/** What is left may not be like what was left out. */
function manyGaps({ report, sample }: CalibrationData): string[] {
  const { dropped, trajectories, empty } = report;
  const several = dropped.units[0]?.trajectory !== undefined;
  const lost = dropped.count / (dropped.count + trajectories);
  const cells = 'moments' in sample ? 0 : empty / sample.values.data.length;
  const found: string[] = [];
  if (lost >= MANY_GAPS)
    found.push(
      `${shareText(lost)} of the ${several ? 'trajectories' : 'units'} were left out for missing values: the values here are those of the ` +
        `others, which may differ from them. missing: pairwise uses what there is of each`,
    );
  if (cells >= MANY_GAPS)
    found.push(
      `${shareText(cells)} of the values are missing, and moments are from pairs of times: this is right where what is missing does not ` +
        'depend on the quantity itself, as where a sensor is read less often when it is high',
    );
  return found;
}

/** For the best-linear value alone: the Gaussian one has no correlations there. */
function sameValues({ report: { constant } }: CalibrationData, grid: TimeGrid): string[] {
  if (constant.length === 0) return [];
  const points = constant.map((time) => grid.times.indexOf(time));
  const named = points.slice(0, MOST_NAMED).map((j) => timeText(grid, j));
  const more = points.length - named.length;
  return [
    `all units have the same value at ${list(more > 0 ? [...named, `${more} more times`] : named)}: a reading there tells nothing, and the ` +
      'target does not vary there',
  ];
}

/** Digits by which a value of the file is found again. */
const DIGITS_IN_FILE = 6;

/**
 * A code for a missing value, or a slip of the decimal point, has nearly all of the variance for itself. Its share is that on the
 * scale of the law; the value is named as it stands in the file.
 */
function oneValue(data: CalibrationData, grid: TimeGrid): string[] {
  const { survey, sample, column, replicates, transform, unitOfValue } = data;
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
    const { unit, value } = farthest;
    const measured = j < grid.points;
    const inFile = measured && transform === 'log' ? exp(value) : value;
    const size = `${Number(inFile.toPrecision(DIGITS_IN_FILE))}${measured && unitOfValue ? ` ${unitOfValue}` : ''}`;
    return [{ unit, size, place, share }];
  });
  if (found.length === 0) return [];
  const named = found
    .slice(0, MOST_NAMED)
    .map(({ unit, size, place }) => `unit ${JSON.stringify(unit)} has ${size} ${place}`);
  const more = found.length - named.length;
  const shares = found.map(({ share }) => Math.floor(100 * share));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const span = least === most ? least : `${least} to ${most}`;
  return [
    `${list(more > 0 ? [...named, `there are ${more} more such values`] : named)}` +
      `${replicates === undefined ? '' : transform === 'log' ? ', the geometric mean of replicates' : ', the mean of replicates'}: ` +
      (found.length === 1
        ? `this one value makes up ${span} % of the variance between ${rowsText(units, data)} there. Is it a code for a missing value, ` +
          'an error, or part of a heavy tail? The values of protocols and their intervals depend on it'
        : `each makes up ${span} % of the variance between ${rowsText(units, data)} at its place. Are they codes for missing values, ` +
          'errors, or part of a heavy tail? The values of protocols and their intervals depend on them'),
  ];
}

/** Some units in mmHg and others in Pa, say: sizes in two heaps with nothing in between. */
function mixedUnits(data: CalibrationData): string[] {
  const { sizes, units } = data.survey;
  if (units < ENOUGH_UNITS) return [];
  const fewest = Math.max(FEWEST_OF_A_SIZE, LEAST_SHARE_OF_A_SIZE * units);
  for (let k = 1; k < sizes.length; k++) {
    const [small, large] = [sizes.slice(0, k), sizes.slice(k)];
    const apart = large[0]!.smallest / small.at(-1)!.largest;
    if (apart < 1 << EMPTY_OCTAVES || countOf(small) < fewest || countOf(large) < fewest) continue;
    const heap = (classes: readonly SizeClass[]) => {
      const { smallest, unit } = middleOf(classes);
      return `${rowsText(countOf(classes), data)} have values of about ${digits(Number(smallest.toPrecision(1)))} in size (such as unit ${JSON.stringify(unit)})`;
    };
    return [
      `${heap(small)}, ${heap(large)}, and none lies between, a gap of a factor ${digits(Number(apart.toPrecision(1)))}: are they in ` +
        'the same unit of measurement? The large ones dominate all estimates',
    ];
  }
  return [];
}

/** Trajectories where units have several. */
function rowsText(count: number, { units, trajectories }: CalibrationData): string {
  return `${count} ${trajectories > units ? 'trajectories' : 'units'}`;
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
      `that the noise variance is estimated ${all ? 'as 0' : 'too small'}, and noise counts as latent variance`,
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
    `${survey.replicated === 1 ? 'one unit has' : `${survey.replicated} units have`} replicates, which gives ` +
      `${degrees} ${degrees === 1 ? 'degree' : 'degrees'} of freedom for the noise at each time: its variance, here between ` +
      `${digits(Math.min(...noise))} and ${digits(Math.max(...noise))}, has a standard error of ` +
      `${Math.round(100 * Math.sqrt(2 / degrees))} %. With ${FEW_DEGREES} or more, or the variance as a number, values would ` +
      'depend on it less',
  ];
}

/** Fewer units than this say little about a law, and less about how sure that is. */
const FEW_UNITS = 20;
/** Standard deviations between these are near enough to 1 for noise and thresholds to mean what they seem to. */
const NEAR_ONE = { least: 0.5, most: 2 };

/** What to know about a law that was estimated, before its values are used. */
export function estimatedLawWarnings(estimated: EstimatedFrom | null, grid: TimeGrid): Warning[] {
  if (!estimated) return [];
  const counts = estimated.data;
  return [
    {
      kind: 'estimated-law',
      path: 'calibration',
      what:
        `${counts.estimand === 'linear' ? 'second moments are estimates' : 'the law is an estimate'} from ${countsText(counts)}, so the ` +
        'values are estimates too: ' +
        '`sightline calibrate` gives their intervals',
    },
    ...repeatedUnits(estimated.data),
    ...fewUnits(counts, 'the estimate is very uncertain'),
    ...dataWarnings(counts, grid),
    ...scaleWarnings(estimated),
    ...interpolatedWarnings(estimated.data),
  ];
}

/**
 * Trajectories of the same unit that count as units of their own make intervals too narrow, and nothing in the numbers shows
 * it: labels may, and columns that nothing asked for.
 */
export function repeatedUnits({ survey, report, units, trajectories }: CalibrationData): Warning[] {
  if (trajectories > units || survey.labels.length === 0) return [];
  const tell = (what: string): Warning[] => [{ kind: 'repeated-units', path: 'calibration.data', what }];
  const narrow =
    'then they are not independent, and the intervals here are too narrow: say which trajectories are of one unit, by ' +
    'calibration.columns (unit and trajectory) or, with timestamps, split: day';
  const found = sharedBeginnings(survey.labels);
  if (found) {
    const [one, other] = found.pair.map((label) => JSON.stringify(label));
    return tell(
      `the labels of ${found.labels} units have ${found.names} beginnings, such as ${one} and ${other}: are these trajectories of ` +
        `one unit? If so, ${narrow}. If they are different units, nothing needs to be done`,
    );
  }
  const columns = (report.ignored ?? []).filter(namesUnits);
  if (columns.length === 0) return [];
  return tell(
    `the column${columns.length > 1 ? 's' : ''} ${list(columns)} ${columns.length > 1 ? 'are' : 'is'} not used: do rows with the same ` +
      `entry belong to one unit? If so, ${narrow}`,
  );
}

export function fewUnits(counts: SampleCounts, so: string): Warning[] {
  return counts.units >= FEW_UNITS
    ? []
    : warned(
        'few-units',
        'calibration.data',
        `there are ${unitsText(counts)}, fewer than ${FEW_UNITS}: ${so}`,
      );
}

/** A standard deviation at the least that was tried: what varies is noise. */
export function noiseAlone(sdAtBound: boolean, noise: number | null): Warning[] {
  return sdAtBound && noise !== 0
    ? warned(
        'noise-alone',
        'calibration.data',
        'the readings show nothing beside noise: they tell no law, and values under this one mean nothing',
      )
    : [];
}

/** Noise and thresholds that were meant in the other unit go unnoticed otherwise. */
export function scaleWarnings({
  data,
  repair: { variances },
}: Pick<EstimatedFrom, 'data' | 'repair'>): Warning[] {
  if (data.estimand === 'linear') return [];
  if (!data.scaleSaid)
    return warned(
      'scale-default',
      'calibration.scale',
      '`scale` is not written, and data is the default: the target, its thresholds and the noise of actions are in the unit of ' +
        'the data, and times that vary more count more in the mean. With `scale: standardised` every time is rescaled to ' +
        'variance 1 first, and all of them are in standard deviations. Write the one that is meant',
    );
  if (variances === null || data.scale === 'data') return [];
  const unequal = unequalVariances(variances, data);
  const [least, most] = [variances.smallest, variances.largest].map(Math.sqrt) as [number, number];
  if (least >= NEAR_ONE.least && most <= NEAR_ONE.most) return unequal;
  const middle = Math.sqrt(variances.smallest * variances.largest);
  return [
    ...unequal,
    {
      kind: 'data-scale',
      path: 'calibration.data',
      what:
        `the latent quantity has a standard deviation of ${digits(least)} to ${digits(most)} in units of the data; ` +
        'thresholds of the target are in standard deviations from the mean, and the noise variance of an action is on that ' +
        `scale too: divide a variance in units of the data by about ${digits(middle)}`,
    },
  ];
}

/** Times that differ by less in their variance count much alike with and without a scale of 1. */
const UNEQUAL = 3;
/** The logarithm of a ratio of two variances has a standard error of 2/√(N − 1): so many make the largest of many ratios by chance. */
const BY_CHANCE = 4;

/** Rescaled to 1, times that hardly vary count as much as those that make the target what it is. */
function unequalVariances(
  { smallest, largest }: { smallest: number; largest: number },
  { trajectories }: SampleCounts,
): Warning[] {
  const most = Math.max(UNEQUAL, exp((2 * BY_CHANCE) / Math.sqrt(trajectories - 1)));
  if (!(largest > most * smallest)) return [];
  return warned(
    'unequal-variances',
    'calibration.scale',
    `The variance at one time is ${digits(largest / smallest)} times that at another, and \`scale: standardised\` makes them equal: ` +
      'these values are for the standardised quantity, in which every time counts alike. For the target in the unit of the ' +
      'data, ask with `scale: data` and quote that',
  );
}

/** Fewer cells than this change no value by a thousandth. */
const FEW_INTERPOLATED = 0.005;

/**
 * The share alone says little of the bias. Computed without sampling error, by the mean of AKAᵀ over random sets of missing
 * values, for Ornstein–Uhlenbeck and Matérn-3/2 courses on 12 to 32 grid points and one to four readings: with values missing
 * one by one and a time constant of four to eight spacings up to 0.014 where a tenth is missing and 0.047 where three tenths
 * are; with two spacings 0.025 and 0.085, with one or less 0.06 and 0.2. Half of 16 points missing as one gap in 60 % of the
 * trajectories, which is three tenths too, makes up to 0.26, 0.37 and 0.46 with two, one and half a spacing.
 */
export function interpolatedWarnings({
  report,
  sample,
  trajectories,
  noise,
  shrinkage,
  estimand,
  column,
}: EstimatedFrom['data']): Warning[] {
  const points = 'moments' in sample ? sample.points : sample.values.cols;
  const share = report.interpolated / (trajectories * points);
  if (share < FEW_INTERPOLATED) return [];
  const gaps = 'filled' in sample && sample.filled ? gapsOf(sample.filled) : undefined;
  const where = gaps
    ? `, in gaps of ${gaps.longest > 1 ? `up to ${gaps.longest} grid points` : 'one grid point'}, and up to ${shareText(gaps.most)} of those at one time`
    : '';
  const needs = [
    ...(noise === 'replicates' ? ['the noise variance as a number'] : []),
    ...(shrinkage === 'linear' ? ['shrinkage: none'] : []),
    ...(estimand === 'linear' && column === undefined ? ['the target mean, or one that was measured'] : []),
  ];
  return warned(
    'interpolated',
    'calibration.missing',
    `${digits(Number((100 * share).toPrecision(2)))} % of the values were interpolated${where}. Interpolated courses are ` +
      'smoother than the quantity itself, so the values of protocols are biased upwards, and intervals do not allow for it. ' +
      'With single values missing at random and a time constant of four grid spacings or more, the bias was at most 0.02 in ' +
      'simulations with 10 % missing and 0.05 with 30 %. Long gaps, a time that is mostly empty, or a quantity that changes ' +
      'within two spacings made it several times larger: more than 0.2. missing: pairwise uses the values that there are, ' +
      `without this bias${needs.length > 0 ? `; it needs ${list(needs)}` : ''}` +
      (noise === 'replicates'
        ? '. The noise variance from replicates is subtracted at each time separately, but interpolated values share noise ' +
          'with their neighbours, which adds to the bias'
        : ''),
  );
}

/** The longest gap of a trajectory in grid points, and the largest share of them at one time. */
function gapsOf({ rows, cols, data }: Matrix): { longest: number; most: number } {
  const at = new Int32Array(cols);
  let longest = 0;
  for (let i = 0; i < rows; i++)
    for (let j = 0, run = 0; j < cols; j++) {
      // Both ends of a trajectory are there, so that no row goes on in the next one.
      run = data[i * cols + j]! > 0 ? run + 1 : 0;
      if (run > 0) at[j]!++;
      longest = Math.max(longest, run);
    }
  return { longest, most: Math.max(...at) / rows };
}
