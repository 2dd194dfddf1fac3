import type { LayoutName } from '@sightline/engine';
import type { TargetResult } from '@sightline/study';
import { list } from '@sightline/study';
import { aimText } from '../terminal/retrospect-text.ts';
import { quoted } from '../words/study-words.ts';

/** Layouts for readers who never saw a study file: what is done with the looks, and where each of them falls. */
export const LAYOUTS: Readonly<Record<LayoutName, { words: string; where: string }>> = {
  contiguous: { words: 'in a row', where: 'one after the other, around the middle of the record' },
  dispersed: {
    words: 'spread evenly',
    where: 'from the beginning of the record to its end, at equal distances',
  },
  aware: {
    words: 'set for the target',
    where: 'where they told most about the target in the records of other units',
  },
  kernelQuadrature: {
    words: 'set for the mean',
    where: 'where they told most about the mean of the whole record in other units, whatever the target',
  },
  posteriorVariance: {
    words: 'set for the whole',
    where: 'where they left least open about the whole record in other units, whatever the target',
  },
};

export const layoutWords = (layout: LayoutName) => LAYOUTS[layout].words;

/** The parts of a template's name, as in dispersed-16. */
export const layoutOf = (template: string) => template.slice(0, template.lastIndexOf('-')) as LayoutName;
export const budgetOf = (template: string) => template.slice(template.lastIndexOf('-') + 1);

/** What a target is: ‘REM’ (the share of time in ‘R’). */
export function aimWords(name: string, target: Pick<TargetResult, 'states' | 'value'>): string {
  const { states, value } = target;
  const what = value === null ? `share of time in ${list(states.map(quoted))}` : aimText(target);
  return value === null && states.length === 1 && states[0] === name
    ? `the ${what}`
    : `${quoted(name)} (the ${what})`;
}
