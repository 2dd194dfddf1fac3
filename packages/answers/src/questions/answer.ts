import type { RunSteps } from '@sightline/study';
import type { AnswerDocument } from '../document/document.ts';
import { calibrateDocument } from './calibrate.ts';
import { designDocument } from './design/document.ts';
import { identifyDocument } from './identify.ts';
import { planDocument } from './plan.ts';
import { retrospectDocument } from './retrospect/document.ts';
import { valueDocument } from './value.ts';

const DOCUMENTS: { [Step in keyof RunSteps]: (result: RunSteps[Step]) => AnswerDocument } = {
  value: valueDocument,
  identify: (result) => identifyDocument(result),
  calibrate: (result) => calibrateDocument(result),
  plan: planDocument,
  design: (result) => designDocument(result),
  retrospect: retrospectDocument,
};

/** The document of whatever a command answered. */
export function answerDocument(result: RunSteps[keyof RunSteps]): AnswerDocument {
  return (DOCUMENTS[result.command] as (own: typeof result) => AnswerDocument)(result);
}
