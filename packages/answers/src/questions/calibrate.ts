import type {
  GridSummary,
  LawRepair,
  NamedComparison,
  ResolutionResult,
  SampleCounts,
  TheoryResult,
  ValueResult,
} from '@sightline/study';
import {
  type CalibrateResult,
  countsText,
  estimateOf,
  large,
  list,
  percent,
  unitsText,
} from '@sightline/study';
import type { AnswerDocument, Block, Section } from '../document/document.ts';
import {
  between,
  cost,
  count,
  documentOf,
  error,
  errorColumn,
  facts,
  fixed,
  gridText,
  number,
  picture,
  section,
  sentences,
  stated,
  table,
  targetText,
  text,
} from '../document/parts.ts';
import { drawnText, fittedText, openLawText } from '../words/fitted-words.ts';
import {
  digits,
  errorText,
  interval,
  listed,
  placesOf,
  quoted,
  share,
  upper,
  valueEnds,
  worth,
} from '../words/quantities.ts';
import { actionsWords, inTime, placesWords, timesColumn } from '../words/study-words.ts';
import { lawAndData } from './law-and-data.ts';
import { fitSection, fitSentences } from './law-fit.ts';

/**
 * What dense data of some units say about the protocols; `value` is what the study's own law says, to hold it against, and `placed`
 * what the protocols do, where that is at hand: their times say more than how many there are.
 */
export function calibrateDocument(
  result: CalibrateResult,
  value?: ValueResult,
  placed?: Placed,
): AnswerDocument {
  const { theory, resolution, level } = result;
  return documentOf(result, {
    verdict: [bestSentence(result), ...fitSentences(result), ...lawAndData(value, result)],
    sections: [
      ...valuesSection(result, placed),
      ...differencesSection(result),
      ...(result.fitted ? [] : fitSection(result)),
      ...section('error', 'Uniform error of the values', [
        stated(
          ['error', uniformErrorText(result), result.epsilon],
          theory && ['theory', theoryText(theory, unitsText(result)), theory.bound],
        ),
      ]),
      ...(resolution === null ? [] : resolutionSection(resolution, level, result.grid)),
    ],
    basis: facts(
      ['target', calibratedTarget(result)],
      [result.fitted ? 'law' : 'data', dataText(result)],
      ['intervals', drawsText(result)],
      hasMissed(result)
        ? [
            'missing',
            'values, errors and intervals are of means over the sets of readings that may be left; complete: with every reading; ' +
              'whether the law fits is shown by complete readings',
          ]
        : null,
      ['grid', gridText(result.grid)],
    ),
  });
}

/** Whether readings of a protocol may be missing. */
const hasMissed = ({ protocols }: CalibrateResult) =>
  Object.values(protocols).some(({ completeValue }) => completeValue !== undefined);

function bestSentence(result: CalibrateResult): string {
  const unreliable = result.warnings.some(({ kind }) => kind === 'few-units');
  const logarithm =
    result.target.transform === 'log' ? ' The law is that of the logarithm of the values.' : '';
  return `${best(result)}${logarithm}${unreliable ? ' With so few units this is not reliable.' : ''}${openLawText(result)}`;
}

function best(result: CalibrateResult): string {
  const { bestSet, protocols, level, comparisons, resolution, target, words } = result;
  const units = unitsText(result);
  const [name, ...rivals] = bestSet;
  if (name === undefined)
    return `${resolution!.classes.at(-1)!.size} protocols without names were estimated from ${countsText(result)}; the classes below compare them.`;
  const own = protocols[name]!;
  const estimate = `${worth(estimateOf(own), own)} (${interval(level, [own.low, own.high])}; RMSE ${errorText(own.correctedRmse ?? own.rmse, target, words, own)})`;
  const names = Object.keys(protocols);
  if (names.length === 1) return `${quoted(name)} has ${estimate}, estimated from ${countsText(result)}.`;
  if (rivals.length === 0) {
    const others = { 2: 'the other one', 3: 'both others' }[names.length] ?? `all ${names.length - 1} others`;
    return `${quoted(name)} is best, with ${estimate}: ${units} tell it apart from ${others}.`;
  }
  const worse = names.filter((one) => !bestSet.includes(one));
  const rest =
    worse.length > 0
      ? ` ${listed(worse.map(quoted))} ${worse.length === 1 ? 'is' : 'are'} distinguishably worse than one of these.`
      : comparisons.some(({ distinguishable }) => distinguishable)
        ? ''
        : ' Any of them may be the best.';
  return (
    `${quoted(name)} has the largest estimate, ${estimate}, but ${units} cannot tell it apart from ` +
    `${listed(rivals.map(quoted))}.${rest}`
  );
}

type Placed = Readonly<Record<string, readonly { at: number; width: number }[]>>;

