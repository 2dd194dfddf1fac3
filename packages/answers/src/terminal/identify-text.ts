import type { AlternativeResult, AugmentationResult, IdentifyResult } from '@sightline/study';
import { digits, list, printable, undecidedAlternatives, unsolvedText } from '@sightline/study';
import { boundMark } from '../words/bound-mark.ts';
import { rangeBar } from './range-bar.ts';
import { costText, gridText, heading, remarks } from './result-text.ts';
import { wrapText } from './wrap-text.ts';

/** The answer of `sightline identify` for people, within 80 columns: the verdicts first. */
export function identifyText(result: IdentifyResult): string {
  const { alternatives, target, realised } = result;
  return `${[
    ...heading(result),
    '',
    wrapText('', `Does the benchmark of '${realised}' determine what the others would be worth?`),
    ...Object.entries(alternatives).flatMap(([name, one]) => ['', ...alternativeBlock(name, one, result)]),
    '',
    wrapText('target     ', `${target.name}, weights ${target.weights}`),
    wrapText('benchmark  ', benchmarkText(result)),
    wrapText('invisible  ', invisibleText(result)),
    wrapText('assumed    ', assumedText(result)),
    wrapText('grid       ', gridText(result.grid)),
    ...remarks(result),
  ].join('\n')}\n`;
}

const VERDICTS: Record<AlternativeResult['verdict'], string> = {
  identified: 'identified: the benchmark determines its value',
  'not-identified': 'not identified: the benchmark cannot tell',
  undecided: 'undecided',
};

const LAWS: Record<IdentifyResult['law'], string> = {
  latent: 'given',
  calibration: 'estimated',
  data: 'of the data',
};

function alternativeBlock(name: string, one: AlternativeResult, result: IdentifyResult): string[] {
  const { verdict, why, value, range, sensitivity, worlds, intervals } = one;
  const line = (label: string, text: string) => wrapText(`  ${label.padEnd(12)} `, text);
  return [
    wrapText('', printable(name)),
    line('verdict', VERDICTS[verdict]),
    line('why', why),
    ...(value === null
      ? []
      : [line('value', `${boundMark(one)}${valueText(value, 6)} under the law ${LAWS[result.law]}`)]),
    ...(range === null ? [] : rangeLines(one).map((text, i) => line(i === 0 ? 'range' : '', text))),
    ...(intervals === null ? [] : [line('intervals', intervalsText(intervals, result.data?.level ?? 0))]),
    ...(worlds.length === 2 ? [line('two worlds', worldsText(one, result))] : []),
    ...(sensitivity === null || verdict === 'identified'
      ? []
      : [line('sensitivity', `${digits(sensitivity)} per unit of the steepest invisible direction`)]),
    ...(verdict === 'identified'
      ? []
      : measureLines(one, result).map((text, i) => line(i === 0 ? 'measure' : '', text))),
    ...(one.unsolved === null ? [] : [line('unsolved', unsolvedText(one.unsolved))]),
  ];
}

function rangeLines({ verdict, by, range, value, lowerBound, permuted }: AlternativeResult): string[] {
  const { low, high, lowStatus, highStatus } = range!;
  const word = { exact: 'proved', attained: 'reached' };
  if (verdict === 'identified') return [`${valueText(low, 3)}, a point`];
  return [
    `${rangeText(low, high)} (lowest ${word[lowStatus]}, highest ${word[highStatus]})`,
    rangeBar(low, high, lowerBound ? null : value),
    ...(by === 'permutation' && permuted ? [permutedText(permuted)] : []),
  ];
}

const worldText = (world: AlternativeResult['worlds'][number]) =>
  boundMark(world) + valueText(world.value, 6);

/** Small values by their digits, others by their places. */
function valueText(value: number, places: number): string {
  return value > 0 && value < 0.001 ? value.toExponential(3) : value.toFixed(places);
}

/** Both ends with as many places as it takes to tell them apart. */
export function rangeText(low: number, high: number): string {
  const written = (places: number) => [low, high].map((value) => valueText(value, places));
  for (let places = 3; places < 12; places++) {
    const [from, to] = written(places);
    if (from !== to || low === high) return `${from} … ${to}`;
  }
  return written(12).join(' … ');
}

/** Which permutations the two ends are the ends of. */
export function permutedText({ search, tried }: NonNullable<AlternativeResult['permuted']>): string {
  const many = `${tried} permuted world${tried === 1 ? '' : 's'}`;
  return search === 'all'
    ? `over all permutations of times that keep the benchmark (${many}); other worlds may lie beyond`
    : `the furthest of ${many}, found by exchanging times; others may lie beyond`;
}

