import type { LocatedProblem } from '@sightline/study';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problems } from '../elements/problems.tsx';
import { failed, problems } from '../state/values.ts';
import { text, write } from '../state/workbench.ts';

/** Milliseconds: half a word is wrong nearly always, and nobody wants to hear of it while writing the other half. */
const REST = 700;

/**
 * The study itself, as the file that the command line reads. What is typed here counts at once. It shows a few lines; who
 * writes in it has it as a drawer beside the timeline, where nothing moves it.
 */
export function StudyText() {
  const rested = useRested(problems.value);
  const visits = useRef(0);
  const section = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useDrawer(section);
  const lines = text.value.split('\n').length;
  return (
    <section
      ref={section}
      class={drawn ? 'study-file drawn' : 'study-file'}
      aria-labelledby="study-text-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDrawn(false);
        else if (event.target instanceof HTMLTextAreaElement && event.key.length === 1) setDrawn(true);
      }}
    >
      <div class="study-file-head">
        <h2 id="study-text-title">Study file</h2>
        <button type="button" aria-expanded={drawn} onClick={() => setDrawn(!drawn)}>
          {drawn ? 'Close the text' : 'Edit the text'}
        </button>
      </div>
      <div class="study-text">
        <pre class="line-numbers" aria-hidden="true">
          {Array.from({ length: lines }, (_, i) => i + 1).join('\n')}
        </pre>
        <textarea
          aria-labelledby="study-text-title"
          aria-invalid={rested.length > 0}
          aria-errormessage="study-problems"
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          rows={lines + 1}
          value={text.value}
          onFocus={() => visits.current++}
          onClick={() => setDrawn(true)}
          onInput={(event) => write(event.currentTarget.value, `typing ${visits.current}`)}
        />
      </div>
      <pre class="study-on-paper">{text.value}</pre>
      {/* Below the text, which would otherwise move under the hands of whoever writes it. */}
      <div id="study-problems" aria-live="polite">
        {rested.length > 0 && <Problems problems={rested} />}
        {failed.value !== undefined && <p class="notice">{failed.value}</p>}
      </div>
    </section>
  );
}

/** Whether the drawer is out. It goes back when something that it would cover gets the focus. */
function useDrawer(section: { current: HTMLElement | null }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!drawn) return undefined;
    const onFocus = ({ target }: FocusEvent) => {
      const at = target as Element;
      if (at.closest('main') && !at.closest('#timeline') && !section.current?.contains(at)) setDrawn(false);
    };
    addEventListener('focusin', onFocus);
    return () => removeEventListener('focusin', onFocus);
  }, [drawn]);
  return [drawn, setDrawn] as const;
}

/** Problems once they have stood for a while; that there are none is known at once. */
function useRested(problems: readonly LocatedProblem[]): readonly LocatedProblem[] {
  const [rested, setRested] = useState(problems);
  useEffect(() => {
    if (problems.length === 0) {
      setRested(problems);
      return undefined;
    }
    const timer = setTimeout(() => setRested(problems), REST);
    return () => clearTimeout(timer);
  }, [problems]);
  return problems.length === 0 ? problems : rested;
}
