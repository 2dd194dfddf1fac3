import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  snippet,
} from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import {
  type Diagnostic,
  diagnosticCount,
  forEachDiagnostic,
  nextDiagnostic,
  setDiagnostics,
} from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { effect } from '@preact/signals';
import type { LocatedProblem } from '@sightline/study';
import { useEffect, useRef } from 'preact/hooks';
import { ownName, parsed, studyName, text, write } from '../state/workbench.ts';
import { completionsAt } from './completions.ts';
import { editorTheme } from './editor-theme.ts';
import { fieldWords } from './field-schema.ts';
import { problemRanges } from './problem-ranges.ts';
import { fieldAt } from './text-place.ts';

/** What is not typed here but came from elsewhere on the page. */
const fromPage = Annotation.define<true>();

export interface TextEditorProps {
  problems: readonly LocatedProblem[];
  /** Where the text was written before the editor was there. */
  selection: readonly [number, number];
}

/**
 * The study's text with completion, words on fields and underlined problems. It stands in a shadow root: there its style
 * sheets are objects, which the page's policy allows, and not elements, which it refuses.
 */
export function TextEditor({ problems, selection: [anchor, head] }: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  useEffect(() => {
    const root = host.current!.attachShadow({ mode: 'open' });
    const doc = text.peek();
    const made = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc,
        selection: { anchor: Math.min(anchor, doc.length), head: Math.min(head, doc.length) },
        extensions,
      }),
    });
    view.current = made;
    made.focus();
    made.dispatch({ scrollIntoView: true });
    const stop = effect(() => takeOver(made, text.value));
    // Problems that are listed below take room away, and not the line that one writes.
    const resized = new ResizeObserver(() => {
      if (made.hasFocus) made.dispatch({ scrollIntoView: true });
    });
    resized.observe(host.current!);
    return () => {
      stop();
      resized.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const made = view.current!;
    const shown = problemRanges([studyName.peek(), ownName.peek()], made.state.doc.toString(), problems).map(
      (range): Diagnostic => ({ ...range, severity: 'error' }),
    );
    made.dispatch(setDiagnostics(made.state, shown));
  }, [problems]);
  return <div ref={host} class="text-editor" />;
}

/** Puts the page's text into the editor, and touches no more of it than has changed. */
function takeOver(view: EditorView, given: string): void {
  const now = view.state.doc.toString();
  // An editor has one kind of line break, as every field has.
  const next = given.replace(/\r\n?/g, '\n');
  if (now === next) return;
  let from = 0;
  while (from < Math.min(now.length, next.length) && now[from] === next[from]) from++;
  let same = 0;
  const room = Math.min(now.length, next.length) - from;
  while (same < room && now.at(-1 - same) === next.at(-1 - same)) same++;
  view.dispatch({
    changes: { from, to: now.length - same, insert: next.slice(from, next.length - same) },
    annotations: fromPage.of(true),
  });
}

/** Milliseconds between two words of one step of the history. */
const PAUSE = 1000;
let last = { at: 0, step: 0 };

function typed(next: string): void {
  const at = performance.now();
  last = { at, step: at - last.at > PAUSE ? last.step + 1 : last.step };
  write(next, `typing in the editor ${last.step}`);
}

/** What comes before a place where a value, or the first name of a mapping, is still to be written. */
const WAITS = /(?:[:[{,] |:\n *)$/;

function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const found = completionsAt(state.doc.toString(), pos, parsed.peek().parts);
  // Nobody is asked before the first letter, unless a name or a list waits for its value.
  if (!found || (!explicit && found.from === pos && !WAITS.test(state.sliceDoc(0, pos)))) return null;
  return {
    from: found.from,
    to: found.to,
    options: found.options.map(({ label, detail, info, template, isRequired }, i) => ({
      label,
      // A word of its own for who hears it.
      detail: ` ${detail}`,
      ...(info !== undefined && { info }),
      // In the schema's order, and what must be there first.
      boost: (isRequired ? 50 : 0) - i / 10,
      apply: snippet(template),
    })),
    validFor: /^[\p{L}\p{N}_$-]*$/u,
  };
}

const onHover = hoverTooltip((view, pos) => {
  const field = fieldAt(view.state.doc.toString(), pos);
  const words = field && fieldWords(field.path);
  if (!field || !words) return null;
  return {
    pos: field.from,
    end: field.to,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'field-words';
      const [name, said] = [document.createElement('strong'), document.createElement('p')];
      name.textContent = field.path.join('.');
      said.textContent = words;
      dom.append(name, said);
      return { dom };
    },
  };
});

/** Goes to the next problem and has it read. */
function toNextProblem(view: EditorView): boolean {
  if (!nextDiagnostic(view)) return false;
  const { from } = view.state.selection.main;
  forEachDiagnostic(view.state, ({ message }, at) => {
    if (at === from) view.dispatch({ effects: EditorView.announce.of(message) });
  });
  return true;
}

const extensions = [
  lineNumbers(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  yaml(),
  autocompletion({ override: [complete], icons: false, activateOnCompletion: () => true }),
  // Below the editor is the status line, which nothing may cover.
  tooltips({
    tooltipSpace: ({ dom }) => ({
      top: 0,
      left: 0,
      right: innerWidth,
      bottom: dom.getBoundingClientRect().bottom,
    }),
  }),
  onHover,
  editorTheme,
  EditorState.tabSize.of(2),
  // Tab leaves the text, as in any field; undo and redo are the page's.
  keymap.of([{ key: 'F8', run: toNextProblem }, ...closeBracketsKeymap, ...defaultKeymap]),
  EditorView.contentAttributes.of((view) => ({
    'aria-label': 'Study file',
    tabindex: '0',
    'aria-invalid': String(diagnosticCount(view.state) > 0),
  })),
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.some((one) => one.annotation(fromPage))) typed(state.doc.toString());
  }),
];
