import type { Answers } from '@sightline/study';
import type { AnswerDocument } from '../document/document.ts';
import { documentInOwnWords } from '../document/document-in-own-words.ts';
import { calibrateDocument } from './calibrate.ts';
import { designDocument } from './design/document.ts';
import { fitDocument } from './fit.ts';
import { identifyDocument } from './identify/document.ts';
import { planDocument } from './plan.ts';
import { predictDocument } from './predict.ts';
import { retrospectDocument } from './retrospect/document.ts';
import { trialDocument } from './trial.ts';
import { valueDocument } from './value.ts';

const DOCUMENTS = {
  fit: fitDocument,
  value: valueDocument,
  identify: identifyDocument,
  calibrate: calibrateDocument,
  plan: planDocument,
  trial: trialDocument,
  design: designDocument,
  retrospect: retrospectDocument,
  predict: predictDocument,
} satisfies { [Step in keyof Answers]: (result: Answers[Step], beside?: never) => AnswerDocument };

/** What a document shows beside the result, where it is known. */
export type Beside<Step extends keyof Answers> = (typeof DOCUMENTS)[Step] extends (
  result: never,
  beside?: infer Own,
) => unknown
  ? Own
  : never;

/** The document of whatever a command answered. */
export function answerDocument<Step extends keyof Answers>(
  result: Answers[Step],
  beside?: Beside<Step>,
): AnswerDocument {
  const written = DOCUMENTS['trial' in result ? 'trial' : result.command] as (
    own: unknown,
    known: unknown,
  ) => AnswerDocument;
  return documentInOwnWords(written(result, beside), result);
}
