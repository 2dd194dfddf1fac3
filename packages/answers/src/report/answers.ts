import type { RunResult, StepName } from '@sightline/study';
import { bestAnswer } from './best-answer.ts';
import { knownAnswer } from './known-answer.ts';
import { recordsAnswer } from './records-answer.ts';
import { toldApartAnswer } from './told-apart-answer.ts';

/** A question that a study may ask, and what came of it, in sentences. */
export interface Answer {
  question: string;
  /** What it means, for whoever hears it the first time. */
  meaning: string;
  /** Whether the study asks it. */
  asked: boolean;
  sentences: string[];
}

/** The answers in the order of the questions: what a reader should know who reads nothing else. */
export function answers(run: RunResult): Answer[] {
  const { steps } = run;
  const answer = (
    question: string,
    meaning: string,
    by: readonly StepName[],
    say: (run: RunResult) => string[],
  ): Answer => {
    const asked = by.some(
      (step) => steps[step] !== undefined || run.undecided.some((one) => one.step === step),
    );
    return { question, meaning, asked, sentences: asked ? say(run) : notAsked(run, by) };
  };
  const onGrid = run.given.time !== undefined;
  return [
    ...(onGrid
      ? [
          answer(
            'Known?',
            'What would each protocol be worth, and do the data at hand determine it?',
            ['value', 'identify'],
            knownAnswer,
          ),
          answer(
            'Told apart?',
            'Do the units at hand show which protocol is better?',
            ['calibrate', 'plan'],
            toldApartAnswer,
          ),
          answer('Best?', 'Which readings should be taken?', ['design'], bestAnswer),
        ]
      : []),
    ...(steps.retrospect || !onGrid
      ? [
          answer(
            'What would it have told?',
            'How well would partial observation have predicted records that were watched throughout?',
            ['retrospect'],
            recordsAnswer,
          ),
        ]
      : []),
  ];
}

function notAsked({ skipped }: RunResult, by: readonly StepName[]): string[] {
  const first = skipped.find(({ step }) => by.includes(step));
  return first ? [`Not asked: ${first.why}. It would need ${first.needs}.`] : [];
}
