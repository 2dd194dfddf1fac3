import { MOST_REALISTIC, type UnitsNeeded } from '@sightline/engine/internal';
import type { UnitsPlanResult } from '@sightline/study';
import { large, percent, unitsText } from '@sightline/study';
import type { AnswerDocument, Block, Section } from '../document/document.ts';
import {
  count,
  documentOf,
  facts,
  fixed,
  gridText,
  number,
  picture,
  section,
  sentences,
  stated,
  table,
  text,
} from '../document/parts.ts';
import { drawnText, openLawText } from '../words/fitted-words.ts';
import { digits, interval, quoted, share } from '../words/quantities.ts';
import { calibratedTarget, dataText } from './calibrate.ts';

/**
 * How many units it takes to tell protocols apart. A reader who decides wants one number for one gap: with `one` it is that of
 * the pair, where there is one, and the uniform error stands for itself, without units that it would take.
 */
export function planDocument(result: UnitsPlanResult, { one = false } = {}): AnswerDocument {
  const { unitsNeeded, range, realistic, why, pairwise, pair, gap, level, draws, seed, criterion } = result;
  const uniform = { units: unitsNeeded, range, realistic, why };
  const own = { ...pairwise, units: pairwise.unitsNeeded };
  const alone = criterion === 'pair' || (one && pair !== null);
  const about = pair ? `, between ${quoted(pair.a)} and ${quoted(pair.b)}` : '';
  return documentOf(result, {
    verdict: [...pairSentence(result), ...neededSentence(result)],
    sections: [
      ...section('units', 'Units needed', [
        stated(
          ['gap', `${gapText(gap)}${about}`, gap],
          [pair ? 'this pair' : 'one pair', neededText(own, pairPurpose(result), result.units), own.units],
          alone ? null : ['all pairs', neededText(uniform, UNIFORM, result.units), unitsNeeded],
        ),
        alone ? null : curvePicture(result),
        curveTable(result, alone),
      ]),
      ...clusteringSection(result, alone),
    ],
    basis: facts(
      ['rate', rateText(result)],
      ['target', calibratedTarget(result)],
      [result.fitted ? 'law' : 'data', dataText(result)],
      [
        'draws',
        result.fitted
          ? drawnText({ level, draws, seed })
          : `${draws} bootstrap draws at ${percent(level)}, seed ${seed}`,
      ],
      ['grid', gridText(result.grid)],
    ),
  });
}

const gapText = (gap: number) => (gap < 0.0005 ? digits(gap) : share(gap));

function pairSentence(result: UnitsPlanResult): string[] {
  const { pair, level } = result;
  if (pair === null) return [];
  const { a, b, difference, low, high, distinguishable } = pair;
  return [
    `${unitsText(result)} ${distinguishable ? 'tell' : 'do not tell'} ${quoted(a)} from ${quoted(b)}: the first is estimated ` +
      `${share(difference)} higher (${interval(level, [low, high])}).${openLawText(result)}`,
  ];
}

function neededSentence({ pair, gap, gapFrom, pairwise, power, units }: UnitsPlanResult): string[] {
  const { unitsNeeded, realistic, why, range } = pairwise;
  const two = pair ? 'these two' : 'two protocols';
  if (unitsNeeded === null || !realistic) return [`No number of units can be given for ${two}: ${why}.`];
  const open = range.low !== null && range.high !== null && range.low !== range.high;
  const spread = open
    ? ` (${large(range.low!)} to ${large(range.high!)} given the uncertainty of these data)`
    : '';
  // Data that show a difference need not have been sure to.
  if (pair?.distinguishable && (gapFrom === 'pair' || unitsNeeded <= units))
    return unitsNeeded <= units
      ? []
      : [
          `A new study would need about ${large(unitsNeeded)} units${spread} to do so with ${percent(power)} power.`,
        ];
  const size =
    gapFrom === 'option' || !pair ? `a difference of ${gapText(gap)}` : 'a difference of this size';
  const sure = range.high === null ? ' No number is certain, because the true difference may be 0.' : '';
  return [
    `To tell ${two} apart with ${percent(power)} power, ${size} takes about ${large(unitsNeeded)} units${spread}.${sure}`,
  ];
}

const UNIFORM =
  'for twice the uniform error to be at most the gap, so that any two protocols that far apart are ordered correctly';

function pairPurpose({ pair, power }: UnitsPlanResult): string {
  return pair === null
    ? `for ${percent(power)} power to tell a difference of this size apart, for the pair that takes the most units`
    : `for ${percent(power)} power to tell these two apart at this difference`;
}

/** How many, by which criterion, and how sure that is. */
function neededText({ units, range, realistic, why }: UnitsNeeded, purpose: string, present: number): string {
  if (units === null) return why;
  if (!realistic) return `${why} (${purpose})`;
  const enough = units <= present ? '; as many are at hand' : '';
  return `${large(units)} units ${purpose}${enough}${spreadText(range, present)}`;
}