function valuesSection(result: CalibrateResult, placed: Placed | undefined): Section[] {
  const missed = hasMissed(result);
  const { protocols, bestSet, level, estimand, target, words, grid } = result;
  const named = Object.entries(protocols).sort(([, a], [, b]) => estimateOf(b) - estimateOf(a));
  if (named.length === 0) return [];
  const [least, most] = valueEnds(named.flatMap(([, one]) => [one.low, one.high, estimateOf(one)]));
  const [from, to] = least > 0 ? [least, most] : [0, 1];
  const along = (value: number) => (value - from) / (to - from);
  const places = placesOf(named.map(([, one]) => estimateOf(one)));
  const corrected = named.some(([, one]) => one.corrected !== undefined);
  return section('values', `Values estimated from ${countsText(result)}, with ${percent(level)} intervals`, [
    picture(
      'intervals',
      {
        level,
        intervals: named.map(([name, one]) => ({
          name,
          ...one,
          value: estimateOf(one),
          best: bestSet.includes(name),
        })),
      },
      `Estimated values${estimand === 'linear' ? ', corrected for overfitting,' : ''} with ${percent(level)} intervals. ` +
        'Filled dots and bold names may be the best; open ones are distinguishably worse than one of these.',
    ),
    table(
      'values',
      '',
      [
        text('protocol'),
        number('value'),
        ...(missed ? [number('complete')] : []),
        ...(corrected ? [number('corrected')] : []),
        number('interval'),
        errorColumn(target, words),
        number('cost', 'drop'),
        placed ? text(timesColumn('at', grid)) : number('actions'),
        text(''),
      ],
      named.map(([name, one]) => [
        name,
        fixed(one.value, places, one),
        ...(missed ? [one.completeValue === undefined ? null : fixed(one.completeValue, places)] : []),
        ...(corrected ? [fixed(estimateOf(one), places, one)] : []),
        between(one.low, one.high, places),
        error(one.correctedRmse ?? one.rmse, one),
        cost(one.cost),
        placed ? placesWords(inTime(placed[name]!), grid) : count(one.actions),
        {
          bar: {
            low: along(one.low),
            high: along(one.high),
            at: along(estimateOf(one)),
            ends: [String(from), String(to)],
          },
        },
      ]),
    ),
    named.some(([, one]) => one.corrected !== undefined && one.corrected > one.value + SEEN) &&
      sentences(ABOVE_VALUE),
    ...designEffects(result),
  ]);
}

/** A difference that three places show. */
const SEEN = 0.0005;
const ABOVE_VALUE =
  'A corrected value may be above the value: the correction is an estimate too, and by chance it goes up where readings overfit little.';

/** How much wider intervals are than if the trajectories of a unit were independent. */
function designEffects({ protocols, independent = 'unit' }: CalibrateResult): Block[] {
  const effects = Object.values(protocols).flatMap(({ designEffect }) => designEffect ?? []);
  if (effects.length === 0) return [];
  const span = (values: readonly number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(1));
    return least === most ? least! : `${least} to ${most}`;
  };
  return [
    sentences(
      `Trajectories of one ${independent} are resampled together: intervals are ${span(effects.map(Math.sqrt))} times as wide as ` +
        `if all trajectories were independent (design effect, the ratio of the variances: ${span(effects)}).`,
    ),
  ];
}

/** More pairs than this are counted where there is little room. */
const MOST_PAIRS = 20;
/**
 * With fewer units than this, simultaneous intervals of Gaussian values were seen to cover in 91 to 94 % of studies, not
 * 95. Those of best-linear values are made otherwise, and hold.
 */
const MANY_UNITS = 100;

function differencesSection({ comparisons, complete, level, units, estimand }: CalibrateResult): Section[] {
  if (comparisons.length === 0) return [];
  const apart = ({ distinguishable }: NamedComparison) => (distinguishable ? 0 : 1);
  const sorted = [...comparisons].sort((a, b) => apart(a) - apart(b));
  const few = estimand === 'gaussian' && units < MANY_UNITS;
  return section(
    'differences',
    `Differences in value, with simultaneous ${percent(level)} intervals${complete ? '' : '; pairs with the best one'}`,
    [
      table(
        'differences',
        '',
        [text('larger'), text('smaller'), number('difference'), number('interval'), text('told apart')],
        sorted.map(({ a, b, difference, low, high, distinguishable }) => ({
          key: `${a} ${b}`,
          cells: [a, b, fixed(difference, 3), between(low, high), { mark: distinguishable }],
        })),
        { most: MOST_PAIRS },
      ),
      few &&
        sentences(`With fewer than ${MANY_UNITS} units the simultaneous coverage may be somewhat lower.`),
    ],
  );
}

function uniformErrorText({ epsilon, level, selected, protocols, resolution }: CalibrateResult): string {
  const all = Object.keys(protocols).length || resolution!.classes.at(-1)!.size;
  const values = all === 1 ? 'this value' : `all ${all} values`;
  if (epsilon >= 1) return `The bound on the error of ${values} is vacuous (${percent(level)} confidence).`;
  const within = `${upper(values)} ${all === 1 ? 'is' : 'are'} within ${share(epsilon)} of the truth (${percent(level)} confidence).`;
  if (selected === null || all === 1) return within;
  const chosen = quoted(selected.protocol);
  if (selected.guarantee >= 1) return `${within} For the choice of ${chosen} this gives a vacuous bound.`;
  const below =
    selected.eta > 0 ? `, plus ${share(selected.eta)} by which its value is below the largest` : '';
  return `${within} Choosing ${chosen} loses at most ${share(selected.guarantee)} against the best of them (twice this error${below}).`;
}

