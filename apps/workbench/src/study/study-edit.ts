import { documentOf, fieldName, flowText } from '@sightline/study';
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

// Changes of a study's text. Each changes the characters that it must and no others, so that comments, order and spelling
// stay. A new text is read again and compared with what was meant; where splicing would have gone wrong (anchors, odd
// layouts), the whole document is written anew by the YAML library, which keeps comments and order but not every space.

export type Path = readonly (string | number)[];

/** Sets a value, or adds it at the end of the mapping or list that holds it. */
export function setValue(text: string, path: Path, value: unknown): string {
  return changed(text, {
    splice: (document) => setBySplicing(text, document, path, value),
    meant: (content) => withChild(content, path, () => value),
    rewrite: (document) => document.setIn(path, document.createNode(value, { flow: true })),
  });
}

/** Takes a field or an item out, with the comment lines directly above it. */
export function removeValue(text: string, path: Path): string {
  return changed(text, {
    splice: (document) => removeBySplicing(text, document, path),
    meant: (content) => withChild(content, path, () => undefined),
    rewrite: (document) => document.deleteIn(path),
  });
}

/** Gives a field another name. */
export function renameField(text: string, path: Path, name: string): string {
  const found = (document: Document) => {
    const parent = nodeAt(document, path.slice(0, -1));
    return isMap(parent) ? pairOf(parent, path.at(-1)!) : undefined;
  };
  return changed(text, {
    splice: (document) => {
      const key = found(document)?.key;
      return isNode(key) ? replaced(text, key, flowText(name, isJson(text))) : undefined;
    },
    meant: (content) =>
      withChild(content, path.slice(0, -1), (parent) =>
        Object.fromEntries(
          Object.entries(parent as object).map(([key, value]) => [key === path.at(-1) ? name : key, value]),
        ),
      ),
    rewrite: (document) => {
      const pair = found(document);
      if (pair) pair.key = document.createNode(name);
    },
  });
}

/** The content of a text, or undefined where it cannot be read. */
export function contentOf(text: string): unknown {
  const document = readable(text);
  return document.errors.length > 0 ? undefined : document.toJS();
}

/** The document that the page reads as well: a text is parsed once. */
function readable(text: string): Document {
  const read = documentOf(text);
  return 'document' in read ? read.document : parseDocument(text);
}

interface Change {
  splice(document: Document): string | undefined;
  /** The content that the new text is to have. */
  meant(content: unknown): unknown;
  rewrite(document: Document): void;
}

function changed(text: string, { splice, meant, rewrite }: Change): string {
  const document = readable(text);
  if (document.errors.length > 0)
    throw new Error(`the text cannot be read, so it cannot be edited: ${document.errors[0]!.message}`);
  const spliced = splice(document);
  if (spliced !== undefined && hasContent(spliced, meant(document.toJS()))) return spliced;
  const anew = parseDocument(text);
  unfoldAliases(anew);
  rewrite(anew);
  return String(anew);
}

function hasContent(text: string, meant: unknown): boolean {
  const document = readable(text);
  if (document.errors.length > 0) return false;
  try {
    return JSON.stringify(document.toJS()) === JSON.stringify(meant);
  } catch {
    return false; // an alias whose anchor is gone
  }
}

/** A copy with another child at a path; undefined takes it out. */
function withChild(content: unknown, path: Path, child: (before: unknown) => unknown): unknown {
  const [key, ...below] = path;
  if (key === undefined) return child(content);
  if (Array.isArray(content)) {
    const after = withChild(content[key as number], below, child);
    const rest = content.slice((key as number) + 1);
    return [...content.slice(0, key as number), ...(after === undefined ? [] : [after]), ...rest];
  }
  const parent = (content ?? (typeof key === 'number' ? [] : {})) as Record<string, unknown>;
  if (Array.isArray(parent)) return withChild(parent, path, child);
  return { ...parent, [key]: withChild(parent[key], below, child) };
}

/** An alias stands for a copy: what is changed through it must not change its anchor. */
function unfoldAliases(document: Document): void {
  const unfolded = (node: unknown): unknown => {
    if (isAlias(node)) return document.createNode(node.toJS(document));
    if (isMap(node)) for (const pair of node.items) pair.value = unfolded(pair.value);
    else if (isSeq(node)) node.items = node.items.map(unfolded);
    return node;
  };
  unfolded(document.contents);
}