function spreadText({ low, high }: UnitsNeeded['range'], present: number): string {
  // What is at hand was not enough, whatever a lucky estimate of the gap would make of it.
  const least = low !== null && low > present ? `at least ${large(low)}, and ` : '';
  if (high === null) return `; ${least}no number is certain, because the gap may be 0`;
  if (low === high) return '';
  const most = high > MOST_REALISTIC ? `more than ${large(MOST_REALISTIC)}` : large(high);
  return `; ${large(low!)} to ${most} given the uncertainty of these data`;
}

function curvePicture({ curve, gap, units, unitsNeeded, realistic }: UnitsPlanResult): Block {
  return picture(
    'units',
    {
      curve,
      gap,
      units,
      unitsNeeded: realistic ? unitsNeeded : null,
    },
    'Twice the uniform error against the number of units. Filled dots are estimated from these data and subsamples of ' +
      'them; open ones follow the rate m^(−1/2). Where the curve meets the line, any two protocols that differ by the gap are ordered correctly.',
  );
}

function curveTable({ curve, units, gap, criterion, power }: UnitsPlanResult, alone: boolean): Block {
  const ofPair = criterion === 'pair';
  return table(
    'curve',
    ofPair ? 'Difference told apart, by number of units' : 'Uniform error by number of units',
    [
      number('units'),
      ...(ofPair
        ? [number(`apart at ${percent(power)}`)]
        : [number('error'), ...(alone ? [] : [number('twice')])]),
      text('from'),
    ],
    curve.map((point) => {
      const from = point.measured
        ? point.units === units
          ? 'these data'
          : 'subsamples'
        : 'the rate m^(−1/2)';
      const counts = ofPair || !alone;
      const enough = counts && point.units >= units && point.resolves <= gap ? ', resolves the gap' : '';
      return [
        count(point.units),
        ...(ofPair ? [] : [fixed(point.epsilon, 3)]),
        ...(counts ? [fixed(point.resolves, 3)] : []),
        from + enough,
      ];
    }),
  );
}

/** Patients or days: what more units, and more trajectories in each, would give. */
function clusteringSection(result: UnitsPlanResult, alone: boolean): Section[] {
  const { clustering, trajectories, independent = 'unit', criterion, gap, units } = result;
  if (!clustering) return [];
  const { designEffect, correlation, needed, table: designs } = clustering;
  const sizes = [...new Set(designs.map((one) => one.units))];
  const error = (of: number, each: number) => {
    const found = designs.find((one) => one.units === of && one.trajectories === each)!;
    return fixed(criterion === 'pair' ? found.resolves : found.epsilon, 3);
  };
  const most = needed.at(-1)!.units;
  // Of another criterion than the one number that is given.
  const other = alone && criterion !== 'pair';
  const title = criterion === 'pair' ? 'difference told apart' : 'uniform error';
  return section(
    'trajectories',
    `Trajectories in each ${independent}: ${title}${other ? '' : ` and ${independent}s needed`}`,
    [
      sentences(
        `The ${trajectories} trajectories of ${unitsText({ units, independent })} are worth ${large(Math.round(trajectories / designEffect))} independent ones ` +
          `(design effect ${designEffect.toFixed(1)}): what those of one ${independent} add to the error correlates by ${digits(Number(correlation.toPrecision(2)))}.` +
          (most === null || other
            ? ''
            : ` However many trajectories each has, a gap of ${gapText(gap)} takes ${large(most)} ${independent}s at least.`),
      ),
      table(
        'trajectories',
        '',
        [
          number('in each'),
          ...sizes.map((of) => number(unitsText({ units: of, independent }))),
          ...(other ? [] : [number(`${independent}s needed`)]),
        ],
        (other ? needed.slice(0, -1) : needed).map(({ trajectories: each, units: own }) => [
          each === null ? 'any number' : count(each),
          ...sizes.map((of) => (each === null ? '' : error(of, each))),
          ...(other ? [] : [own === null ? 'none is enough' : count(own)]),
        ]),
      ),
    ],
  );
}

function rateText({ slope, criterion, fitted }: UnitsPlanResult): string {
  if (fitted)
    return 'errors of the fitted parameters, and of the values with them, fall like m^(−1/2) in the number of units m with such readings';
  const error = criterion === 'pair' ? 'the error of the difference' : 'the error';
  const rate =
    slope.fitted === null
      ? 'too few units for a rate from subsamples; errors are taken to fall like m^(−1/2) in the number of units m'
      : `in subsamples ${error} falls like m^${digits(slope.fitted)} in the number of units m; the rate of the theory, m^${digits(slope.theory)}, is used`;
  return slope.assured
    ? rate
    : `${rate}; a recovered correlation reaches 1, so for a threshold target errors may fall more slowly than that`;
}
