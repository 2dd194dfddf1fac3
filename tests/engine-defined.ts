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

const names = (text: string) => text.split(' ');

/** Whatever is left to the engine or to where and when it runs, under these names of functions and objects. */
const LEFT_OPEN = new Set([
  // What it calls a locale.
  ...names('toLocaleString toLocaleDateString toLocaleTimeString toLocaleUpperCase toLocaleLowerCase'),
  ...names('localeCompare Intl'),
  // What it calls a zone.
  ...names('getFullYear getYear getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds'),
  ...names('setFullYear setYear setMonth setDate setHours setMinutes setSeconds setMilliseconds'),
  ...names('getTimezoneOffset toDateString toTimeString'),
  // What no seed decides.
  ...names('getRandomValues randomUUID randomBytes randomInt randomFillSync'),
  // Texts become programs, which nobody has looked at.
  ...names('eval Function'),
]);

/** The one function of Date itself that neither a clock nor a zone nor a form of text has a say in. */
const DATE_LAID_DOWN = 'UTC';
/** Texts of dates that the language lays down; those without a zone but with a time are of the zone where it runs. */
const DATE_TEXT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

/** The program's own name of its surroundings: what is asked of it by a name that is computed may be anything. */
const SURROUNDINGS = new Set(['globalThis', 'window', 'self', 'Reflect']);
const BY_NAME = new Set(['get', 'getOwnPropertyDescriptor']);

/** Where types stand, in which nothing is computed. */
const TYPES = /^TS(TypeAliasDeclaration|InterfaceDeclaration|TypeAnnotation|TypeParameter\w+)$/;

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const isOpen = (name: string) => LEFT_OPEN.has(name) || MATHS.has(name);

/**
 * Every place of a source where an engine may decide a digit or a word, as `line: what`. Comments and texts are none. What
 * types would be needed for is not seen: text of a Date, or numbers that are sorted as texts.
 */
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
      const what = identifierLeftOpen(node, parent);
      if (what !== undefined) note(node, what);
    }
    if (node.type === 'MemberExpression') {
      const name = propertyOf(node);
      if (name !== undefined && (isOpen(name) || name === 'Date')) note(node, `….${name}`);
    }
    if (node.type === 'ObjectPattern')
      for (const property of node.properties as Node[]) {
        // A property that keeps its name is met as the name that it gives.
        const name = property.type === 'Property' && !property.shorthand ? propertyOf(property) : undefined;
        if (name !== undefined && (isOpen(name) || name === 'Date')) note(property, `{ ${name} }`);
      }
    visitChildren(node, visit);
  };
  /** Types name what a value of theirs could do: a parameter that is Math brings all of its functions. */
  const visitType = (node: Node) => {
    const name = (node.typeName ?? node.exprName) as Node | undefined;
    if (name?.type === 'Identifier' && MATHS.has(String(name.name))) note(node, `type ${name.name}`);
    for (const child of childrenOf(node)) visitType(child);
  };
  const visitChildren = (node: Node, then: typeof visit) => {
    for (const [key, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value]) {
        if (!isNode(child)) continue;
        const isType =
          /^(type(Annotation|Arguments|Parameters)|returnType)$/.test(key) || TYPES.test(child.type);
        if (isType) visitType(child);
        else then(child, node);
      }
  };
  visit(program as unknown as Node, undefined);
  return found;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

/** What a name outside of a member leaves open, as it is used there. */
function identifierLeftOpen(node: Node, parent: Node | undefined): string | undefined {
  const name = String(node.name);
  const member = memberOf(node, parent);
  if (LEFT_OPEN.has(name)) return name;
  if (MATHS.has(name))
    return member !== undefined && LAID_DOWN.has(member) ? undefined : `${name}.${member ?? '…'}`;
  if (name === 'Date') return dateLeftOpen(node, parent);
  if (!SURROUNDINGS.has(name) || parent?.type !== 'MemberExpression' || parent.object !== node)
    return undefined;
  return member === undefined || (name === 'Reflect' && BY_NAME.has(member))
    ? `${name}.${member ?? '…'}`
    : undefined;
}

/** Dates may be compared with, and made of milliseconds, or of a text that the language lays down. */
function dateLeftOpen(node: Node, parent: Node | undefined): string | undefined {
  const member = memberOf(node, parent);
  if (member !== undefined) return member === DATE_LAID_DOWN ? undefined : `Date.${member}`;
  if (parent?.type === 'BinaryExpression' && parent.operator === 'instanceof' && parent.right === node)
    return undefined;
  if (parent?.type !== 'NewExpression' || parent.callee !== node) return 'Date';
  const given = parent.arguments as Node[];
  const [only] = given;
  if (given.length !== 1 || only!.type === 'SpreadElement') return 'new Date(…)';
  const text = constantText(only!);
  const isText = text !== undefined || only!.type === 'TemplateLiteral';
  return isText && !DATE_TEXT.test(text ?? '') ? 'new Date(…)' : undefined;
}

/** The text that an expression always is. */
function constantText(node: Node): string | undefined {
  const inner = (node.expression ?? node.left) as Node | undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') {
    const parts = (node.expressions as Node[]).map(constantText);
    if (parts.includes(undefined)) return undefined;
    return (node.quasis as { value: { cooked: string } }[])
      .map(({ value }, k) => value.cooked + (parts[k] ?? ''))
      .join('');
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [constantText(inner!), constantText(node.right as Node)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return /^(ParenthesizedExpression|TS(As|Satisfies|NonNull)Expression)$/.test(node.type)
    ? constantText(inner!)
    : undefined;
}

/** The name behind the point or of a property, or in brackets where it is always the same text. */
function propertyOf(node: Node): string | undefined {
  const name = (node.property ?? node.key) as Node;
  if (!node.computed && name.type === 'Identifier') return String(name.name);
  return constantText(name);
}

function memberOf(node: Node, parent: Node | undefined): string | undefined {
  return parent?.type === 'MemberExpression' && parent.object === node ? propertyOf(parent) : undefined;
}

/** A name behind a point, or of a property that is written down, is looked at with what it belongs to. */
function isPropertyName(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed;
  // An import is looked at by what it asks for; under which name is its own affair.
  if (parent?.type === 'ImportSpecifier') return parent.imported !== node;
  return parent?.key === node && parent.value !== node && !parent.computed;
}
