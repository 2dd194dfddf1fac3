import { answerDocument } from '@sightline/answers';
import { Answer } from '../../elements/answer.tsx';
import type { LongCommand, Results } from '../../work/question.ts';
import type { Ask, Showing } from './panel.ts';

interface ShownAnswerProps {
  ask: Ask;
  result: Results[LongCommand];
  showing: Showing;
}

/** An answer with what can be done with it. */
export function ShownAnswer({ ask: { beside, actions }, result, showing }: ShownAnswerProps) {
  return (
    <Answer
      document={answerDocument(result, beside?.(result, showing))}
      within={actions && ((section) => actions(result, showing, section))}
    >
      {actions?.(result, showing)}
    </Answer>
  );
}
