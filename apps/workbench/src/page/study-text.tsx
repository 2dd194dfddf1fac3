import type { LocatedProblem } from '@sightline/study';
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TextEditorProps } from '../editor/text-editor.tsx';
import { Problems } from '../elements/problems.tsx';
import { failed, problems } from '../state/values.ts';
import { said, text, write } from '../state/workbench.ts';

/** Milliseconds: half a word is wrong nearly always, and nobody wants to hear of it while writing the other half. */
const REST = 700;

/**
 * The study itself, as the file that the command line reads. What is typed here counts at once. It shows a few lines in a
 * plain field; who writes in it has it as a drawer beside the timeline, where nothing moves it, and with an editor.
 */
export function StudyText() {
  const rested = useRested(problems.value);
  const visits = useRef(0);
  const section = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [drawn, setDrawn] = useDrawer(section);
  const [isPlain, setPlain] = useState(false);
  const Editor = useEditor(drawn && !isPlain);
  const lines = text.value.split('\n').length;
  const close = () => {
    setDrawn(false);
    button.current?.focus();
  };
  return (
    <section
      ref={section}
      class={drawn ? 'study-file drawn' : 'study-file'}
      aria-labelledby="study-text-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && drawn && !event.defaultPrevented) close();
        else if (event.target instanceof HTMLTextAreaElement && event.key.length === 1) setDrawn(true);
      }}
    >
      <div class="study-file-head">
        <h2 id="study-text-title">Study file</h2>
        {drawn && (
          <label>
            <input
              type="checkbox"
              checked={isPlain}
              onChange={({ currentTarget }) => setPlain(currentTarget.checked)}
            />{' '}
            plain field
          </label>
        )}
        <button
          ref={button}
          type="button"
          aria-expanded={drawn}
          onClick={() => (drawn ? close() : setDrawn(true))}
        >
          {drawn ? 'Close the text' : 'Edit the text'}
        </button>
      </div>
      {Editor ? (
        <>
          <p class="muted">
            <kbd>Ctrl</kbd>+<kbd>Space</kbd> says what can be written here, <kbd>F8</kbd> goes to the next
            problem, <kbd>Tab</kbd> leaves the text, <kbd>Esc</kbd> closes it.
          </p>
          <Editor
            problems={rested}
            selection={[field.current?.selectionStart ?? 0, field.current?.selectionEnd ?? 0]}
          />
        </>
      ) : null}
      <div class="study-text" hidden={Editor !== undefined}>
        <pre class="line-numbers" aria-hidden="true">
          {Array.from({ length: lines }, (_, i) => i + 1).join('\n')}
        </pre>
        <textarea
          ref={field}
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

/** The editor while it is wanted, once it is there: it is fetched by who first draws the text out. */
function useEditor(isWanted: boolean): FunctionComponent<TextEditorProps> | undefined {
  const [editor, setEditor] = useState<{ Part: FunctionComponent<TextEditorProps> }>();
  useEffect(() => {
    if (!isWanted || editor) return;
    import('../editor/text-editor.tsx').then(
      ({ TextEditor }) => setEditor({ Part: TextEditor }),
      () => {
        said.value = 'The editor could not be loaded; the plain field does without it.';
      },
    );
  }, [isWanted]);
  return isWanted ? editor?.Part : undefined;
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
