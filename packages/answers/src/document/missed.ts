import type { MissedResult, StudyFile } from '@sightline/study';
import { entriesOf, list, percent } from '@sightline/study';
import { digits, quoted, share, threeDigits } from '../words/quantities.ts';
import type { Block } from './document.ts';
import { fixed, number, table, text } from './parts.ts';

// What answers say where readings may be missing.

type Valued = MissedResult & { value: number };

/** The protocols whose readings may be missing. */
const missable = (protocols: Readonly<Record<string, Valued>>) =>
  Object.entries(protocols).flatMap(([name, one]) => {
    const { completeValue, worst, lowerTail } = one;
    return completeValue === undefined || !worst || !lowerTail
      ? []
      : [{ name, ...one, completeValue, worst, lowerTail }];
  });

/** What the mean over what may be missing is made of; nothing where nothing may be. */
export function missedTable(protocols: Readonly<Record<string, Valued>>, places: number): Block | false {
  const shown = missable(protocols);
  if (shown.length === 0) return false;
  const [{ lowerTail }] = shown as [(typeof shown)[number]];
  const drawn = shown.some(({ standardError }) => standardError !== undefined);
  return table(
    'missed',
    'Readings that may be missing',
    [
      text('protocol'),
      number('complete'),
      number('mean'),
      ...(drawn ? [number('SE')] : []),
      number(`${percent(lowerTail.level)} below`),
      number('worst'),
      number('its probability'),
    ],
    shown.map(({ name, value, completeValue, standardError, lowerTail: tail, worst }) => [
      name,
      fixed(completeValue, places),
      fixed(value, places),
      ...(drawn
        ? [standardError === undefined ? null : { number: standardError, text: threeDigits(standardError) }]
        : []),
      fixed(tail.value, places),
      fixed(worst.value, places),
      { number: worst.probability, text: threeDigits(worst.probability) },
    ]),
  );
}

/** What the columns mean; null where nothing may be missing. */
export function missedFact(protocols: Readonly<Record<string, Valued>>): readonly [string, string] | null {
  if (missable(protocols).length === 0) return null;
  return [
    'missing',
    'value and RMSE are means over the sets of readings that may be left, each with its own best predictor; complete: with every ' +
      'reading; 10 % below: the value is lower with a smaller probability than this; worst: all is missing that can be',
  ];
}

/** In brackets after a value: what it would be with every reading. */
export const completeText = ({ completeValue }: { completeValue?: number }): string =>
  completeValue === undefined ? '' : `, ${share(completeValue)} with every reading`;

/** How readings of each protocol may be missing, with what the study states; nothing where none may be. */
export function missedWords({ protocols, time }: Partial<StudyFile>): string[] {
  return Object.entries(protocols ?? {}).flatMap(([name, given]) => {
    const { entries, dropout = 0 } = entriesOf(given);
    const sensors = new Map(
      entries.flatMap(({ sensor, fails = 0 }) =>
        sensor !== undefined && fails > 0 ? [[sensor, fails]] : [],
      ),
    );
    const ways = [
      ...missedRange(entries.map(({ missed = 0 }) => missed)),
      ...[...sensors].map(
        ([sensor, fails]) => `sensor ${quoted(sensor)} fails with probability ${digits(fails)}`,
      ),
      ...(dropout > 0
        ? [`units drop out at a rate of ${digits(dropout)}${time?.unit ? ` per ${time.unit}` : ''}`]
        : []),
    ];
    return ways.length === 0 ? [] : [`${quoted(name)}: ${list(ways)}.`];
  });
}

function missedRange(all: readonly number[]): string[] {
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (high === 0) return [];
  return [
    `each reading is missed with probability ${low === high ? digits(low) : `${digits(low)} to ${digits(high)}`}`,
  ];
}

/** How readings may be missing, for a methods paragraph; '' where they may not. */
export function missedMethods({ protocols, catalogue, choose }: Partial<StudyFile>): string {
  const given = [
    ...Object.values(protocols ?? {}).map(entriesOf),
    { entries: catalogue ?? [], dropout: choose?.dropout },
  ];
  const entries = given.flatMap((one) => one.entries);
  const ways = [
    ...(entries.some(({ missed = 0 }) => missed > 0) ? ['single readings are missed'] : []),
    ...(entries.some(({ fails = 0 }) => fails > 0) ? ['sensors fail, with all of their readings'] : []),
    ...(given.some(({ dropout = 0 }) => dropout > 0)
      ? ['units drop out at a constant rate, after which nothing is read']
      : []),
  ];
  if (ways.length === 0) return '';
  return (
    ` Readings may be missing: ${list(ways)}, with the probabilities that the study states and independently of what would have been ` +
    'read. The value is the mean over the sets of readings that may be left, each with its own best predictor.'
  );
}
