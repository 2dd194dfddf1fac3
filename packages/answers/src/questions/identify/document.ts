import type { AlternativeResult, AugmentationResult, IdentifyResult, RunResult } from '@sightline/study';
import { list, moment, moments, percent, realisedNames, unsolvedText } from '@sightline/study';
import type { AnswerDocument, Block, Cell, Fact, Section } from '../../document/document.ts';
import {
  between,
  documentOf,
  facts,
  fixed,
  folded,
  gridText,
  number,
  picture,
  section,
  table,
  targetText,
  text,
} from '../../document/parts.ts';
import type { ShownWorld } from '../../pictures/worlds-picture.ts';
import { byName } from '../../words/by-name.ts';
import {
  boundMark,
  costText,
  counted,
  digits,
  errorText,
  quoted,
  share,
  shares,
  small,
  threeDigits,
} from '../../words/quantities.ts';
import { seenSentence } from '../fit-surface.ts';
import { agreementSection, agreementSentence } from './agreement.ts';
import {
  addedText,
  alternativeSentence,
  behind,
  knownFrom,
  lawText,
  realisedSentence,
  VERDICT,
  type Worth,
} from './sentences.ts';

/** What else is known beside the result, where it is: to show, not to say something else. */
interface BenchmarkSeen {
  /** What each realised protocol is worth. */
  realised?: readonly Worth[] | undefined;
  /** What the benchmark sees in both worlds of an alternative. */
  worlds?: RunResult['worlds'];
  /** Where the realised protocols read. */
  reads?: readonly { at: number; width: number }[];
}

/** Whether the benchmark determines what other protocols would be worth. */
export function identifyDocument(result: IdentifyResult, seen: BenchmarkSeen = {}): AnswerDocument {
  const { alternatives, target } = result;
  const named = Object.entries(alternatives);
  return documentOf(result, {
    verdict: [
      ...(seen.realised ? [realisedSentence(result, seen.realised)] : []),
      ...agreementSentence(result),
      ...named.map(([name, one]) => alternativeSentence(name, one, result)),
    ],
    sections: [
      ...rangesSection(result),
      ...named.flatMap(([name, one]) => alternativeSection(name, one, result, seen)),
      ...agreementSection(result),
    ],
    basis: facts(
      ['target', targetText(target, result.words)],
      ...(result.surface
        ? ([
            ['seen', seenSentence(result.surface, result.grid)],
            ['noise', `variance ${digits(result.surface.noise)} in the readings that the law comes from`],
          ] as const)
        : ([
            ['benchmark', benchmarkText(result)],
            ['invisible', invisibleText(result)],
          ] as const)),
      ['assumed', assumedText(result)],
      ['grid', gridText(result.grid)],
    ),
  });
}

const STATUS = { exact: 'proved', attained: 'attained' } as const;

