import type { WorkOptions } from '@sightline/engine/internal';
import type { CommandIo } from './io.ts';

/** Often enough to be seen to move. */
export const EVERY = 100;
/** Sooner than this an estimate of the time left would jump about. */
export const FIRST_ESTIMATE = 500;

/** Tells a watcher how far the work is, and how long it may still take. */
export function progressLine(io: CommandIo, what: string): WorkOptions['onProgress'] {
  const { progress } = io;
  if (!progress) return undefined;
  let start: number | undefined;
  let before = Number.POSITIVE_INFINITY;
  let shown = Number.NEGATIVE_INFINITY;
  return (done, of) => {
    // Another piece of work has begun.
    const now = io.now();
    if (done < before) start = now;
    before = done;
    if (done >= of) {
      progress('');
      return;
    }
    if (now - shown < EVERY) return;
    shown = now;
    const elapsed = now - start!;
    const left = elapsed > FIRST_ESTIMATE ? `, about ${duration((elapsed / done) * (of - done))} left` : '';
    progress(`${what} ${Math.floor((100 * done) / of)} %${left}`);
  };
}

export function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
