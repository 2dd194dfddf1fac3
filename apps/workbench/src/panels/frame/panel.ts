import type { Lack, ParsedStudy } from '@sightline/study';
import type { FunctionComponent } from 'preact';
import { fetched } from '../../elements/fetched.tsx';
import { longQuestion } from '../../state/long-questions.ts';
import type { Edited } from '../../study/edit-marks.ts';
import type { LongCommand, Question } from '../../work/question.ts';
import type { AnsweredProps, AnswerParts } from './answer-parts.ts';

/** One or two questions of the page under one tab: what is asked, with which controls, and how the answer is shown. */
export interface Panel {
  /** In the page's ids. */
  name: string;
  /** Its place among the others. */
  rank: number;
  /** On its tab. */
  title: string;
  /** In one sentence. */
  question: string;
  asks: readonly AskedBy[];
}

/** A question that a panel asks by one command. */
export interface Ask<Command extends LongCommand = LongCommand> extends AnswerParts<Command> {
  command: Command;
  /** Above it, where it is not the panel's first. */
  heading?: string;
  /** Whether it is worth asking for the study as it stands; it is where nothing else is said. */
  offered?(): boolean;
  /** On its button. */
  words: string;
  /** On the button that ends it early. */
  stop?: string;
  /** The command's options, as the controls stand. */
  request(): RequestOf<Command>;
  /** What the study lacks for it, in the command line's words. */
  lack(parsed: ParsedStudy, request: RequestOf<Command>): Lack | undefined;
  /** Why it cannot be asked, beside what the study lacks. */
  blocked?(): string | undefined;
  /** Edits that give the study what it lacks for this, where there are such that make sense. */
  starts?(): readonly Start[];
  /** Whether what it lacks is just being given, so that nobody need be told. */
  isBeingGiven?(): boolean;
  /** What can be set before it is asked. */
  Controls?: FunctionComponent;
  /** How the answer is shown, where that is fetched with the first answer. */
  answered?(): Promise<AnswerParts<Command>>;
}

type RequestOf<Command extends LongCommand> = Extract<Question, { command: Command }>['request'];

/** An edit of the study that can be undone, as a button. */
export interface Start {
  words: string;
  edit(text: string): Edited;
}

/** A panel's question, with its result's type known where it is written. */
export function ask<Command extends LongCommand>(own: Ask<Command>): AskedBy {
  longQuestion(own.command);
  const Answered = fetched<AnsweredProps>('The answer', async () => {
    const [{ shownAnswer }, parts] = await Promise.all([
      import('./shown-answer.tsx'),
      own.answered?.() ?? own,
    ]);
    return shownAnswer(parts as unknown as AnswerParts);
  });
  return { ...(own as unknown as Ask), Answered };
}

/** A question with what shows its answer: that comes with all its words and pictures, and is fetched with the first one. */
export interface AskedBy extends Ask {
  Answered: FunctionComponent<AnsweredProps>;
}
