import type { TimeGrid } from '@sightline/engine/internal';
import { entriesOf, type Study } from '@sightline/study';
import { type Mark, type MarkedProtocol, sameMark } from './marks.ts';

/** What a value does not depend on, and what names protocols that are not there. */
const LEFT_OUT = [
  'title',
  'protocols',
  'realised',
  'benchmark',
  'classes',
  'know',
  'assume',
  'catalogue',
  'choose',
];
/** More places than a picture of the horizon has room for tell nothing. */
const MOST = 64;

/** Grid times at which a mark is tried. */
export function triedTimes({ times, points }: Pick<TimeGrid, 'times' | 'points'>): number[] {
  const every = Math.ceil(points / MOST);
  return Array.from({ length: Math.ceil(points / every) }, (_, i) => times[i * every]!);
}

/** A study whose protocols are a protocol with one of its marks at each of these times, under their numbers. */
export function markElsewhere(
  study: Study,
  { name, marks }: MarkedProtocol,
  mark: Mark,
  times: readonly number[],
): string {
  const { dropout } = entriesOf(study.protocols![name]);
  const single = ({ written: { at: _, width: __, ...rest }, action }: Mark, at: number) => ({
    at,
    ...(action.width > 0 && { width: action.width }),
    ...rest,
  });
  const others = marks.filter((one) => !sameMark(one, mark)).map((one) => single(one, one.action.at));
  const protocols = times.map((time, i) => {
    const actions = [...others, single(mark, time)];
    return [`at ${i}`, dropout === undefined ? actions : { actions, dropout }];
  });
  const kept = Object.entries(study).filter(([field]) => !LEFT_OUT.includes(field));
  return JSON.stringify({ ...Object.fromEntries(kept), protocols: Object.fromEntries(protocols) });
}
