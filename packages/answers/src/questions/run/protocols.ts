import type { IdentifyResult, RunResult } from '@sightline/study';
import { gridOf, realisedNames } from '@sightline/study';
import type { Cell, Section } from '../../document/document.ts';
import { missedTable, missedWords } from '../../document/missed.ts';
import {
  cost,
  error,
  errorColumn,
  fixed,
  number,
  picture,
  section,
  sentences,
  table,
  text,
} from '../../document/parts.ts';
import { shownTime } from '../../pictures/time-axis.ts';
import { byName } from '../../words/by-name.ts';
import { digits } from '../../words/quantities.ts';
import { actionsWords } from '../../words/study-words.ts';
import { VERDICT } from '../identify/sentences.ts';

/** What the protocols are, on a timeline and in numbers. */
export function protocolsSection({ given, protocols, steps, worlds }: RunResult): Section[] {
  const named = Object.entries(protocols);
  if (named.length === 0 || !given.time) return [];
  const grid = gridOf(given.time);
  const { value, calibrate, identify } = steps;
  const shown = named.map(([name, actions]) => {
    const own = byName(value?.protocols, name) ?? byName(calibrate?.protocols, name);
    return {
      name,
      actions: actions.map(({ at, width, repeats }) => ({ at, width, repeats })),
      value: own?.value ?? settledBy(identify, worlds, name),
      rmse: own?.rmse ?? null,
      lowerBound: own?.lowerBound,
      cost: actions.reduce((sum, action) => sum + action.cost, 0),
      ...(realisedNames(given).includes(name) && { note: 'realised' }),
    };
  });
  const about = (value ?? calibrate)?.target;
  const valued = shown.some((one) => one.value !== null);
  const valueCell = ({ name, value: own, lowerBound }: (typeof shown)[number]): Cell => {
    const verdict = byName(identify?.alternatives, name)?.verdict;
    return own === null ? (verdict ? VERDICT[verdict] : 'not computed') : fixed(own, 4, { lowerBound });
  };
  const overfitted =
    value?.law !== 'latent' &&
    named.some(([name]) => byName(calibrate?.protocols, name)?.corrected !== undefined);
  const notes = [
    ...(overfitted
      ? ['Values are not corrected here for overfitting to these units; corrected values are below.']
      : []),
    ...missedWords(given),
    ...(value ? ['Linear: value of the best predictor that is linear in the readings.'] : []),
    ...(valued && identify?.data
      ? [`Values are estimates from ${identify.data.units} units; their intervals are below.`]
      : []),
  ];
  return section('protocols', 'The protocols', [
    picture(
      'protocols',
      { ...shownTime(grid), protocols: shown },
      marksText(named.flatMap(([, actions]) => actions)),
    ),
    table(
      'protocols',
      valued ? 'What each protocol does and what it is worth' : 'What each protocol does',
      [
        text('protocol'),
        text('measures'),
        number('noise variance'),
        number('cost'),
        ...(valued ? [number('value (R²)')] : []),
        ...(about ? [errorColumn(about, given.words)] : []),
        ...(value ? [number('linear')] : []),
      ],
      shown.map((one) => [
        one.name,
        actionsWords(one.actions, grid),
        [...new Set(protocols[one.name]!.map(({ noise }) => digits(noise)))].join(', '),
        cost(one.cost),
        ...(valued ? [valueCell(one)] : []),
        ...(about ? [one.rmse === null ? null : error(one.rmse, one)] : []),
        ...(value ? [fixed(value.protocols[one.name]!.linearValue, 4, value.protocols[one.name]!)] : []),
      ]),
    ),
    value !== undefined && missedTable(value.protocols, 4),
    notes.length > 0 && sentences(...notes),
  ]);
}

/**
 * Without a law there are still values that the benchmark determines: its own, which is the same in both worlds of any
 * alternative, and those of the alternatives whose range is a point.
 */
function settledBy(
  identify: IdentifyResult | undefined,
  worlds: RunResult['worlds'],
  name: string,
): number | null {
  if (identify && realisedNames(identify).includes(name)) {
    const { realisedValue, realisedValues } = Object.values(worlds)[0] ?? {};
    return (byName(realisedValues, name) ?? realisedValue)?.[0] ?? null;
  }
  const { verdict, range } = byName(identify?.alternatives, name) ?? {};
  return verdict === 'identified' && range && range.high - range.low < 1e-3 ? range.low : null;
}

/** What the marks of a picture mean, as far as they occur. */
function marksText(actions: readonly { width: number; repeats: number }[]): string {
  const marks = [
    ...(actions.some(({ width }) => width === 0) ? ['a dot is a reading'] : []),
    ...(actions.some(({ width }) => width > 0) ? ['a bar is a window whose mean is read'] : []),
    ...(actions.some(({ repeats }) => repeats > 1) ? ['×3 is a reading taken three times'] : []),
  ];
  return `When each protocol reads: ${marks.join(', ')}.`;
}
