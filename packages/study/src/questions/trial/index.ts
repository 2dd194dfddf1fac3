import { has, lackOfLaw, NO_PROTOCOL, protocolCount } from '../../asking/lack.ts';
import type { Question } from '../../asking/question.ts';
import { USUAL_TRIAL } from '../../schema/trial.ts';
import type { TrialResult } from './compute.ts';
import type { TrialPlan } from './plan.ts';

/** How many units does a trial need that measures the target by a protocol? */
export const trial: Question<'trial', { power?: number }, TrialPlan, TrialResult> = {
  name: 'trial',
  flag: {
    of: 'plan',
    what: 'the size of a two-arm trial in place of this, for the treatment under `trial`',
  },
  askedBy: 'trial',
  description:
    'Computes how many units a two-arm trial of the target needs, with the target known and with its prediction from each protocol.',
  example: 'sightline plan examples/finger-pricks/trial.yaml --trial',
  seedFor: 'recorded in the result',
  options: [
    {
      name: 'power',
      kind: 'number',
      value: 'share',
      above: 0.5,
      below: 1,
      usual: USUAL_TRIAL.power,
      noticed: true,
      what: 'power, in place of that under `trial`',
    },
  ],
  lack(parsed) {
    if (protocolCount(parsed) === 0) return NO_PROTOCOL;
    if (has(parsed, 'trial')) return lackOfLaw(parsed);
    return { why: 'the study names no treatment', needs: '`trial` with the profile of its effect' };
  },
  // Fetched when it is asked: a page that asks other questions does without.
  plan: async (study, request) => (await import('./plan.ts')).trialPlan(study, request),
  compute: async (...asked) => (await import('./compute.ts')).trialResult(...asked),
  inRun: () => ({}),
};
