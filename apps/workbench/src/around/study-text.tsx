import { useRef } from 'preact/hooks';
import { values } from '../state/values.ts';
import { text, write } from '../state/workbench.ts';
import { Problems } from './problems.tsx';

/** The study itself, as the file that the command line reads. What is typed here counts at once. */
export function StudyText() {
  const { problems, failed } = values.value;
  const visits = useRef(0);
  const lines = text.value.split('\n').length;
  return (
    <section aria-labelledby="study-text-title">
      <h2 id="study-text-title">Study file</h2>
      {problems.length > 0 && (
        <div role="alert">
          <Problems problems={problems} />
        </div>
      )}
      {failed !== undefined && (
        <p class="notice" role="alert">
          {failed}
        </p>
      )}
      <div class="study-text">
        <pre class="line-numbers" aria-hidden="true">
          {Array.from({ length: lines }, (_, i) => i + 1).join('\n')}
        </pre>
        <textarea
          aria-labelledby="study-text-title"
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          rows={lines + 1}
          value={text.value}
          onFocus={() => visits.current++}
          onInput={(event) => write(event.currentTarget.value, `typing ${visits.current}`)}
        />
      </div>
    </section>
  );
}