function setBySplicing(text: string, document: Document, path: Path, value: unknown): string | undefined {
  const json = isJson(text);
  const node = nodeAt(document, path);
  if (node) {
    const written = flowText(value, json);
    if (isCollection(node) && !node.flow) return blockReplaced(text, document, path, node, written);
    return isScalar(node) || isCollection(node) ? replaced(text, node, written) : undefined;
  }
  if (path.length === 0) return undefined;
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(document, parentPath);
  const key = path.at(-1)!;
  // A field without a value, as `protocols:` with nothing below it, has a node of null.
  if (!isCollection(parent))
    return setBySplicing(text, document, parentPath, typeof key === 'number' ? [value] : { [key]: value });
  const written = isMap(parent) ? `${flowText(key, json)}: ${flowText(value, json)}` : flowText(value, json);
  return parent.flow ? insertedInFlow(text, parent, written) : insertedInBlock(text, parent, written);
}

function insertedInFlow(text: string, parent: YAMLMap | YAMLSeq, written: string): string {
  const [start, end] = parent.range!;
  const last = parent.items.at(-1);
  if (last === undefined) {
    const padding = isMap(parent) ? ' ' : '';
    return `${text.slice(0, start + 1)}${padding}${written}${padding}${text.slice(end - 1)}`;
  }
  const at = endOf(last);
  return `${text.slice(0, at)}, ${written}${text.slice(at)}`;
}

function insertedInBlock(text: string, parent: YAMLMap | YAMLSeq, written: string): string {
  const [start] = parent.range!;
  const indent = ' '.repeat(start - lineStart(text, start));
  const at = lineEnd(text, endOf(parent.items.at(-1)));
  return `${text.slice(0, at)}\n${indent}${isSeq(parent) ? '- ' : ''}${written}${text.slice(at)}`;
}

/** A block under a name gives way to one line behind the name. */
function blockReplaced(
  text: string,
  document: Document,
  path: Path,
  node: Node,
  written: string,
): string | undefined {
  const parent = nodeAt(document, path.slice(0, -1));
  const key = isMap(parent) ? pairOf(parent, path.at(-1)!)?.key : undefined;
  if (!isNode(key)) return undefined;
  const colon = text.indexOf(':', key.range![1]);
  return `${text.slice(0, colon)}: ${written}${text.slice(endOf(node))}`;
}

function removeBySplicing(text: string, document: Document, path: Path): string | undefined {
  const parent = nodeAt(document, path.slice(0, -1));
  if (!isCollection(parent)) return undefined;
  const key = path.at(-1)!;
  const index = isMap(parent)
    ? parent.items.indexOf(pairOf(parent, key)!)
    : typeof key === 'number'
      ? key
      : -1;
  const item = parent.items[index];
  if (item === undefined) return undefined;
  if (parent.flow) {
    const next = parent.items[index + 1];
    const before = parent.items[index - 1];
    const from = next === undefined && before !== undefined ? endOf(before) : startOf(item);
    return text.slice(0, from) + text.slice(next === undefined ? endOf(item) : startOf(next));
  }
  if (parent.items.length === 1)
    return setBySplicing(text, document, path.slice(0, -1), isMap(parent) ? {} : []);
  let from = lineStart(text, startOf(item));
  // The first field of a list's item shares its line with the dash.
  if (isMap(parent) && text.slice(from, startOf(item)).trim() !== '') return undefined;
  for (let above = lineStart(text, from - 1); above < from; above = lineStart(text, from - 1)) {
    if (!text.slice(above, from).trimStart().startsWith('#')) break;
    from = above;
  }
  return text.slice(0, from) + text.slice(lineEnd(text, endOf(item)) + 1);
}

function nodeAt(document: Document, path: Path): Node | undefined {
  let node: unknown = document.contents;
  for (const key of path) {
    if (isMap(node)) node = pairOf(node, key)?.value;
    else if (isSeq(node) && typeof key === 'number') node = node.items[key];
    else return undefined;
  }
  return isNode(node) ? node : undefined;
}

function pairOf(map: YAMLMap, key: Path[number]): Pair | undefined {
  return map.items.find((pair) => fieldName(pair.key) === String(key));
}

type Item = Pair | unknown;
const isPair = (item: Item): item is Pair =>
  item !== null && typeof item === 'object' && 'key' in item && 'value' in item && !isNode(item);

function startOf(item: Item): number {
  const node = isPair(item) ? item.key : item;
  return isNode(node) ? node.range![0] : 0;
}

/** Where the characters of an item end; a block's range reaches to the next line. */
function endOf(item: Item): number {
  if (isPair(item)) {
    const value = isNode(item.value) && item.value.range![1] > item.value.range![0] ? item.value : item.key;
    return endOf(value);
  }
  if (isCollection(item) && !item.flow && item.items.length > 0) return endOf(item.items.at(-1));
  return isNode(item) ? item.range![1] : 0;
}

const isJson = (text: string) => text.trimStart().startsWith('{');

const replaced = (text: string, node: Node, written: string) =>
  text.slice(0, node.range![0]) + written + text.slice(node.range![1]);

const lineStart = (text: string, at: number) => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