/** What the theorem says of the same error. */
function theoryText({ bound, vacuous, informativeFrom, interior, r0 }: TheoryResult, units: string): string {
  const why =
    bound === null ? 'its condition is not met' : `it is ${digits(bound)}, and a value is at most 1`;
  const from =
    informativeFrom === null
      ? 'at no realistic number of units'
      : `from about ${large(informativeFrom)} units on`;
  const says = vacuous
    ? `The theoretical uniform bound is vacuous at ${units} (${why}); it becomes informative ${from}.`
    : `The theoretical uniform bound is ${digits(bound!)} at ${units}.`;
  const rate = interior
    ? `No recovered correlation reaches 1 (at most ${r0 === null ? '?' : share(r0)}), so errors fall at the rate m^(−1/2) in the number of units m.`
    : 'A recovered correlation reaches 1, so for a threshold target errors may fall more slowly than m^(−1/2) in the number of units m.';
  return `${says} ${rate}`;
}

function resolutionSection(resolution: ResolutionResult, level: number, grid: GridSummary): Section[] {
  return section('resolution', 'Resolution: which class these units support choosing from, coarse to fine', [
    table(
      'resolution',
      '',
      [
        text('class'),
        number('protocols'),
        number('best'),
        number('restriction'),
        number('error'),
        number('loss ≤'),
        number('mean loss'),
      ],
      resolution.classes.map((one) => ({
        key: one.name,
        cells: [
          one.name,
          count(one.size),
          ...[one.value, one.restriction, one.epsilon, one.guarantee, one.regret].map((value) =>
            fixed(value, 3),
          ),
        ],
        below: `best: ${
          one.best.name ??
          actionsWords(
            one.best.at.map((at, i) => ({ at, width: one.best.width[i]! })),
            grid,
          )
        }`,
      })),
    ),
    sentences(classesText(resolution, level)),
  ]);
}

function classesText({ guaranteed, selected, classes }: ResolutionResult, level: number): string {
  const sure = `(${percent(level)} confidence)`;
  if (guaranteed !== selected)
    return `The guaranteed loss ${sure} is least when choosing from ${quoted(guaranteed)}; the estimated mean loss is least for ${quoted(selected)}.`;
  const finer =
    guaranteed === classes.at(-1)!.name ? '' : ' These data do not support choosing from a finer class.';
  return `Both the guaranteed loss ${sure} and the estimated mean loss are least when choosing from ${quoted(guaranteed)}.${finer}`;
}

export function calibratedTarget({
  target,
  estimand,
  words,
}: Pick<CalibrateResult, 'target' | 'estimand' | 'words'>): string {
  const value =
    estimand === 'gaussian'
      ? 'value: share of its variance that the best predictor explains (R²), under a Gaussian law'
      : 'value: share of its variance that the best linear predictor explains in these units (R²), under any law; ' +
        'corrected: the same, corrected for overfitting to these units; intervals and differences are of corrected values';
  return `${targetText(target, words)}; ${value}`;
}

export function dataText({
  data,
  repair,
  fitted,
  ...counts
}: Pick<CalibrateResult, 'data' | 'repair' | 'fitted' | keyof SampleCounts>): string {
  if (fitted) return fittedText(fitted);
  if (!data || !repair) return '';
  return `${data.file}, ${data.format}: ${data.rows} rows, ${countsText(counts)}; ${noiseText(repair.noise, data)}`;
}

function noiseText(
  { kind, smallest, largest }: LawRepair['noise'],
  { averaged, interpolated }: Pick<NonNullable<CalibrateResult['data']>, 'averaged' | 'interpolated'>,
): string {
  const span = smallest === largest ? digits(smallest) : `between ${digits(smallest)} and ${digits(largest)}`;
  if (kind === 'replicates') return `noise variance ${span} in the units’ means, from replicates`;
  if (smallest === 0 && largest === 0) return 'no noise';
  const less = [...(averaged > 0 ? ['averages'] : []), ...(interpolated > 0 ? ['interpolated values'] : [])];
  return `noise variance ${span}${less.length > 0 ? ` left in ${list(less)}` : ', as given'}`;
}

export function drawsText({
  level,
  draws,
  seed,
  resampled,
  independent = 'unit',
}: Pick<CalibrateResult, 'level' | 'draws' | 'seed' | 'resampled' | 'independent'>): string {
  if ('parameters' in resampled) return drawnText({ level, draws, seed });
  const of = 'groups' in resampled ? `${resampled.groups} groups of ${independent}s` : `the ${independent}s`;
  return `${percent(level)}, from ${draws} bootstrap draws of ${of}, seed ${seed}`;
}
