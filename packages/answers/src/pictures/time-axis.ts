import { type Clocked, clockText, secondsIn } from '@sightline/engine/internal';
import { across, acrossAxis, SMALL, type Tick } from './axes.ts';
import type { Scale } from './svg.ts';
import { textWidth } from './text-room.ts';

/** What of a study's time a picture shows: its clock, where it has one. */
export type ShownTime = Pick<Clocked, 'horizon' | 'unit' | 'start'>;

export const shownTime = ({ horizon, unit, start }: ShownTime): ShownTime => ({
  horizon,
  unit,
  ...(start !== undefined && { start }),
});

/** Round steps of a clock, in seconds. */
const STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 21600, 43200, 86400, 172800,
  604800,
];

/** Rules through the data at round times, by the clock where there is one, as many as have room. */
export function timeAxis(
  x: Scale,
  time: ShownTime,
  { top, bottom, title = 'time' }: { top: number; bottom: number; title?: string },
): string[] {
  const [left, right] = [x(0), x(time.horizon)];
  const marks = clockTicks(x, time);
  if (marks)
    return across({ left, right, top, bottom }, marks, title === 'time' ? 'time of day' : title, 'through');
  const [unit, comma] = [time.unit, title === 'time' ? '' : ','];
  return acrossAxis(x, [0, time.horizon], {
    top,
    bottom,
    title: unit ? `${title}${comma} in ${unit}` : title,
  });
}

/** At every so many hours or minutes of the clock; nothing where there is none, or it ticks too slowly. */
export function clockTicks(x: Scale, time: ShownTime): Tick[] | undefined {
  const { start, unit, horizon } = time;
  const length = secondsIn(unit);
  if (start === undefined || length === undefined) return undefined;
  const end = start + horizon * length;
  for (const step of STEPS) {
    const count = Math.floor(end / step + 1e-9) - Math.ceil(start / step - 1e-9) + 1;
    if (count > 100) continue;
    const ticks = Array.from({ length: Math.max(0, count) }, (_, k) => {
      const at = ((Math.ceil(start / step - 1e-9) + k) * step - start) / length;
      return { at: x(at), text: clockText(at, time)! };
    });
    const [first, second] = ticks;
    const widest = Math.max(0, ...ticks.map(({ text }) => textWidth(text, SMALL)));
    if (!first || !second || second.at - first.at > widest + 10) return ticks.length > 1 ? ticks : undefined;
  }
  return undefined;
}
