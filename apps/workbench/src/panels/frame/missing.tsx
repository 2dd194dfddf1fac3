import type { Lack } from '@sightline/study';
import { Marked } from '../../elements/marked.tsx';
import { apply, isReadable } from '../../state/workbench.ts';
import type { Start } from './panel.ts';

interface MissingProps {
  lack: Lack | undefined;
  starts: (() => readonly Start[]) | undefined;
}

/** What is missing, in the words of `sightline run`, and starts that make sense: each is an edit of the study that can be undone. */
export function Missing({ lack, starts }: MissingProps) {
  if (!isReadable.value)
    return <p class="missing">The text of the study cannot be read: its problems are shown beside it.</p>;
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
