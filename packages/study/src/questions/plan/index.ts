import { USUAL_POWER } from '@sightline/engine/internal';
import { DRAWS, GAP, LEVEL, type Question, tooFewDraws } from '../../asking/question.ts';
import type { UnitsPlanRequest, UnitsPlanResult } from './compute.ts';
import { planLack } from './lack.ts';
import type { FittedUnitsPlan, UnitsPlan } from './plan.ts';

/** How many units would it take? */
export const plan: Question<'plan', UnitsPlanRequest, UnitsPlan | FittedUnitsPlan, UnitsPlanResult> = {
  name: 'plan',
  description:
    'Estimates from dense data how many units are needed to tell protocols apart by a difference in value: one that ' +
    'matters (--gap), that of two named protocols, or that of the two best.',
  example: 'sightline plan examples/calibration/study.yaml --gap 0.05',
  seedFor: 'for the resamples of units',
  shared: 'the work',
  options: [
    DRAWS('bootstrap draws'),
    LEVEL,
    GAP,
    {
      name: 'pair',
      kind: 'text',
      value: 'a,b',
      what: 'two protocols by name, instead of the two with the largest estimates',
    },
    {
      name: 'power',
      kind: 'number',
      value: 'share',
      above: 0.5,
      below: 1,
      usual: USUAL_POWER,
      what: 'power: the probability that a pair that differs is told apart',
    },
  ],
  misuse: tooFewDraws,
  lack: planLack,
  // Fetched when it is asked: a page that asks other questions does without.
  plan: async (study, request) => (await import('./plan.ts')).unitsPlan(study, request),
  compute: async (...asked) => (await import('./compute.ts')).unitsPlanResult(...asked),
  canBeStopped: () => true,
  progress: () => 'resampling',
  inRun: ({ draws, level, gap }) => ({
    ...(draws !== undefined && { draws }),
    ...(level !== undefined && { level }),
    ...(gap !== undefined && { gap }),
  }),
};
