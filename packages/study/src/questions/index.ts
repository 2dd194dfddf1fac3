import type { Question } from '../asking/question.ts';
import { calibrate } from './calibrate/index.ts';
import { design } from './design/index.ts';
import { fit } from './fit/index.ts';
import { identify } from './identify/index.ts';
import { plan } from './plan/index.ts';
import { retrospect } from './retrospect/index.ts';
import { trial } from './trial/index.ts';
import { value } from './value/index.ts';

/** All that can be asked of a study, in the order in which `sightline run` asks it. */
export const QUESTIONS = [fit, value, identify, calibrate, plan, trial, design, retrospect] as const;

export type StepName = (typeof QUESTIONS)[number]['name'];
export const STEPS: readonly StepName[] = QUESTIONS.map(({ name }) => name);

export function questionOf<Name extends StepName>(
  name: Name,
): Extract<(typeof QUESTIONS)[number], { name: Name }> {
  return QUESTIONS.find((one) => one.name === name) as Extract<(typeof QUESTIONS)[number], { name: Name }>;
}

/** One of them, for whoever goes through the list. */
export type AnyQuestion = Question<StepName, object, unknown, Answered>;
type Answered = Awaited<ReturnType<(typeof QUESTIONS)[number]['compute']>>;