export function intervalsText(
  { low, high, resamples, unsolved }: NonNullable<AlternativeResult['intervals']>,
  level: number,
): string {
  const span = ([from, to]: [number, number]) => `${from.toFixed(3)} … ${to.toFixed(3)}`;
  return (
    `${Math.round(100 * level)} %: lowest ${span(low)}, highest ${span(high)} (${resamples} resamples of the units` +
    `${unsolved === 0 ? '' : `; ${unsolved} more could not be solved`})`
  );
}

function worldsText({ worlds, worldsDiffer }: AlternativeResult, { step, grid }: IdentifyResult): string {
  const [low, high] = worlds;
  const where = step === null ? '' : `, at ${digits(step)} of the largest step along the steepest direction`;
  const { times, correlations } = worldsDiffer!;
  return (
    `with the same benchmark and the values ${worldText(low!)} and ${worldText(high!)}${where}; they ` +
    `differ most in the correlation between ${`${list(times.map(digits))} ${grid.unit}`.trim()}: ` +
    `${correlations.map((value) => value.toFixed(3)).join(' and ')}`
  );
}

export function measureLines(
  { augmentation }: AlternativeResult,
  { law, grid, know, catalogue }: IdentifyResult,
): string[] {
  if (augmentation === null)
    return law === 'data' || catalogue === 0 ? [] : ['no set of catalogue actions that settles it was found'];
  const { by, exact, surest, cost } = augmentation;
  const settles = {
    'row-space': 'settles it for every law',
    'nothing-invisible': 'settles it for every law of the class assumed: nothing is left invisible',
    'every-law':
      'settles it for every law of the class assumed: nothing left invisible changes what it measures',
    'this-law': `settles it at the law ${LAWS[law]}: one value in all worlds that then have this benchmark`,
  }[by];
  const cheapest = exact && know === null ? '; the cheapest set by this criterion' : '';
  return [
    `${actionsText(augmentation, grid.unit)}, cost ${costText(cost)}: ${settles}${cheapest}`,
    ...(surest === null
      ? []
      : [`${actionsText(surest, grid.unit)}, cost ${costText(surest.cost)}: settles it for every law`]),
  ];
}

function actionsText(
  { actions, at, width }: Pick<AugmentationResult, 'actions' | 'at' | 'width'>,
  unit: string,
): string {
  const when = at.map((time, i) => digits(time) + (width[i] === 0 ? '' : ` (width ${digits(width[i]!)})`));
  return `catalogue ${list(actions)} (at ${`${list(when)} ${unit}`.trim()})`;
}

export function benchmarkText({ law, data, realised }: IdentifyResult): string {
  if (data === null) return `'${realised}' and the target, under the law ${LAWS[law]}`;
  const { units, compatible, distance, samplingError, pValue, incompatibleBelow } = data;
  const fit = compatible
    ? `the nearest law that fits is ${distance === null ? '?' : digits(distance)} away`
    : distance === null
      ? 'how far the nearest law that fits is away could not be computed'
      : `no correlation matrix has these moments: distance ${digits(distance)}`;
  const test =
    pValue === null
      ? ''
      : `; as far in a share of ${digits(pValue)} of resamples, and below ${digits(incompatibleBelow)} no law is said to fit`;
  return `'${realised}' and the target, in ${units} units; ${fit} (standard error ${digits(samplingError)} a moment${test})`;
}

export function invisibleText({ invisibleDimension: dimension, law }: IdentifyResult): string {
  if (dimension === null)
    return law === 'data'
      ? 'not known'
      : 'directions decide nothing for this target; permutations of times do';
  return dimension === 0
    ? 'nothing: no direction of the covariance escapes the benchmark'
    : `${dimension} direction${dimension === 1 ? '' : 's'} of the covariance leave${dimension === 1 ? 's' : ''} the benchmark as it is`;
}

export function assumedText({ assume, know }: IdentifyResult): string {
  const base = assume === 'stationary' ? 'a stationary trajectory' : 'any correlation matrix';
  const { nonNegative, nonIncreasing, smallestEigenvalue, correlations = [] } = know ?? {};
  const known = [
    ...(nonNegative ? ['no negative correlation'] : []),
    ...(nonIncreasing ? ['none that grows with the time between'] : []),
    ...(smallestEigenvalue === undefined ? [] : [`no eigenvalue below ${smallestEigenvalue}`]),
    ...(correlations.length === 0
      ? []
      : [`${correlations.length} known correlation${correlations.length === 1 ? '' : 's'}`]),
  ];
  return [base, ...known].join('; ');
}

/** The same for people; nothing where no verdict is open. */
export function undecidedText(result: IdentifyResult): string | undefined {
  const open = undecidedAlternatives(result).map(({ name, why }) => wrapText(`${printable(name)}: `, why));
  return open.length === 0 ? undefined : `numerically undecided\n${open.join('\n')}\n`;
}
