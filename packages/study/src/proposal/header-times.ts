import { clockText } from '@sightline/data';
import { tidy } from './file-grid.ts';

/** The times that head the columns of a wide table. */
export interface HeaderTimes {
  /** By the names of their columns. */
  times: ReadonlyMap<string, number>;
  /** What they count in, where the names say so. */
  unit: string;
  /** The clock of the first, where they are clocks: times count from there, in hours. */
  start: string;
  /** Whether the names are the numbers themselves, as a study reads them. */
  isPlain: boolean;
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
const PLAIN = new RegExp(`^${NUMBER}$`);
const WORD = 'h|hr|hrs|hours?|min|mins|minutes?|s|sec|secs|seconds?|d|days?';
/** t0.5, T_1, hour 3; R writes X8 for 8. */
const NUMBERED = new RegExp(`^(?<word>t|time|x|${WORD})[_ .-]?(?<number>${NUMBER})$`, 'i');
/** 8h, 30 min */
const WITH_UNIT = new RegExp(`^(?:t|time|x)?[_ .-]?(?<number>${NUMBER})[_ ]?(?<word>${WORD})$`, 'i');
const CLOCK = /^X?(\d{1,2}):(\d{2})(?::(\d{2}))?$/i;
const DAY = 86_400;

/** What a word for a unit of time, or the name of a column, says of it; '' where that is nothing. */
export function timeUnitOf(name: string): string {
  if (/hour|(^|_)h(rs?)?$/i.test(name)) return 'h';
  if (/min/i.test(name)) return 'min';
  if (/sec|(^|_)s$/i.test(name)) return 's';
  if (/day|^d$/i.test(name)) return 'd';
  return /week|month|year/i.exec(name)?.[0].toLowerCase() ?? '';
}

/** The form that most of some names have, if any of them is a time. */
export function headerTimes(names: readonly string[]): HeaderTimes {
  const forms = [plain(names), worded(names, NUMBERED), worded(names, WITH_UNIT), clocks(names)];
  return forms.reduce((best, one) => (one.times.size > best.times.size ? one : best));
}

function plain(names: readonly string[]): HeaderTimes {
  const times = names.filter((name) => PLAIN.test(name)).map((name) => [name, Number(name)] as const);
  return { times: new Map(times), unit: '', start: '', isPlain: true };
}

/** With the word that most of them have. */
function worded(names: readonly string[], pattern: RegExp): HeaderTimes {
  const found = names.flatMap((name) => {
    const { word, number } = pattern.exec(name)?.groups ?? {};
    return word === undefined ? [] : [{ name, word: word.toLowerCase(), time: Number(number) }];
  });
  const words = [...new Set(found.map(({ word }) => word))];
  const count = (word: string) => found.filter((one) => one.word === word).length;
  const [word] = words.sort((a, b) => count(b) - count(a));
  const times = found.filter((one) => one.word === word).map(({ name, time }) => [name, time] as const);
  return { times: new Map(times), unit: timeUnitOf(word ?? ''), start: '', isPlain: false };
}

/** In the order of the columns; one that goes back has passed midnight. */
function clocks(names: readonly string[]): HeaderTimes {
  const times = new Map<string, number>();
  let [first, before, days]: [number | undefined, number, number] = [undefined, 0, 0];
  for (const name of names) {
    const [, hour, minute, second = '0'] = CLOCK.exec(name) ?? [];
    const seconds = 3600 * Number(hour) + 60 * Number(minute) + Number(second);
    if (hour === undefined || seconds >= DAY || Number(minute) > 59) continue;
    first ??= seconds;
    if (seconds < before) days++;
    before = seconds;
    times.set(name, tidy((seconds + days * DAY - first) / 3600));
  }
  return { times, unit: 'h', start: first === undefined ? '' : clockText(first), isPlain: false };
}