function rangesSection(result: IdentifyResult): Section[] {
  const { alternatives, assume, data } = result;
  const named = Object.entries(alternatives);
  const open = named.some(
    ([, { range }]) => range && [range.lowStatus, range.highStatus].includes('attained'),
  );
  const valued = named.some(([, { value }]) => value !== null);
  const limit = (name: string) => [
    number(name),
    ...(data ? [number(`${percent(data.level)} interval`)] : []),
    text(`${name} is`),
  ];
  const limitCells = (
    at: number | undefined,
    status: 'exact' | 'attained' | undefined,
    own: readonly [number, number] | undefined,
  ): Cell[] => [
    at === undefined ? null : { number: at, text: small(at, 4) },
    ...(data ? [own ? between(...own) : null] : []),
    status ? STATUS[status] : '',
  ];
  return section('ranges', `Values compatible with ${result.surface ? 'what was seen' : 'the benchmark'}`, [
    picture(
      'ranges',
      {
        ranges: named.map(([name, { range, value, lowerBound, verdict }]) => {
          return { name, range, value, lowerBound, verdict: VERDICT[verdict] };
        }),
      },
      `Values compatible with ${knownFrom(result)}, over ${assume === 'stationary' ? 'stationary trajectories' : 'all correlation matrices'}. ` +
        `A wall is a proved limit. ${open ? 'An arrow is a limit that some world attains; values beyond may be possible. ' : ''}` +
        `${valued ? `The dot is the value ${result.surface ? 'with times that were not seen together independent given all others' : 'under the study’s own law'}.` : ''}`,
    ),
    folded(
      table(
        'ranges',
        'Verdicts',
        [
          text('protocol'),
          text('verdict'),
          ...(valued ? [number('value')] : []),
          ...limit('lowest'),
          ...limit('highest'),
        ],
        named.map(([name, { verdict, value, lowerBound, range, intervals }]) => [
          name,
          VERDICT[verdict],
          ...(valued ? [value === null ? null : { ...fixed(value, 4, { lowerBound }) }] : []),
          ...limitCells(range?.low, range?.lowStatus, intervals?.low),
          ...limitCells(range?.high, range?.highStatus, intervals?.high),
        ]),
      ),
    ),
  ]);
}

function alternativeSection(
  name: string,
  one: AlternativeResult,
  result: IdentifyResult,
  seen: BenchmarkSeen,
): Section[] {
  const { verdict, why, value, intervals, worlds, sensitivity, unsolved } = one;
  return section(name, `${name}: ${VERDICT[verdict]}`, [
    {
      kind: 'facts',
      facts: [
        ...facts(
          ['why', why],
          value === null
            ? null
            : [
                'value',
                `${boundMark(one)}${small(value, 6)} ${result.surface ? `with times not seen together independent given all others${one.standardError === undefined ? '' : `; standard error ${one.standardError.toFixed(3)}, by resampling units`}` : `under the ${lawText(result)}`}`,
                value,
              ],
          ['RMSE', errorsText(one, result)],
          ['range', rangeText(one)],
          intervals && ['intervals', intervalsText(intervals, result.data?.level ?? 0)],
          worlds.length === 2 ? ['two worlds', worldsText(one, result)] : null,
          sensitivity === null || verdict === 'identified'
            ? null
            : [
                'sensitivity',
                `${digits(sensitivity)} per unit of the steepest ${result.surface ? 'direction of what was not seen' : 'invisible direction'}`,
                sensitivity,
              ],
        ),
        ...(verdict === 'identified' ? [] : measureFacts(one, result)),
        ...facts(unsolved && ['unsolved', unsolvedText(unsolved)]),
      ],
    },
    ...worldsBlocks(name, one, result, seen),
  ]);
}

/** What value and range are as errors. */
function errorsText(
  { rmse, rmseRange, ...bound }: AlternativeResult,
  { target, words }: IdentifyResult,
): string | null {
  const said = (error: number) => errorText(error, target, words);
  const own = rmse === null ? [] : [errorText(rmse, target, words, bound)];
  const apart = rmseRange !== null && said(rmseRange.low) !== said(rmseRange.high);
  const range =
    rmseRange === null || (own.length > 0 && !apart)
      ? []
      : [
          apart
            ? `${threeDigits(rmseRange.low)} … ${said(rmseRange.high)} over the range`
            : said(rmseRange.low),
        ];
  const all = [...own, ...range];
  return all.length > 0 ? all.join('; ') : null;
}

function rangeText({ verdict, by, range, permuted }: AlternativeResult): string | null {
  if (range === null) return null;
  const { low, high, lowStatus, highStatus } = range;
  if (verdict === 'identified') return `${small(low)}, a single value`;
  const over = by === 'permutation' && permuted ? `; ${permutedText(permuted)}` : '';
  return `${shares(low, high).join(' … ')} (lowest ${STATUS[lowStatus]}, highest ${STATUS[highStatus]})${over}`;
}

