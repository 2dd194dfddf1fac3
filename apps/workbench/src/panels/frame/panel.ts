import type { Beside } from '@sightline/answers';
import type { Lack, ParsedStudy } from '@sightline/study';
import type { ComponentChildren, FunctionComponent } from 'preact';
import { longQuestion } from '../../state/long-questions.ts';
import type { Edited } from '../../study/edit-marks.ts';
import type { Scene } from '../../study/scene.ts';
import type { Benchmark, LongCommand, Question, Results } from '../../work/question.ts';

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
  asks: readonly Ask[];
}

/** A question that a panel asks by one command. */
export interface Ask<Command extends LongCommand = LongCommand> {
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
  /** What its document shows beside the result. */
  beside?(result: Results[Command], showing: Showing): Beside<Command> | undefined;
  /** What can be done with the answer, or with the section of it that is named. */
  actions?(result: Results[Command], showing: Showing, section?: string): ComponentChildren;
}

type RequestOf<Command extends LongCommand> = Extract<Question, { command: Command }>['request'];

/** An edit of the study that can be undone, as a button. */
export interface Start {
  words: string;
  edit(text: string): Edited;
}

/** How an answer is to be shown. */
export interface Showing {
  /** Whether this is the whole answer, or what was there when it was stopped. */
  complete: boolean;
  benchmark: Benchmark | undefined;
  /** The study that was asked about, as it was drawn then. */
  scene: Scene | undefined;
  /** Whether numbers of the catalogue still mean what they meant when it was asked. */
  usable: boolean;
}

/** A panel's question, with its result's type known where it is written. */
export function ask<Command extends LongCommand>(own: Ask<Command>): Ask {
  longQuestion(own.command);
  return own as unknown as Ask;
}
