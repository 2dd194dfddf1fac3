import { rangePoints, rangeResamples } from '@sightline/engine/internal';
import { MOST_DRAWS, type Question } from '../../asking/question.ts';
import { identifyLack } from './lack.ts';
import type { IdentifyPlan } from './plan.ts';
import { type IdentifyRequest, type IdentifyResult, WORLDS_WRITTEN } from './result.ts';

/** Does the benchmark determine what the others are worth? */
export const identify: Question<'identify', IdentifyRequest, IdentifyPlan, IdentifyResult> = {
  name: 'identify',
  description:
    'Decides for each protocol except the realised one whether the benchmark determines its value. Where it does ' +
    'not, gives the range of values compatible with the benchmark and the cheapest measurements that would identify it.',
  example: 'sightline identify examples/four-points/any.yaml',
  seedFor: 'for random starts and resamples',
  shared: 'the work',
  options: [
    {
      name: 'step',
      kind: 'number',
      value: 'share',
      above: 0,
      most: 1,
      example: 0.5,
      what: 'show two worlds at this share (above 0, at most 1) of the largest step along the steepest invisible direction, instead of those at the limits of the range',
    },
    { name: 'range', kind: 'left-out', what: 'do not compute the range of compatible values' },
    {
      name: 'resamples',
      kind: 'whole',
      value: 'n',
      least: 0,
      most: MOST_DRAWS,
      example: 500,
      what: `bootstrap resamples, where the study has data of the benchmark; ${rangeResamples(1)} unless given, fewer on grids above 16 points`,
    },
    {
      name: 'worlds',
      kind: 'flag',
      what: `write the worlds out on grids above ${WORLDS_WRITTEN} points too (with --json)`,
    },
  ],
  lack: identifyLack,
  // Fetched when it is asked: a page that asks other questions does without.
  plan: async (study) => (await import('./plan.ts')).identifyPlan(study),
  compute: async (...asked) => (await import('./compute.ts')).identifyResult(...asked),
  canBeStopped: () => true,
  progress: ({ law }) => (law.by === 'data' ? 'resampling' : 'alternatives'),
  // Verdicts come at once, the range of possible values may take its time; only the mean has one of its own.
  firstLook: ({ law, linear, grid, assume, knowledge }, request) =>
    request.range !== false && law.by === 'latent' && linear && grid.points <= rangePoints(assume, knowledge)
      ? {
          request: { ...request, range: false },
          words: 'verdicts are found; computing the range of compatible values',
        }
      : undefined,
  // Written out on every grid: a report draws them.
  inRun: () => ({ worlds: true }),
};
