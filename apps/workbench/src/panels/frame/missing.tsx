import { stepsOf } from '@sightline/study';
import { Marked } from '../../elements/marked.tsx';
import { apply, isReadable, parsed } from '../../state/workbench.ts';
import type { Question } from '../../work/question.ts';
import type { Start } from './panel.ts';

/** What a question would need of the study, in the words of `sightline run`; undefined where nothing is missing. */
export function lackOf(question: Question): { why: string; needs: string } | undefined {
  const gap = question.command === 'plan' ? question.request.gap : undefined;
  return stepsOf(parsed.value, gap).skipped.find(({ step }) => step === question.command);
}

interface MissingProps {
  question: Question;
  starts: (() => readonly Start[]) | undefined;
}

/** What is missing, and starts that make sense: each is an edit of the study that can be undone. */
export function Missing({ question, starts }: MissingProps) {
  if (!isReadable.value)
    return <p class="missing">The text of the study cannot be read: its problems are shown beside it.</p>;
  const lack = lackOf(question);
  if (!lack) return null;
  return (
    <div class="missing">
      <p>
        This cannot be asked yet: {lack.why}. It needs <Marked text={lack.needs} />.
      </p>
      <Starts starts={starts?.() ?? []} />
    </div>
  );
}

export function Starts({ starts }: { starts: readonly Start[] }) {
  if (starts.length === 0) return null;
  return (
    <p class="buttons">
      {starts.map(({ words, edit }) => (
        <button key={words} type="button" disabled={!isReadable.value} onClick={() => apply(edit)}>
          {words}
        </button>
      ))}
    </p>
  );
}
