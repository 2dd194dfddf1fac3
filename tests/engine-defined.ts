import { parseSync } from 'vite';

/** What the language lays down to the last digit. Everything else of Math, and `**`, it leaves to the engine. */
const LAID_DOWN = new Set(
  (
    'abs ceil clz32 floor fround imul max min round sign sqrt trunc ' +
    'E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2'
  ).split(' '),
);

/** Math by its other names, AssemblyScript's among them. */
const MATHS = new Set(['Math', 'NativeMath', 'JSMath', 'Mathf', 'NativeMathf']);

/** Left to the engine and to where it runs: what it calls a locale. */
const LOCAL = new Set(['toLocaleString', 'toLocaleUpperCase', 'toLocaleLowerCase', 'localeCompare', 'Intl']);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every place of a source where an engine may decide a digit or a word, as `line: what`. Comments and texts are none. */
export function engineDefined(file: string, text: string): string[] {
  // AssemblyScript has decorators on functions, which no other parser takes.
  const source = file.includes('/assembly/')
    ? text.replaceAll(/^@\w+$/gm, (name) => ' '.repeat(name.length))
    : text;
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`);
  const found: string[] = [];
  const note = (node: Node, what: string) =>
    found.push(`${source.slice(0, node.start).split('\n').length}: ${what}`);

  const visit = (node: Node, parent: Node | undefined) => {
    if (
      (node.type === 'BinaryExpression' || node.type === 'AssignmentExpression') &&
      /^\*\*/.test(String(node.operator))
    )
      note(node, String(node.operator));
    if (node.type === 'Identifier' && !isPropertyName(node, parent)) {
      const name = String(node.name);
      if (LOCAL.has(name)) note(node, name);
      if (MATHS.has(name)) {
        const member = memberOf(node, parent);
        if (member === undefined || !LAID_DOWN.has(member)) note(node, `${name}.${member ?? '…'}`);
      }
    }
    if (node.type === 'MemberExpression') {
      const name = propertyOf(node);
      if (name !== undefined && (LOCAL.has(name) || MATHS.has(name))) note(node, `….${name}`);
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node);
    }
  };
  visit(program as unknown as Node, undefined);
  return found;
}

/** The name behind the point, or in brackets as a text. */
function propertyOf({ computed, property }: Node): string | undefined {
  const { type, name, value } = property as Node;
  if (!computed) return type === 'Identifier' ? String(name) : undefined;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

function memberOf(node: Node, parent: Node | undefined): string | undefined {
  return parent?.type === 'MemberExpression' && parent.object === node ? propertyOf(parent) : undefined;
}

/** A name behind a point, or of a property that is written down, is looked at with what it belongs to. */
function isPropertyName(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent?.type === 'Property' && parent.key === node && parent.value !== node && !parent.computed;
}
