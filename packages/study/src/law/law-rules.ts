import {
  type BrokenRule,
  brokenRules,
  type Knowledge,
  LAW_ROUNDING,
  type Matrix,
  type Problem,
  type TimeGrid,
} from '@sightline/engine/internal';
import { moments } from '../words/text.ts';

/** The law must be one of those that `assume` and `know` leave possible; `whose` says in words which law it is. */
export function lawProblems(
  law: Matrix,
  assume: 'any' | 'stationary',
  knowledge: Knowledge,
  grid: TimeGrid,
  whose: string,
): Problem[] {
  return brokenRules(law, assume, knowledge).map((broken) => {
    const { j, k, by } = broken;
    const between = `between times ${moments([grid.times[k]!, grid.times[j]!], grid)}`;
    return worded(broken, { between, whose, by: short(by), own: law.data[j * law.rows + k]!, knowledge });
  });
}

interface Words {
  between: string;
  whose: string;
  by: string;
  /** The law's own correlation between the two. */
  own: number;
  knowledge: Knowledge;
}

function worded({ rule, by: amount, index }: BrokenRule, words: Words): Problem {
  const { between, whose, by, own, knowledge } = words;
  switch (rule) {
    case 'stationary':
      return {
        path: ['assume'],
        value: rule,
        why: `${whose} is not stationary: the correlation ${between} differs by ${by} from the one a grid step earlier`,
        accepted: 'any, or a law whose correlations depend on the time between two points alone',
      };
    case 'nonNegative':
      return {
        path: ['know', rule],
        value: true,
        why: `in ${whose} the correlation ${between} is ${short(own)}`,
        accepted: 'false, or a law without negative correlations',
      };
    case 'nonIncreasing':
      return {
        path: ['know', rule],
        value: true,
        why: `in ${whose} the correlation ${between} grows by ${by} when one of the two moves a grid step away`,
        accepted: 'false, or a law whose correlations do not grow with the time between two points',
      };
    case 'smallestEigenvalue': {
      const smallest = short(knowledge.smallestEigenvalue! - amount);
      return {
        path: ['know', rule],
        value: knowledge.smallestEigenvalue,
        why: `the smallest eigenvalue of ${whose} is ${smallest}`,
        accepted: `a number from 0 to ${smallest}, or another law`,
      };
    }
    case 'correlation':
      return {
        path: ['know', 'correlations', index!, 'value'],
        value: knowledge.pairs![index!]!.correlation,
        why: `in ${whose} the correlation ${between} is another`,
        accepted: `${own}, to ${LAW_ROUNDING}, or another law`,
      };
  }
}

const short = (value: number) => String(Number(value.toPrecision(4)));
