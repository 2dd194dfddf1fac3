import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  parseDocument,
} from 'yaml';
import { type LocatedProblem, type Path, pathText } from './located-problem.ts';
import { leftOpen, yamlMistake } from './yaml-mistakes.ts';

export interface Position {
  line: number;
  column: number;
}

/** A study file as data, and where in the text each part of it stands. */
export interface StudySource {
  file: string;
  value: unknown;
  /** What keeps the text from being read: syntax, names that stand twice, unknown anchors and tags. */
  problems: LocatedProblem[];
  /** Whether the text was good enough for its content to be checked. */
  readable: boolean;
  /** Where a path's value stands (or its name), or the nearest part above it that exists. */
  locate(path: Path, part?: 'name' | 'value'): Position;
}

/** The tree of positions, in parallel to the data. */
interface Mark {
  name?: number;
  value: number;
  parts?: Map<string | number, Mark>;
}

/** A study file is some five levels deep; this keeps a hostile one from exhausting the stack. */
const MOST_LEVELS = 30;
/** Aliases can multiply a small text into a huge one. */
const MOST_NODES = 100_000;

/** Reads YAML 1.2, of which JSON is a part. */
export function readSource(file: string, text: string): StudySource {
  const lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    // Before the first line break was counted, and in an empty text, there is no line 0.
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems: LocatedProblem[] = [];
  const complain = (offset: number, path: Path, value: unknown, why: string, accepted: string) =>
    problems.push({ file, ...at(offset), path: pathText(path), value, why, accepted });
  const source = (value: unknown, readable: boolean, root: Mark): StudySource => ({
    file,
    value,
    problems,
    readable,
    locate: (path, part = 'value') => at(offsetOf(root, path, part)),
  });

  const deep = tooDeep(text);
  if (deep !== undefined) {
    lines.addNewLine(0);
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) lines.addNewLine(i + 1);
    complain(deep, [], lineAt(text, deep), 'the text is nested too deeply', `at most ${MOST_LEVELS} levels`);
    return source(undefined, false, { value: 0 });
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const told = new Set<number>();
  const open = document.errors.some(({ message }) => /flow|closing|quote/i.test(message))
    ? leftOpen(text)
    : undefined;
  const mistakes = [...document.errors, ...document.warnings]
    .map(({ code, message, pos }) => yamlMistake(code, message, text, pos[0]))
    // What is left open spoils everything after it.
    .filter(({ offset }) => open === undefined || offset < open.offset);
  for (const { offset, why, accepted } of open ? [...mistakes, open] : mistakes) {
    const { line } = at(offset);
    // One mistake makes several complaints; the first of a line says it.
    if (told.has(line)) continue;
    told.add(line);
    complain(offset, [], lineAt(text, offset), why, accepted);
  }
  if (problems.length > 0) return source(undefined, false, { value: 0 });
  const { value, mark } = asData(document, complain);
  return source(value, true, mark);
}

type Complain = (offset: number, path: Path, value: unknown, why: string, accepted: string) => void;

/** Plain data with the marks beside it. A name that stands twice keeps its first value. */
function asData(document: Document, complain: Complain): { value: unknown; mark: Mark } {
  let nodes = 0;
  let endless = false;
  let throughAlias = false;
  const anchors = new Map<string, unknown>();
  // An alias means the last anchor of its name before it in the text, also when it is read again through another alias.
  const anchored = new Map<Alias, unknown>();
  const visit = (node: unknown, path: Path, offset: number): { value: unknown; mark: Mark } => {
    if (isAlias(node)) {
      const position = node.range?.[0] ?? offset;
      if (!anchored.has(node)) anchored.set(node, anchors.get(node.source));
      const meant = anchored.get(node);
      const nothing = { value: undefined, mark: { value: position } };
      if (meant === undefined) {
        const accepted = `an anchor &${node.source} above, or the value itself`;
        complain(position, path, `*${node.source}`, 'no anchor of this name stands before it', accepted);
        return nothing;
      }
      if (endless) return nothing;
      endless = path.length > MOST_LEVELS || nodes > MOST_NODES;
      if (endless) {
        const why = 'the aliases of this file multiply without end';
        complain(position, path, `*${node.source}`, why, 'the values themselves');
        return nothing;
      }
      const outer = throughAlias;
      throughAlias = true;
      const { value, mark } = visit(meant, path, position);
      throughAlias = outer;
      return { value, mark: { ...mark, value: position } };
    }
    if (isNode(node) && node.anchor && !throughAlias) anchors.set(node.anchor, node);
    nodes++;
    if (isMap(node)) {
      const position = node.range?.[0] ?? offset;
      const entries = new Map<string, unknown>();
      const parts = new Map<string | number, Mark>();
      for (const pair of node.items) {
        const { key } = pair;
        const place = (isNode(key) ? key.range?.[0] : undefined) ?? position;
        if (!isScalar(key) || key.value === null) {
          complain(place, path, isScalar(key) ? null : String(key), 'this is not a name', 'text');
          continue;
        }
        const name = String(key.value);
        if (name === '__proto__') {
          complain(place, [...path, name], name, 'this name cannot be used', 'another name');
          continue;
        }
        if (entries.has(name)) {
          complain(
            place,
            [...path, name],
            name,
            'this name stands twice in one mapping',
            'each name once; rename or remove one of the two',
          );
          continue;
        }
        const inner = visit(pair.value, [...path, name], place);
        entries.set(name, inner.value);
        parts.set(name, { ...inner.mark, name: place });
      }
      return { value: Object.fromEntries(entries), mark: { value: position, parts } };
    }
    if (isSeq(node)) {
      const position = node.range?.[0] ?? offset;
      const parts = new Map<string | number, Mark>();
      const values = node.items.map((item, i) => {
        const inner = visit(item, [...path, i], position);
        parts.set(i, inner.mark);
        return inner.value;
      });
      return { value: values, mark: { value: position, parts } };
    }
    if (!isScalar(node)) return { value: null, mark: { value: offset } };
    // An empty value has no place of its own: its name has.
    const empty = node.value === null && node.range?.[0] === node.range?.[1];
    return { value: node.value, mark: { value: empty ? offset : (node.range?.[0] ?? offset) } };
  };
  return visit(document.contents, [], 0);
}

function offsetOf(root: Mark, path: Path, part: 'name' | 'value'): number {
  let mark = root;
  for (const [i, key] of path.entries()) {
    const inner = mark.parts?.get(key);
    // What is missing is looked for where its surroundings begin.
    if (!inner) return i === 0 ? mark.value : (mark.name ?? mark.value);
    mark = inner;
  }
  return part === 'name' ? (mark.name ?? mark.value) : mark.value;
}

/** Where the text goes below MOST_LEVELS. Walks the concrete syntax without recursion. */
function tooDeep(text: string): number | undefined {
  interface Token {
    offset?: number;
    value?: unknown;
    items?: { key?: unknown; value?: unknown }[];
  }
  const open: [Token, number][] = [];
  for (const token of new Parser().parse(text)) open.push([token as Token, 0]);
  for (let next = open.pop(); next; next = open.pop()) {
    const [token, level] = next;
    if (level > MOST_LEVELS) return token.offset ?? 0;
    if (token.value !== null && typeof token.value === 'object') open.push([token.value, level]);
    for (const { key, value } of token.items ?? [])
      for (const inner of [key, value])
        if (inner !== null && typeof inner === 'object') open.push([inner, level + 1]);
  }
  return undefined;
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? start + 200 : Math.min(end, start + 200)).trim();
}
