import type { Random } from './random.ts';
import { allEntries, type Written } from './study-case.ts';

const CLOCKED = ['at', 'from', 'to'];

/** The horizon begins at a time of day, and times on whole minutes are written by the clock, some of them. */
export function byTheClock(rng: Random, study: Written): void {
  const { horizon } = study.time;
  if (!(horizon <= 24 && Number.isInteger(horizon * 60))) return;
  const start = rng.pick([0, 6 * 60, 21 * 60 + 30]);
  study.time.unit = 'h';
  study.time.start = clockText(start);
  writtenByTheClock(rng, study);
}

/** Times on whole minutes as times of day, most of them; others are put on the next minute. */
export function writtenByTheClock(rng: Random, study: Written): void {
  const { horizon } = study.time;
  const [hours, more] = study.time.start.split(':').map(Number);
  const start = 60 * hours + more;
  const written = (t: Written) => {
    if (typeof t !== 'number' || !(t >= 0 && t <= horizon)) return t;
    const minutes = Math.round(t * 60);
    // The end of a day is its beginning by the clock.
    return rng.chance(0.6) && minutes < 24 * 60 ? clockText((start + minutes) % (24 * 60)) : minutes / 60;
  };
  const within = (owner: Written) => {
    for (const field of CLOCKED)
      if (Array.isArray(owner[field])) owner[field] = owner[field].map(written);
      else if (owner[field] !== null && typeof owner[field] === 'object') within(owner[field]);
      else if (owner[field] !== undefined) owner[field] = written(owner[field]);
  };
  for (const entry of allEntries(study)) within(entry);
  for (const stretch of study.choose?.forbidden ?? []) if (typeof stretch === 'object') within(stretch);
}

const two = (n: number) => String(n).padStart(2, '0');
export const clockText = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
