import type { AnswerDocument } from '@sightline/answers';
import { Answer } from '../../elements/answer.tsx';
import type { LongCommand, Results } from '../../work/question.ts';
import { DOCUMENTS } from './documents.ts';
import type { Ask, Showing } from './panel.ts';

interface ShownAnswerProps {
  ask: Ask;
  result: Results[LongCommand];
  showing: Showing;
}

/** An answer with what can be done with it. */
export function ShownAnswer({ ask: { command, beside, actions }, result, showing }: ShownAnswerProps) {
  const written = DOCUMENTS[command as keyof typeof DOCUMENTS] as (
    of: typeof result,
    known: unknown,
  ) => AnswerDocument;
  return (
    <Answer
      document={written(result, beside?.(result, showing))}
      within={actions && ((section) => actions(result, showing, section))}
    >
      {actions?.(result, showing)}
    </Answer>
  );
}
