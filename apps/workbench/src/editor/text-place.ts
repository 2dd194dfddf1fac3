import { documentOf, fieldName } from '@sightline/study';
import { isMap, isPair, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { Path } from '../study/study-edit.ts';

/** Where a word of a study's text stands, be it begun or not yet. */
export interface TextPlace {
  /** Of the mapping that a name belongs to, or of the value itself. */
  path: Path;
  part: 'name' | 'value';
  from: number;
  to: number;
  /** Names that the mapping has besides. */
  taken: readonly string[];
  /** Whether a name is followed by its colon already. */
  isNamed: boolean;
  /** In braces or brackets, on one line. */
  isFlow: boolean;
  /** Whether nothing but the word stands here: what looks like a name might also be a value. */
  isAlone: boolean;
  /** Characters between the indentation of its line and the word. */
  indent: number;
}

/** No study has it. */
const MARK = '\u{E000}';

/** The place of the word at an offset; none in comments, quotes and free text. */
export function placeAt(text: string, offset: number): TextPlace | undefined {
  const from = offset - /[\p{L}\p{N}_$-]*$/u.exec(text.slice(0, offset))![0].length;
  const to = offset + /^[\p{L}\p{N}_$-]*/u.exec(text.slice(offset))![0].length;
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  if (/(^|\s)#|["'][^"']*$|:$/.test(line.replace(/"[^"]*"|'[^']*'/g, '_'))) return undefined;
  const isNamed = /^[ \t]*:(\s|$)/.test(text.slice(to));
  const begins = /^\s*(- +)*$/.test(line);
  // A name without its colon is none for YAML.
  const marked = text.slice(0, from) + MARK + (begins && !isNamed ? ':' : '') + text.slice(to);
  const read = documentOf(marked);
  if ('deep' in read) return undefined;
  const found = markedIn(read.document.contents, []);
  return found && { ...found, from, to, isNamed, indent: line.trimStart().length };
}

type Found = Pick<TextPlace, 'path' | 'part' | 'taken' | 'isFlow' | 'isAlone'>;

function markedIn(node: unknown, path: Path): Found | undefined {
  if (isScalar(node)) {
    if (node.value !== MARK) return undefined;
    return { path, part: 'value', taken: [], isFlow: false, isAlone: true };
  }
  if (isSeq(node)) {
    for (const [i, item] of node.items.entries()) {
      const found = markedIn(isPair(item) ? undefined : item, [...path, i]);
      if (found) return { ...found, isFlow: found.isFlow || node.flow === true };
    }
    return undefined;
  }
  if (!isMap(node)) return undefined;
  const names = node.items.map(nameOf);
  if (names.includes(MARK))
    return {
      path,
      part: 'name',
      taken: names.filter((name) => name !== MARK),
      isFlow: node.flow === true,
      isAlone: names.length === 1 && node.flow !== true,
    };
  for (const [i, pair] of node.items.entries()) {
    const found = markedIn(pair.value, [...path, names[i]!]);
    if (found) return { ...found, isFlow: found.isFlow || node.flow === true };
  }
  return undefined;
}

/** A field under the pointer: its name, or a value that belongs to it. */
export interface FieldPlace {
  path: Path;
  from: number;
  to: number;
}

/** The innermost field at an offset. */
export function fieldAt(text: string, offset: number): FieldPlace | undefined {
  const read = documentOf(text);
  if ('deep' in read) return undefined;
  const spans = (node: unknown) => {
    const range = (node as Node | undefined)?.range;
    return range && range[0] <= offset && offset <= range[1] ? range : undefined;
  };
  let found: FieldPlace | undefined;
  const visit = (node: unknown, path: Path): void => {
    if (isSeq(node)) node.items.forEach((item, i) => void (spans(item) && visit(item, [...path, i])));
    if (!isMap(node)) return;
    for (const pair of node.items) {
      const own = [...path, nameOf(pair)];
      const range = spans(pair.key) ?? spans(pair.value);
      if (!range) continue;
      found = { path: own, from: range[0], to: range[1] };
      visit(pair.value, own);
    }
  };
  visit(read.document.contents, []);
  return found;
}

const nameOf = ({ key }: Pair): string => fieldName(key);
