import { printable } from '@sightline/study';
/** The columns that text for people keeps within. */
export const COLUMNS = 80;

/** `label` followed by `text`, wrapped at spaces within the columns and indented under the label's end. */
export function wrapText(label: string, text: string, columns = COLUMNS): string {
  const indent = ' '.repeat(length(label));
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(printable(text))) {
    if (line !== '' && length(indent) + length(line) + 1 + length(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((content, i) => (i === 0 ? label : indent) + content).join('\n');
}

/** What stays on a line: a number with its percent sign and its thousands, and a form of the study file, { outside: c }. */
function wordsOf(text: string): string[] {
  return text
    .replace(/\{ [^{}]{1,40} \}/g, (form) => form.replaceAll(' ', KEPT))
    .split(/ (?!%)(?!(?<=\d )\d{3}(?!\d))/)
    .map((word) => word.replaceAll(KEPT, ' '));
}

/** No text has it: printable ones have no control characters. */
const KEPT = '\u0000';

/** In characters, not UTF-16 units. */
export function length(text: string): number {
  return [...text].length;
}
