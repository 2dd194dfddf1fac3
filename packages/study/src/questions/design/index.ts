import { METHODS } from '@sightline/engine';
import { type Question, SECONDS } from '../../asking/question.ts';
import { designResult } from './compute.ts';
import { designLack } from './lack.ts';
import { type DesignPlan, designPlan } from './plan.ts';
import { type DesignRequest, LAWS_DRAWN, LOWER_QUANTILE } from './request.ts';
import type { DesignResult } from './result.ts';

/** Which actions are best? */
export const design: Question<'design', DesignRequest, DesignPlan, DesignResult> = {
  name: 'design',
  summary: 'which actions of a catalogue to take, and how far from the best that is',
  description:
    'Chooses actions from the catalogue of a study within its rules: the choice with the largest value, a proof or a ' +
    'bound on what a better one could gain, and what others would have chosen.',
  example: 'sightline design examples/design/points.yaml --frontier',
  seedFor: 'for random choices and resamples',
  options: [
    {
      name: 'method',
      kind: 'word',
      value: 'how',
      words: METHODS.map(({ name }) => name),
      example: 'branch',
      usual: 'auto',
      what: METHODS.map(({ name, title }) => `${name}: ${title}`).join('; '),
    },
    SECONDS('end all searches together after so long'),
    { name: 'frontier', kind: 'flag', what: 'the best choice that the rules allow for each cost' },
    { name: 'sensitivity', kind: 'flag', what: 'what moving each chosen action would lose' },
    { name: 'returns', kind: 'flag', what: 'whether actions tell less the more are taken' },
    {
      name: 'under',
      kind: 'word',
      value: 'laws',
      words: ['draws', 'worlds'],
      example: 'draws',
      what: 'draws: laws that the calibration data could as well have come from; worlds: laws that the benchmark cannot tell apart',
    },
    {
      name: 'draws',
      kind: 'whole',
      value: 'n',
      least: 2,
      most: 10_000,
      usual: LAWS_DRAWN,
      noticed: true,
      what: 'with --under draws: how many laws',
    },
    {
      name: 'quantile',
      kind: 'number',
      value: 'share',
      above: 0,
      below: 1,
      usual: LOWER_QUANTILE,
      noticed: true,
      what: 'with --under draws: the lower quantile that is maximised',
    },
    {
      name: 'criterion',
      kind: 'word',
      value: 'what',
      words: ['worst', 'regret'],
      example: 'regret',
      usual: 'worst',
      noticed: true,
      what: 'with --under worlds: worst, the least value; regret, the largest loss against the best of each',
    },
  ],
  lack: designLack,
  plan: designPlan,
  compute: designResult,
  // A heuristic search gives nobody a turn.
  canBeStopped: ({ method }) => method !== 'heuristic',
  // What forward selection finds is there at once, and stays if the proof is not waited for.
  firstLook: (_, { method, under }) =>
    method !== 'heuristic' && under === undefined
      ? { request: { method: 'heuristic' }, words: 'a first choice is there; looking for a better one' }
      : undefined,
  inRun: ({ seconds }) => ({
    frontier: true,
    sensitivity: true,
    // As long for the best as `sightline design` has, and as long again for what each cost buys.
    ...(seconds !== undefined && { seconds: 2 * seconds }),
  }),
};
