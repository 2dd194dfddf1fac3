import { MOST_POINTS } from '@sightline/engine/internal';
import { lackOfRecords } from '../../asking/lack.ts';
import { DATA, DRAWS, type Question } from '../../asking/question.ts';
import { FOLLOWED, OTHERS, USUAL_BUDGET } from './followed.ts';
import type { RetrospectPlan } from './plan.ts';
import type { RetrospectRequest, RetrospectResult } from './result.ts';

/** What would protocols have told about records that were annotated throughout? */
export const retrospect: Question<'retrospect', RetrospectRequest, RetrospectPlan, RetrospectResult> = {
  name: 'retrospect',
  description:
    'Reconstructs partial observation protocols from fully annotated records, predicts each record’s target from what a ' +
    'protocol would have observed, and compares layouts by their held-out R².',
  example: 'sightline retrospect examples/records-table/study.yaml',
  seedFor: 'for folds, ranges and subsamples',
  shared: 'the work',
  options: [
    DATA('maybe splits/'),
    DRAWS('resamples of held-out units for each range'),
    {
      name: 'stability',
      kind: 'whole',
      value: 'n',
      least: 2,
      most: 100_000,
      example: 1000,
      what: `repeat the analysis on this many subsamples of 80 % of the units: ${FOLLOWED} against ${OTHERS.join(' and ')}`,
    },
    { name: 'sweep', kind: 'flag', what: 'repeat with supports learned from fewer units' },
    {
      name: 'target',
      kind: 'text',
      value: 'name',
      what: 'target of --stability and --sweep; the first unless given',
    },
    {
      name: 'budget',
      kind: 'whole',
      value: 'n',
      least: 1,
      most: MOST_POINTS,
      example: USUAL_BUDGET,
      what: `budget of --stability and --sweep; unless given ${USUAL_BUDGET}, or the middle one of the study`,
    },
  ],
  lack: lackOfRecords,
  // Fetched when it is asked: a page that asks other questions does without.
  plan: async (...asked) => (await import('./plan.ts')).retrospectPlan(...asked),
  compute: async (...asked) => (await import('./compute.ts')).retrospectResult(...asked),
  canBeStopped: () => true,
  progress: () => 'fitting',
  inRun: ({ draws, data }) => ({ data, ...(draws !== undefined && { draws }) }),
};
