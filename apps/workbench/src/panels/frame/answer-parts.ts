import type { Beside } from '@sightline/answers';
import type { Picture } from '@sightline/answers/pictures';
import type { ComponentChildren } from 'preact';
import type { Scene } from '../../study/scene.ts';
import type { Benchmark, LongCommand, Results } from '../../work/question.ts';

/** How a panel shows an answer: what stands beside its numbers, and what can be done with it. */
export interface AnswerParts<Command extends LongCommand = LongCommand> {
  /** What its document shows beside the result. */
  beside?(result: Results[Command], showing: Showing): Beside<Command> | undefined;
  /** What can be done with the answer, or with the section of it that is named. */
  actions?(result: Results[Command], showing: Showing, section?: string): ComponentChildren;
  /** A picture that can be touched, in place of the document's own of that name. */
  touched?(
    result: Results[Command],
    showing: Showing,
    picture: Picture,
  ): ((width: number) => ComponentChildren) | undefined;
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

export interface AnsweredProps {
  result: Results[LongCommand];
  showing: Showing;
}
