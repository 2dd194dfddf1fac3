import { target } from '@sightline/engine';
import { findPython, measure, numpy } from '../beside-numpy.ts';
import { sweep } from '../sweep.ts';
import type { LimitRow } from './limit-row.ts';

const WANTED = 20;

export const row: LimitRow = {
  name: 'sweep',
  work: 'sweep of 495 protocols, above 0',
  wanted: `${WANTED} times numpy`,
  measure() {
    const item = sweep('above0', target({ above: 0 }));
    const ours = measure(item.prepare());
    const python = findPython();
    if (python === undefined)
      return { reached: `${(1000 * ours.seconds).toPrecision(3)} ms, no numpy`, met: false };
    const theirs = numpy(python, item.name);
    const ratio = theirs.seconds / ours.seconds;
    return {
      reached: `${ratio.toFixed(1)} times (${(1000 * theirs.seconds).toPrecision(3)} and ${(1000 * ours.seconds).toPrecision(3)} ms)`,
      met: ratio >= WANTED,
    };
  },
};
