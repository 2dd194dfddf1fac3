import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  YAMLParseError,
} from 'yaml';
import type { LocatedProblem } from '../problems/located-problem.ts';
import type { Path } from '../words/text.ts';
import { leftOpen, lineAround, type YamlMistake, yamlMistake } from './yaml-mistakes.ts';

interface Position {
  line: number;
  column: number;
}

/** A study file as data, and where in the text each part of it stands. */
export interface StudySource {
  file: string;
  text: string;
  value: unknown;
  /** What keeps the text from being read: syntax, names that stand twice, unknown anchors and tags. */
  problems: LocatedProblem[];
  /** Whether the text was good enough for its content to be checked. */
  readable: boolean;
  /** Where a path's value stands (or its name), or the nearest part above it that exists. */
  locate(path: Path, part?: 'name' | 'value'): Position;
}

/** What stands at a path, whatever its shape. */
export function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = Object.hasOwn(value, key) ? (value as Record<string | number, unknown>)[key] : undefined;
  }
  return value;
}

/** The tree of positions, in parallel to the data. */
interface Mark {
  name?: number;
  value: number;
  parts?: Map<string | number, Mark>;
}

/** A study is some kilobytes; what is read once must not take minutes. */
const MOST_CHARACTERS = 1_000_000;
/** A study file is some five levels deep; this keeps a hostile one from exhausting the stack. */
const MOST_LEVELS = 30;
/** Aliases can multiply a small text into a huge one. */
const MOST_NODES = 100_000;
/** A name stands in the place of every problem below it. */
const LONGEST_NAME = 200;
const ELSEWHERE = 'data belong into a file of their own, which the study names';

/** Reads YAML 1.2, of which JSON is a part. */
export function readSource(file: string, text: string): StudySource {
  let lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    // Before the first line break was counted, and in an empty text, there is no line 0.
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems: LocatedProblem[] = [];
  const complain = (offset: number, path: Path, value: unknown, why: string, accepted: string) =>
    problems.push({ file, ...at(offset), path, value, why, accepted });
  const source = (value: unknown, readable: boolean, root: Mark): StudySource => ({
    file,
    text,
    value,
    problems,
    readable,
    locate: (path, part = 'value') => at(offsetOf(root, path, part)),
  });

  if (text.length > MOST_CHARACTERS) {
    const accepted = `at most ${MOST_CHARACTERS} characters; ${ELSEWHERE}`;
    complain(0, [], `${text.length} characters`, 'the text is too long for a study', accepted);
    return source(undefined, false, { value: 0 });
  }
  const read = documentOf(text);
  if ('deep' in read) {
    const { deep } = read;
    lines.addNewLine(0);
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) lines.addNewLine(i + 1);
    complain(
      deep,
      [],
      lineAround(text, deep).trim(),
      'the text is nested too deeply',
      `at most ${MOST_LEVELS} levels`,
    );
    return source(undefined, false, { value: 0 });
  }
  const { document } = read;
  lines = read.lines;
  const told = new Set<number>();
  const open = document.errors.some(({ message }) => /flow|closing|quote/i.test(message))
    ? leftOpen(text)
    : undefined;
  const tell = (offset: number, mistake: () => YamlMistake) => {
    const { line } = at(offset);
    // One mistake makes several complaints; the first of a line says it.
    if (told.has(line)) return;
    told.add(line);
    const { why, accepted } = mistake();
    complain(offset, [], lineAround(text, offset).trim(), why, accepted);
  };
  // What is left open spoils everything after it.
  for (const { code, message, pos } of [...document.errors, ...document.warnings])
    if (open === undefined || pos[0] < open.offset)
      tell(pos[0], () => yamlMistake(code, message, text, pos[0]));
  if (open) tell(open.offset, () => open);
  if (problems.length > 0) return source(undefined, false, { value: 0 });
  const data = asData(document, complain);
  return data ? source(data.value, true, data.mark) : source(undefined, false, { value: 0 });
}

type Complain = (offset: number, path: Path, value: unknown, why: string, accepted: string) => void;

