import { lackOfLaw, NO_PROTOCOL, protocolCount } from '../../asking/lack.ts';
import { LEVEL, type Question, tooFewDraws } from '../../asking/question.ts';
import { type PredictPlan, type PredictRequest, type PredictResult, USUAL_DRAWS } from './plan-and-result.ts';

/** What do the readings of new units say of their targets? */
export const predict: Question<'predict', PredictRequest, PredictPlan, PredictResult> = {
  name: 'predict',
  description:
    'Predicts the target of each unit from what a protocol read of it, under the law of the study: the conditional mean, ' +
    'its standard deviation and an interval. The table has a column `unit` and one column a reading, in the protocol’s ' +
    'order or headed by their times; empty cells are readings that were missed.',
  example:
    'sightline predict examples/finger-pricks/study.yaml --protocol "before meals" --readings examples/finger-pricks/new-patients.csv',
  seedFor: 'for the draws of intervals',
  shared: 'the predictions',
  options: [
    {
      name: 'protocol',
      kind: 'text',
      value: 'name',
      example: 'pricks',
      what: 'the protocol that took the readings; needed where the study has several',
    },
    {
      name: 'readings',
      kind: 'file',
      value: 'file',
      example: 'new.csv',
      needed: true,
      what: 'the table of readings: CSV, CSV.gz or Parquet, in the unit of the data',
    },
    {
      name: 'columns',
      kind: 'text',
      value: 'a,b,…',
      example: 'morning,noon',
      what: 'the columns of the readings by name, in the protocol’s order',
    },
    {
      name: 'limits',
      kind: 'text',
      value: 'low,high',
      example: '40,400',
      what: 'what LOW, HIGH and <40 in cells stand for; one may be empty; those of `calibration` unless given',
    },
    { ...LEVEL, what: 'probability that an interval holds' },
    {
      name: 'draws',
      kind: 'whole',
      value: 'n',
      least: 100,
      most: 100_000,
      usual: USUAL_DRAWS,
      what: 'draws for the intervals of targets that are not linear in the readings',
    },
  ],
  misuse: ({ draws = USUAL_DRAWS, level }) => tooFewDraws({ draws, level }),
  lack: (parsed) => (protocolCount(parsed) === 0 ? NO_PROTOCOL : lackOfLaw(parsed)),
  // Fetched when it is asked: a page that asks other questions does without.
  plan: async (study, request) => (await import('./plan.ts')).predictPlan(study, request),
  compute: async (...asked) => (await import('./compute.ts')).predictResult(...asked),
  canBeStopped: () => true,
  progress: () => 'predicting',
};
