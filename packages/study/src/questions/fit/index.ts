import { has } from '../../asking/lack.ts';
import { type Question, writtenFields } from '../../asking/question.ts';
import type { Study } from '../../schema/study.ts';
import type { FitAnswer, FitQuestionPlan, FitRequest } from './plan-and-result.ts';

/** Which law do sparse readings show? */
export const fit: Question<'fit', FitRequest, FitQuestionPlan, FitAnswer> = {
  name: 'fit',
  askedBy: 'fit',
  description:
    'Fits laws to sparse readings, any number of them at any times: kernel, trait, mean, standard deviation and noise by ' +
    'maximum likelihood; compares kernels, and says which parameters the times of the readings do not determine. Or, without a kernel, ' +
    'smooths the readings and says which pairs of times nobody was seen at together.',
  example: 'sightline fit examples/sparse/study.yaml --write latent.yaml',
  seedFor: 'for the folds of units that are held out',
  shared: 'the fits',
  options: [
    {
      name: 'reml',
      kind: 'flag',
      what: 'restricted likelihood, which allows for the estimated mean, in place of maximum likelihood',
    },
  ],
  lack: (parsed) =>
    has(parsed, 'fit')
      ? undefined
      : {
          why: 'the study does not ask for a law to be fitted',
          needs: '`fit: {}`, and `calibration` with a table of readings at any times',
        },
  async plan(study) {
    study.part(writtenFields);
    if (!has(study.parsed, 'fit'))
      study.report({
        path: ['fit'],
        value: undefined,
        why: '`sightline fit` fits a law to sparse readings, and `fit` is missing',
        accepted: 'fit: {}, or fit: { kernels, trait, mean }; and calibration: { data: file.csv }',
      });
    // Fetched when it is asked: a page that asks other questions does without.
    const { fitPlan } = await import('../../law/sparse-file.ts');
    const planned = has(study.parsed, 'fit') ? await study.part(fitPlan) : undefined;
    if (!planned || !study.isSound()) return undefined;
    const law = planned.surface
      ? await study.part((await import('../../law/surface-law.ts')).surfaceLaw)
      : null;
    return law === undefined ? undefined : { ...planned, study: study.parsed.parts as Study, law };
  },
  compute: async (plan, ...asked) =>
    plan.law
      ? (await import('./surface.ts')).surfaceResult(plan, plan.law, ...asked)
      : (await import('./compute.ts')).fitResult(plan, ...asked),
  canBeStopped: () => true,
  progress: () => 'fitting',
  inRun: () => ({}),
};
