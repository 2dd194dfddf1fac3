import { answerDocument } from '@sightline/answers';
import type { FunctionComponent } from 'preact';
import { Answer } from '../../elements/answer.tsx';
import type { AnsweredProps, AnswerParts } from './answer-parts.ts';

/** An answer with what can be done with it. */
export const shownAnswer =
  ({ beside, actions, touched }: AnswerParts): FunctionComponent<AnsweredProps> =>
  ({ result, showing }) => (
    <Answer
      document={answerDocument(result, beside?.(result, showing))}
      within={actions && ((section) => actions(result, showing, section))}
      touched={touched && ((picture) => touched(result, showing, picture))}
    >
      {actions?.(result, showing)}
    </Answer>
  );
