import type { Question } from '../asking/question.ts';
import { calibrate } from './calibrate/index.ts';
import { design } from './design/index.ts';
import { fit } from './fit/index.ts';
import { identify } from './identify/index.ts';
import { plan } from './plan/index.ts';
import { predict } from './predict/index.ts';
import { retrospect } from './retrospect/index.ts';
import { trial } from './trial/index.ts';
import { value } from './value/index.ts';

/** All that can be asked of a study, in the order in which `sightline run` asks it. */
export const QUESTIONS = [fit, value, identify, calibrate, plan, trial, design, retrospect] as const;

/** What is asked of a study and of a table beside it: `sightline run` does not ask it. */
export const ASKED_ALONE = [predict] as const;

const ALL = [...QUESTIONS, ...ASKED_ALONE] as const;
export type QuestionName = (typeof ALL)[number]['name'];
export type StepName = (typeof QUESTIONS)[number]['name'];
export const STEPS: readonly StepName[] = QUESTIONS.map(({ name }) => name);

export function questionOf<Name extends QuestionName>(
  name: Name,
): Extract<(typeof ALL)[number], { name: Name }> {
  return ALL.find((one) => one.name === name) as Extract<(typeof ALL)[number], { name: Name }>;
}

/** One of them, for whoever goes through the list. */
export type AnyQuestion<Name extends QuestionName = StepName> = Question<
  Name,
  object,
  unknown,
  Answered<Name>
>;
type Answered<Name extends QuestionName> = Awaited<
  ReturnType<Extract<(typeof ALL)[number], { name: Name }>['compute']>
>;
