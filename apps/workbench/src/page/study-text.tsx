import type { LocatedProblem } from '@sightline/study';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problems } from '../elements/problems.tsx';
import { failed, problems } from '../state/values.ts';
import { text, write } from '../state/workbench.ts';

/** Milliseconds: half a word is wrong nearly always, and nobody wants to hear of it while writing the other half. */
const REST = 700;

/** The study itself, as the file that the command line reads. What is typed here counts at once. */
export function StudyText() {
  const rested = useRested(problems.value);
  const visits = useRef(0);
  const lines = text.value.split('\n').length;
  return (
    <section aria-labelledby="study-text-title">
      <h2 id="study-text-title">Study file</h2>
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
