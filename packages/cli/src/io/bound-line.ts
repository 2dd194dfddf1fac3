import type { Work } from '@sightline/study';
import type { CommandIo } from './io.ts';

/** Often enough to be seen to move. */
const EVERY = 100;

/** Tells a watcher how near the search is to a proof, and what can be done about it. */
export function boundLine(io: CommandIo, hint: string): Work['onBound'] {
  const { progress } = io;
  if (!progress) return undefined;
  let shown = Number.NEGATIVE_INFINITY;
  return ({ parts, best, upperBound }) => {
    const now = io.now();
    if (now - shown < EVERY) return;
    shown = now;
    const gap = (upperBound - best).toFixed(4);
    progress(`${parts} parts, best ${best.toFixed(4)}, at most ${gap} better is possible; ${hint}`);
  };
}
