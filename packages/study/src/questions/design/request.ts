import type { DesignMethod, PatternRule } from '@sightline/engine/internal';
import type { Work } from '../../asking/question.ts';

/** Laws that are drawn, and the lower quantile over them that is maximised, unless others are asked for. */
export const LAWS_DRAWN = 100;
export const LOWER_QUANTILE = 0.1;

/** Why a search ended before it was done: time was up, it was told to, or it had looked at enough. */
export type Ending = 'seconds' | 'interrupted' | 'parts' | null;

/** How laws other than the study's own are counted. */
export interface UnderRequest {
  under?: 'draws' | 'worlds';
  draws?: number;
  /** The lower quantile over drawn laws, or over what may be missing. */
  quantile?: number;
  /** How the values of what may be left of a choice become one. */
  missed?: 'mean' | 'quantile';
  /** What counts over compatible worlds. */
  criterion?: 'worst' | 'regret';
}

/** A law that the choice is judged under. */
export interface NamedLaw {
  /** The study's own law, a draw, or the world in which this alternative has its lowest or highest value. */
  from: 'own' | 'draw' | 'world';
  alternative: string | null;
  end: 'low' | 'high' | null;
}

export interface DesignRequest extends UnderRequest, Work {
  method?: DesignMethod;
  /** Ends all searches together after so long. */
  seconds?: number;
  frontier?: boolean;
  sensitivity?: boolean;
  returns?: boolean;
}

/** How what may be missing is counted. */
export function patternRule(
  { missed, quantile = LOWER_QUANTILE }: Pick<UnderRequest, 'missed' | 'quantile'>,
  seed: number,
): PatternRule {
  return missed === 'quantile' ? { seed, quantile } : { seed };
}
