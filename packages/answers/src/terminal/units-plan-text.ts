import { MOST_REALISTIC, type UnitsNeeded } from '@sightline/engine';
import type { UnitsPlanResult } from '@sightline/study';
import { digits, large, percent, quoted, signed } from '@sightline/study';
import { dataText, LABEL, targetText } from './calibrate-text.ts';
import { gridText, heading, remarks } from './result-text.ts';
import { wrapText } from './wrap-text.ts';

/** The answer of `sightline plan` for people, within 80 columns: the numbers of units first. */
export function unitsPlanText(result: UnitsPlanResult): string {
  const { unitsNeeded, range, realistic, why, pairwise, level, draws, seed } = result;
  const line = (label: string, text: string) => wrapText(label.padEnd(LABEL), text);
  const uniform = { units: unitsNeeded, range, realistic, why };
  const own = { ...pairwise, units: pairwise.unitsNeeded };
  return `${[
    ...heading(result),
    '',
    wrapText('', gapText(result)),
    '',
    line(
      result.pair === null ? 'one pair' : 'this pair',
      neededText(own, pairCriterion(result), result.units),
    ),
    ...(result.criterion === 'pair' ? [] : [line('all pairs', neededText(uniform, UNIFORM, result.units))]),
    '',
    ...curveTable(result),
    '',
    line('rate', rateText(result)),
    line('target', targetText(result)),
    line('data', dataText(result)),
    line('draws', `${draws} bootstrap draws at ${percent(level)}, seed ${seed}`),
    line('grid', gridText(result.grid)),
    ...remarks(result),
  ].join('\n')}\n`;
}

export const UNIFORM =
  'twice the uniform error is down to the gap, so that every two protocols of the study that far apart are in the ' +
  'right order';

export function pairCriterion({ pair, power }: UnitsPlanResult): string {
  return pair === null
    ? `a true difference of this size is told apart with a probability of ${percent(power)}, between the two protocols for which that takes the most units`
    : `these two are told apart with a probability of ${percent(power)}, if they differ by this`;
}

function gapText({ gap, gapFrom, pair, units }: UnitsPlanResult): string {
  const size = gap < 0.0005 ? digits(gap) : gap.toFixed(3);
  if (pair === null) return `How many units does it take to resolve a difference in value of ${size}?`;
  const { a, b, difference, low, high, distinguishable } = pair;
  const told = distinguishable ? 'tell them apart' : 'cannot tell them apart';
  const apart = `${quoted(a)} is estimated ${difference.toFixed(3)} above ${quoted(b)} (${signed(low)} … ${signed(high)}); ${units} units ${told}.`;
  return gapFrom === 'pair'
    ? `${apart} How many units does a difference of this size take?`
    : `${apart} How many units would a difference of ${size} take?`;
}

/** How many, by which criterion, and how sure that is. */
export function neededText(
  { units, range, realistic, why }: UnitsNeeded,
  until: string,
  present: number,
): string {
  if (units === null) return why;
  if (!realistic) return `${why} (until ${until})`;
  const enough = units <= present ? ', and so many are there' : '';
  const sure =
    range.high === null
      ? `; ${least(range.low!, present)}no number can be promised, because the gap itself may be 0`
      : range.low === range.high
        ? ''
        : `; ${large(range.low!)} to ${range.high > MOST_REALISTIC ? `more than ${large(MOST_REALISTIC)}` : large(range.high)} by what these data leave open`;
  return `${large(units)} units until ${until}${enough}${sure}`;
}

/** What is at hand was not enough, whatever a lucky estimate of the gap would make of it. */
function least(low: number, present: number): string {
  return low > present ? `at least ${large(low)}, and ` : '';
}

function curveTable({ curve, units, gap, criterion, power }: UnitsPlanResult): string[] {
  const ofPair = criterion === 'pair';
  const rows = curve.map((point) => {
    const from = point.measured
      ? point.units === units
        ? 'these data'
        : 'parts of them'
      : 'by the root-m rate';
    const enough = point.units >= units && point.resolves <= gap ? ', resolves the gap' : '';
    return [
      large(point.units),
      ...(ofPair ? [] : [point.epsilon.toFixed(3)]),
      point.resolves.toFixed(3),
      from + enough,
    ];
  });
  const head = ofPair ? ['units', `apart at ${percent(power)}`, 'from'] : ['units', 'error', 'twice', 'from'];
  const last = head.length - 1;
  const widths = head.map((title, k) =>
    rows.reduce((most, row) => Math.max(most, row[k]!.length), title.length),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, k) => (k === last ? cell : cell.padStart(widths[k]!)))
      .join('  ')
      .trimEnd(),
  );
}

export function rateText({ slope, criterion }: UnitsPlanResult): string {
  const error = criterion === 'pair' ? 'the error of the difference' : 'the error';
  const rate =
    slope.fitted === null
      ? 'there are too few units for a rate from subsamples; errors are taken to fall like the root of the number of units'
      : `in subsamples ${error} falls like units^${digits(slope.fitted)}; the theory's rate, which is used, is units^${slope.theory}`;
  return slope.assured
    ? rate
    : `${rate}; a recovered correlation reaches 1, so for a threshold target errors may fall more slowly than that`;
}
