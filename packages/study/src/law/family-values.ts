import {
  LOWER_TAIL,
  MOST_PATTERNS,
  type ProtocolValue,
  protocolValues,
  type Target,
} from '@sightline/engine/internal';
import { refused } from '../file/parse-study.ts';
import type { StudySource } from '../file/study-source.ts';
import type { Protocol } from '../parts/actions.ts';
import { type Warning, warned } from '../problems/warning.ts';
import { digits, list, pathText, quoted } from '../words/text.ts';
import type { Law } from './law.ts';

interface Valued {
  source: StudySource;
  protocols: readonly Protocol[];
}

/**
 * One call for all protocols, which share the work. A target that does not vary is a problem of the study. The seed is for what
 * may be missing.
 */
export function familyValues({ source, protocols }: Valued, { model }: Law, target: Target, seed: number) {
  try {
    return protocolValues(
      model,
      target,
      protocols.map(({ actions }) => actions),
      undefined,
      seed,
    );
  } catch (error) {
    return refused(error, source, (problem) => ({
      ...problem,
      path: problem.path.length > 0 ? problem.path : ['target'],
    }));
  }
}

/** What stands beside a value where readings may be missing; all absent where they may not. */
export interface MissedResult {
  /** With every reading. */
  completeValue?: number;
  /** Where all is missing that can be: the value, the actions that are then missing, from 0, and how likely that is. */
  worst?: { value: number; missing: number[]; probability: number };
  /** The probability that nothing is read. */
  nothingRead?: number;
  /** With this probability at most the value is below. */
  lowerTail?: { level: number; value: number };
  /** Sets of readings that the mean is over. */
  patterns?: number;
  /** Where these were drawn: how many draws, and the standard error of `value` that comes of it. */
  draws?: number;
  standardError?: number;
}

export function missedResult({ missing }: Pick<ProtocolValue, 'missing'>): MissedResult {
  if (!missing) return {};
  const { completeValue, worst, nothing, lowerTail, patterns, draws, standardError } = missing;
  return {
    completeValue,
    worst,
    nothingRead: nothing,
    lowerTail: { level: LOWER_TAIL, value: lowerTail },
    patterns,
    ...(draws > 0 && { draws, standardError }),
  };
}

/** Where the mean over what may be missing is one over draws. */
export function drawnPatterns(name: string, { missing }: Pick<ProtocolValue, 'missing'>): Warning[] {
  if (!missing || missing.draws === 0) return [];
  return warned(
    'drawn-patterns',
    pathText(['protocols', name]),
    `${name}: more than ${MOST_PATTERNS} sets of readings may be left, so the value is a mean over ${missing.draws} draws; ` +
      `its standard error is ${digits(missing.standardError)}`,
  );
}

/** Where an answer is about what readings tell, and not about how many of them there will be. */
export function missedUnused(question: string, names: readonly string[], why: string): Warning[] {
  if (names.length === 0) return [];
  return warned(
    'missed-unused',
    names.length === 1 ? pathText(['protocols', names[0]!]) : 'protocols',
    `${question} takes ${list(names.map(quoted))} as read completely: ${why}`,
  );
}