/** Which permutations the two ends are the ends of. */
function permutedText({ search, tried }: NonNullable<AlternativeResult['permuted']>): string {
  const many = counted(tried, 'permuted world');
  return search === 'all'
    ? `over all permutations of times that leave the benchmark as it is (${many}); other worlds may lie beyond`
    : `the extremes of ${many}, by local search; others may lie beyond`;
}

function intervalsText(
  { low, high, resamples, unsolved }: NonNullable<AlternativeResult['intervals']>,
  level: number,
): string {
  const span = (pair: readonly [number, number]) => pair.map((end) => share(end)).join(' … ');
  return (
    `${percent(level)}: lowest ${span(low)}, highest ${span(high)} (${resamples} resamples of the units` +
    `${unsolved === 0 ? '' : `; ${unsolved} more could not be solved`})`
  );
}

function worldsText(
  { worlds, worldsDiffer }: AlternativeResult,
  { step, grid, law, invisibleDimension, surface }: IdentifyResult,
): string {
  const [low, high] = worlds.map((world) => boundMark(world) + small(world.value, 6));
  // Permuted worlds and those of data stand at the ends of the range, whatever the step.
  const moved = step !== null && law !== 'data' && invisibleDimension !== null && !surface;
  const where = moved ? `, at ${digits(step)} of the largest step along the steepest direction` : '';
  const { times: pair, correlations } = worldsDiffer!;
  return (
    `${surface ? 'the same at every pair seen' : 'same benchmark'}, values ${low} and ${high}${where}; they differ most in the correlation between ` +
    `${moments(pair, grid)}: ${list(correlations.map((value) => share(value)))}`
  );
}

const SETTLES = {
  'row-space': 'identified for every law',
  'nothing-invisible': 'identified for every law of the class assumed, with no invisible direction left',
  'every-law':
    'identified for every law of the class assumed: no invisible direction changes the covariances of its measurements',
} as const;

/** What to measure in addition. */
function measureFacts({ augmentation }: AlternativeResult, result: IdentifyResult): Fact[] {
  const { grid, know, forbidden = 0 } = result;
  if (augmentation === null) return [];
  const { by, exact, surest, cost } = augmentation;
  const settles =
    by === 'this-law'
      ? `identified at the ${lawText(result)}: all worlds with the augmented benchmark give one value`
      : result.surface
        ? 'measured together on further units, they identify it for every law'
        : SETTLES[by];
  const within = forbidden > 0 ? `, with ${counted(forbidden, 'forbidden action')} left out` : '';
  const cheapest = exact && know === null ? `; the cheapest set by this criterion${within}` : within;
  const said = (set: Pick<AugmentationResult, 'actions' | 'at' | 'width' | 'with' | 'cost'>, then: string) =>
    `${addedText(set, grid)} (catalogue ${list(set.actions)}), cost ${costText(set.cost)}: ${then}`;
  return facts(
    ['measure', said(augmentation, settles + cheapest), cost],
    surest && ['or', said(surest, 'identified for every law'), surest.cost],
  );
}

