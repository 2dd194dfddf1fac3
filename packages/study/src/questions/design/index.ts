import { METHODS } from '@sightline/engine/internal';
import { type Question, SECONDS } from '../../asking/question.ts';
import { designLack } from './lack.ts';
import type { DesignPlan } from './plan.ts';
import { type DesignRequest, LAWS_DRAWN, LOWER_QUANTILE } from './request.ts';
import type { DesignResult } from './result.ts';

/** Which actions are best? */
export const design: Question<'design', DesignRequest, DesignPlan, DesignResult> = {
  name: 'design',
  description:
    'Chooses the actions of the catalogue with the largest value within the rules of the study. Proves that no choice is ' +
    'better, or bounds how much better one could be, and compares with what other criteria choose.',
  example: 'sightline design examples/design/points.yaml --frontier',
  seedFor: 'for random choices and resamples',
  shared: 'the search',
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
    SECONDS('time limit for all searches together'),
    { name: 'frontier', kind: 'flag', what: 'also the best choice for each cost (frontier)' },
    { name: 'sensitivity', kind: 'flag', what: 'also the loss from moving each chosen action' },
    { name: 'returns', kind: 'flag', what: 'also whether returns diminish' },
    {
      name: 'under',
      kind: 'word',
      value: 'laws',
      words: ['draws', 'worlds'],
      example: 'draws',
      what: 'draws: laws estimated from resampled calibration units; worlds: laws with the same benchmark',
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
      what: 'with --under draws or --missed quantile: the lower quantile that is maximised',
    },
    {
      name: 'missed',
      kind: 'word',
      value: 'what',
      words: ['mean', 'quantile'],
      example: 'quantile',
      usual: 'mean',
      noticed: true,
      what: 'where readings may be missing: maximise the mean of the value over that, or a lower quantile',
    },
    {
      name: 'criterion',
      kind: 'word',
      value: 'what',
      words: ['worst', 'regret'],
      example: 'regret',
      usual: 'worst',
      noticed: true,
      what: 'with --under worlds: worst maximises the smallest value; regret minimises the largest regret (minimax regret)',
    },
  ],
  lack: designLack,
  // Fetched when it is asked: a page that asks other questions does without.
  plan: async (study, request) => (await import('./plan.ts')).designPlan(study, request),
  compute: async (...asked) => (await import('./compute.ts')).designResult(...asked),
  // A heuristic search gives nobody a turn.
  canBeStopped: ({ method }) => method !== 'heuristic',
  // What forward selection finds is there at once, and stays if the proof is not waited for.
  firstLook: (_, { method, under }) =>
    method !== 'heuristic' && under === undefined
      ? { request: { method: 'heuristic' }, words: 'a first choice is found; searching for a better one' }
      : undefined,
  inRun: ({ seconds }) => ({
    frontier: true,
    sensitivity: true,
    // As long for the best as `sightline design` has, and as long again for what each cost buys.
    ...(seconds !== undefined && { seconds: 2 * seconds }),
  }),
};
