import type { MissedResult } from '@sightline/study';

/** Where readings may be missing: empty where they may not. */
export const MISSED_COLUMNS = {
  completeValue: 'where readings may be missing: the value with every reading',
  worstValue: 'the same where all is missing that can be',
  worstProbability: 'how likely that is',
  nothingRead: 'the probability that nothing is read',
  lowerTailLevel: 'with this probability at most …',
  lowerTailValue: '… the value is below this',
} as const;

export const missedCells = ({ worst, lowerTail }: MissedResult) => ({
  worstValue: worst?.value,
  worstProbability: worst?.probability,
  lowerTailLevel: lowerTail?.level,
  lowerTailValue: lowerTail?.value,
});