/** Two worlds that the benchmark cannot tell apart: what is equal in both, what differs, and their correlations. */
function worldsBlocks(
  name: string,
  { worlds, worldsDiffer }: AlternativeResult,
  result: IdentifyResult,
  { worlds: held, reads = [] }: BenchmarkSeen,
): Block[] {
  const { grid, assume } = result;
  const realised = realisedNames(result);
  const drawn = worlds.flatMap(({ covariance, ...world }): ShownWorld[] =>
    covariance === null ? [] : [{ ...world, covariance }],
  );
  const [low, high] = drawn;
  if (!low || !high) return [];
  const { times: pair, correlations } = worldsDiffer!;
  const same = byName(held, name);
  const stationary = assume === 'stationary';
  const row = (key: string, what: string, cells: readonly Cell[], both: string) => ({
    key,
    cells: [what, ...cells, both],
  });
  return [
    folded(
      picture(
        'worlds',
        {
          alternative: name,
          realised: list(realised),
          worlds: [low, high],
          stationary,
          grid,
          seen: reads,
          held: [],
        },
        `Two worlds ${result.surface ? 'that agree at every pair of times that was seen' : `with the same benchmark of ${behind(result)}`} in which ${quoted(name)} has different values. ` +
          (stationary
            ? 'Shown is the correlation against the lag.'
            : 'A square for each pair of times is as large as their correlation, open where it is negative' +
              `${grid.points > 32 ? '; neighbouring times are averaged' : ''}.${result.surface ? '' : ' Black strokes mark what the benchmark reads.'}`),
      ),
    ),
    folded(
      table(
        'worlds',
        `${name} in two worlds ${result.surface ? 'that agree in what was seen' : 'with one benchmark'}`,
        [text(''), number('one world'), number('the other'), text('')],
        [
          ...(same
            ? [
                ...realised.map((own) => {
                  const both = byName(same.realisedValues, own) ?? same.realisedValue ?? [];
                  return row(
                    realised.length === 1 ? 'realised' : `realised ${own}`,
                    `value of ${own}`,
                    both.map((value) => fixed(value, 4)),
                    'equal',
                  );
                }),
                row(
                  'variance',
                  'variance of the target',
                  same.targetVariance.map((value) => ({ number: value, text: digits(value) })),
                  'equal',
                ),
              ]
            : []),
          row(
            'alternative',
            `value of ${name}`,
            [low, high].map((world) => fixed(world.value, 4, world)),
            'different',
          ),
          row(
            'correlation',
            `correlation between ${moment(pair[0], grid)} and ${moment(pair[1], grid)}, where they differ most`,
            correlations.map((value) => fixed(value, 3)),
            'not observed',
          ),
        ],
      ),
    ),
  ];
}

function benchmarkText(result: IdentifyResult): string {
  const { data } = result;
  const each =
    realisedNames(result).length > 1 ? ', each with the target on units of its own' : ' and the target';
  if (data === null) return `${behind(result)}${each}, under the ${lawText(result)}`;
  const { units, compatible, distance, samplingError, pValue, incompatibleBelow } = data;
  const fit = compatible
    ? `distance to the nearest compatible law ${distance === null ? 'not known' : digits(distance)}`
    : distance === null
      ? 'the distance to the nearest compatible law could not be computed'
      : `no correlation matrix has these moments: distance ${digits(distance)}`;
  const test =
    pValue === null
      ? ''
      : `; p = ${digits(pValue)} by resampling; below ${digits(incompatibleBelow)} the data are called incompatible`;
  return `${behind(result)}${each}, in ${units} units; ${fit} (standard error of a moment ${digits(samplingError)}${test})`;
}

function invisibleText({ invisibleDimension: dimension, law }: IdentifyResult): string {
  if (dimension === null)
    return law === 'data' ? 'not known' : 'not used for this target; permutations of times are';
  return dimension === 0
    ? 'nothing: every direction of the covariance changes the benchmark'
    : `${counted(dimension, 'direction')} of the covariance leave${dimension === 1 ? 's' : ''} the benchmark as it is`;
}

function assumedText({ assume, know }: IdentifyResult): string {
  const base = assume === 'stationary' ? 'a stationary trajectory' : 'any correlation matrix';
  const { nonNegative, nonIncreasing, smallestEigenvalue, correlations = [] } = know ?? {};
  return [
    base,
    ...(nonNegative ? ['no negative correlation'] : []),
    ...(nonIncreasing ? ['none that grows with the lag'] : []),
    ...(smallestEigenvalue === undefined ? [] : [`no eigenvalue below ${smallestEigenvalue}`]),
    ...(correlations.length === 0 ? [] : [counted(correlations.length, 'known correlation')]),
  ].join('; ');
}