/** Plain data with the marks beside it; nothing where there is too much. A name that stands twice keeps its first value. */
function asData(document: Document, complain: Complain): { value: unknown; mark: Mark } | undefined {
  let nodes = 0;
  let stopped = false;
  let throughAlias = false;
  const anchors = new Map<string, unknown>();
  // An alias means the last anchor of its name before it in the text, also when it is read again through another alias.
  const anchored = new Map<Alias, unknown>();
  const visit = (node: unknown, path: Path, offset: number): { value: unknown; mark: Mark } => {
    const position = (isNode(node) ? node.range?.[0] : undefined) ?? offset;
    const nothing = { value: undefined, mark: { value: position } };
    if (stopped) return nothing;
    if (++nodes > MOST_NODES || path.length > MOST_LEVELS) {
      stopped = true;
      if (throughAlias)
        complain(
          position,
          path.slice(0, 1),
          isAlias(node) ? `*${node.source}` : 'an alias',
          'the aliases of this file multiply without end',
          'the values themselves',
        );
      else
        complain(
          position,
          path.slice(0, 1),
          `more than ${MOST_NODES} values`,
          'the study is too long',
          `at most ${MOST_NODES} values; ${ELSEWHERE}`,
        );
      return nothing;
    }
    if (isAlias(node)) {
      if (!anchored.has(node)) anchored.set(node, anchors.get(node.source));
      const meant = anchored.get(node);
      if (meant === undefined) {
        const name = node.source.slice(0, LONGEST_NAME);
        const accepted = `an anchor &${name} above, or the value itself`;
        complain(position, path, `*${name}`, 'no anchor of this name stands before it', accepted);
        return nothing;
      }
      const outer = throughAlias;
      throughAlias = true;
      const { value, mark } = visit(meant, path, position);
      throughAlias = outer;
      return { value, mark: { ...mark, value: position } };
    }
    if (isNode(node) && node.anchor && !throughAlias) anchors.set(node.anchor, node);
    if (isMap(node)) {
      const entries = new Map<string, unknown>();
      const parts = new Map<string | number, Mark>();
      for (const pair of node.items) {
        const { key } = pair;
        const place = (isNode(key) ? key.range?.[0] : undefined) ?? position;
        if (!isScalar(key) || key.value === null) {
          complain(place, path, isScalar(key) ? null : String(key), 'this is not a name', 'text');
          continue;
        }
        const name = fieldName(key);
        if (name.length > LONGEST_NAME) {
          const accepted = `at most ${LONGEST_NAME} characters`;
          complain(place, path, `${name.length} characters`, 'this name is too long', accepted);
          continue;
        }
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
    // YAML 1.1 takes 07:30 for a number of base 60.
    const value = node.format === 'TIME' ? node.source : node.value;
    return { value, mark: { value: empty ? offset : position } };
  };
  const all = visit(document.contents, [], 0);
  return stopped ? undefined : all;
}

/**
 * What a key of YAML is called. A name is text: where YAML reads a number or a truth it is what was written, 007 or 1.0, and
 * not what that is worth.
 */
export function fieldName(key: unknown): string {
  if (!isScalar(key)) return String(key);
  const { type, source, value } = key;
  return typeof value !== 'string' && type === 'PLAIN' && source !== undefined ? source : String(value);
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

type Read = { document: Document.Parsed; lines: LineCounter } | { deep: number };

/** The texts read last: while a study is edited, the same one is asked for again and again. */
const known = new Map<string, Read>();
const MOST_KNOWN = 4;

/** A text as YAML, or where it is nested too deeply. Not to be changed: it may be asked for again. */
export function documentOf(text: string): Read {
  const before = known.get(text);
  if (before) return before;
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const deep = tooDeep(tokens);
  const read = deep === undefined ? { document: composed(tokens, text), lines } : { deep };
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
  known.set(text, read);
  return read;
}

/** What `parseDocument` makes of a text, from the tokens that are there already. */
function composed(tokens: Iterable<CST.Token>, text: string): Document.Parsed {
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false });
  const [first, second] = composer.compose(tokens, true, text.length);
  if (second)
    first!.errors.push(
      new YAMLParseError(
        [second.range[0], second.range[1]],
        'MULTIPLE_DOCS',
        'Source contains multiple documents; please use YAML.parseAllDocuments()',
      ),
    );
  return first as Document.Parsed;
}

/** Where the text goes below MOST_LEVELS. Walks the concrete syntax without recursion. */
function tooDeep(tokens: Iterable<CST.Token>): number | undefined {
  interface Token {
    offset?: number;
    value?: unknown;
    items?: { key?: unknown; value?: unknown }[];
  }
  const open: [Token, number][] = [];
  for (const token of tokens) open.push([token as Token, 0]);
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
