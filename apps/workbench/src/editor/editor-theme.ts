import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const wavy = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour}`,
  textUnderlineOffset: '3px',
});

/** The page's palette; light and dark follow from its custom properties, which reach into the editor. */
export const editorTheme = [
  EditorView.theme({
    '&': { color: 'var(--ink)', backgroundColor: 'var(--ground)', fontSize: '13px', height: '100%' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.45' },
    '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--ground)', border: '0' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--blueBand)' },
    '.cm-tooltip': {
      color: 'var(--ink)',
      backgroundColor: 'var(--ground)',
      border: '1px solid var(--axis)',
      borderRadius: '3px',
      maxWidth: 'min(26rem, 90vw)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '14em' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--ground)', background: 'var(--blue)' },
    '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'bold' },
    '.cm-completionDetail': { fontStyle: 'normal', marginLeft: '0.75em', opacity: '1' },
    '.cm-tooltip.cm-completionInfo, .field-words': {
      padding: '0.4rem 0.6rem',
      fontFamily: 'system-ui, sans-serif',
    },
    '.field-words p': { margin: '0' },
    '.cm-diagnostic': { whiteSpace: 'normal', fontFamily: 'system-ui, sans-serif' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--red)' },
    '.cm-lintRange-error': wavy('var(--red)'),
    '.cm-snippetField': { backgroundColor: 'var(--blueBand)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--blue)' },
      { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
      { tag: [tags.string, tags.content, tags.number, tags.bool], color: 'var(--ink)' },
      { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: 'var(--muted)' },
    ]),
  ),
];
