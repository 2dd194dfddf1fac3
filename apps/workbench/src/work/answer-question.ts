import { NumericallyUndecided } from '@sightline/engine/internal';
import {
  InvalidStudy,
  type KeptValues,
  keptLaw,
  lawPlan,
  openStudy,
  questionOf,
  type StudyFiles,
  type Question as StudyQuestion,
  withLaw,
} from '@sightline/study';
import { lawAndData } from './law-picture.ts';
import type { Answer, Asking, Benchmark, Found, Question, Results, Watch } from './question.ts';
import { valueInstead } from './value-instead.ts';

/** Of a fitted law, while a mark moves: values need no draws, and the page shows no interval of theirs. */
const FEW_DRAWS = 100;

/** Answers a question by what the command of that name runs, and on errors in the same words. */
export const answerQuestion = (
  question: Question,
  asking: Asking,
  files: StudyFiles,
  watch: Watch,
): Promise<Answer<Results[keyof Results]>> =>
  answerOf(watch.signal, () => result(question, asking, withText(asking, files), watch));

/** How work ends, whichever way. */
export async function answerOf<Result>(
  signal: AbortSignal,
  work: () => Promise<{ result: Result; benchmark?: Benchmark }>,
): Promise<Answer<Result>> {
  try {
    return { kind: 'answered', ...(await work()) };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    if (error instanceof InvalidStudy) return { kind: 'problems', problems: error.problems };
    if (error instanceof NumericallyUndecided) return { kind: 'undecided', message: error.message };
    return { kind: 'fault', message: error instanceof Error ? error.message : String(error) };
  }
}

/** The files beside the study, and the study as it is on the page. */
export function withText({ study, text }: Asking, files: StudyFiles): StudyFiles {
  const bytes = new TextEncoder().encode(text);
  return { read: async (path) => (path === study ? bytes : files.read(path)) };
}

async function result(question: Question, asking: Asking, files: StudyFiles, watch: Watch): Promise<Found> {
  if (question.command === 'value') return valuesAndLaw(asking, files);
  // Fetched when something is asked for.
  const { longAnswer } = await import('./long-answer.ts');
  return longAnswer(question, asking, files, watch);
}

/** While a mark is dragged, the law and all other protocols' values stay. */
const kept: KeptValues = {};

/** The values, and the law to be drawn beside them. */
async function valuesAndLaw({ study, seed }: Asking, files: StudyFiles): Promise<Found> {
  const opened = await openStudy(study, files, 'value');
  const notAsked = valueInstead(opened.parsed);
  if (notAsked) {
    // Its problems are those of the questions that can be asked.
    for (const name of notAsked.instead) {
      const question: StudyQuestion = questionOf(name);
      await opened.plan((asking) => question.plan(asking, {}, seed));
    }
    return { result: { result: null, law: undefined, notAsked } };
  }
  const { plan, origin } = await opened.plan((asking) => lawPlan(asking, (own) => keptLaw(kept, own)));
  const made = await withLaw(plan);
  // Second moments are not yet a law that could be drawn.
  const law = made.latent.estimand === 'gaussian' ? await lawAndData(made, seed) : undefined;
  if (plan.protocols.length === 0) return { result: { result: null, law } };
  const request = made.latent.fitted ? { draws: FEW_DRAWS } : { kept };
  return { result: { result: await questionOf('value').compute(plan, { ...origin, seed }, request), law } };
}
