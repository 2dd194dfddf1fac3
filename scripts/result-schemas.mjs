// The JSON Schemas of all results, made of the types of packages/cli/src/commands/documents.ts by the compiler that checks them: what a
// property is, and the comment above it. Plain data only; anything else is refused.
import { fileURLToPath } from 'node:url';
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';

const CLI = fileURLToPath(new URL('../packages/cli/', import.meta.url));
/** A result that holds the study itself refers to the schema of the study file. */
const STUDY = {
  place: 'run.given',
  description: 'The study as it was read: `sightline schema study` describes it.',
};

/** All schemas as one document: `$defs` has the types that have a name, and `results` what each command prints. */
export function resultSchemas() {
  const api = new API();
  try {
    const config = `${CLI}tsconfig.json`;
    const { checker, program } = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    const source = program.getSourceFile(`${CLI}src/commands/documents.ts`);
    const module = checker.getSymbolAtLocation(source);
    const documents = checker.getDeclaredTypeOfSymbol(checker.getMemberInModuleExports(module, 'Documents'));
    return schemasOf(checker, documents);
  } finally {
    api.close();
  }
}

function schemasOf(checker, documents) {
  const $defs = {};
  /** Which type has a name: two of the same name would be one. */
  const named = new Map();

  const results = Object.fromEntries(
    checker
      .getPropertiesOfType(documents)
      .map((property) => [property.name, schemaOf(checker.getTypeOfSymbol(property), property.name)]),
  );
  const sorted = Object.entries($defs).sort(([a], [b]) => (a < b ? -1 : 1));
  return { results, $defs: Object.fromEntries(sorted) };

  function schemaOf(type, place) {
    const { flags } = type;
    if (place === STUDY.place) return { type: 'object', description: STUDY.description };
    if (flags & TypeFlags.Unknown) return {};
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.BooleanLiteral))
      return { const: type.value ?? type.intrinsicName === 'true' };
    if (flags & TypeFlags.String) return { type: 'string' };
    if (flags & TypeFlags.Number) return { type: 'number' };
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isUnionType()) return isWords(type) ? unionOf(type, place) : referenceOf(type, place, unionOf);
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type);
      return item.flags & TypeFlags.Never
        ? { type: 'array', maxItems: 0 }
        : { type: 'array', items: schemaOf(item, place) };
    }
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type).map((item) => schemaOf(item, place));
      return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length };
    }
    if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return referenceOf(type, place, objectOf);
    throw new Error(`${place}: ${checker.typeToString(type)} is no plain data`);
  }

  /** A type with a name stands among `$defs`, so that those who use it share it. */
  function referenceOf(type, place, made) {
    const symbol = type.getAliasSymbol() ?? type.getSymbol();
    const name = symbol && !symbol.name.startsWith('__') ? symbol.name : undefined;
    const isPlain = name && type.getAliasTypeArguments().length === 0 && !isGeneric(type);
    if (!isPlain) return made(type, place);
    if (!named.has(name)) {
      named.set(name, type);
      $defs[name] = {};
      $defs[name] = { ...described(symbol), ...made(type, name) };
    } else if (named.get(name).id !== type.id) return made(type, place);
    return { $ref: `#/$defs/${name}` };
  }

  function objectOf(type, place) {
    if (checker.getSignaturesOfType(type, 0).length > 0) throw new Error(`${place} is a function`);
    const properties = checker.getPropertiesOfType(type);
    const [index] = checker.getIndexInfosOfType(type);
    const fields = properties.map((property) => {
      const own = schemaOf(checker.getTypeOfSymbol(property), `${place}.${property.name}`);
      return [property.name, { ...described(property), ...own }];
    });
    const required = properties
      .filter(({ flags }) => !(flags & SymbolFlags.Optional))
      .map(({ name }) => name);
    return {
      type: 'object',
      ...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: schemaOf(index.valueType, place) }),
    };
  }

  function unionOf(type, place) {
    // What is undefined is absent in JSON.
    const said = type
      .getTypes()
      .filter(({ flags }) => !(flags & TypeFlags.Undefined))
      .map((type) => schemaOf(type, place));
    const words = said.filter((one) => 'const' in one).map((one) => one.const);
    const isBoolean = words.includes(true) && words.includes(false);
    const rest = said.filter((one) => !('const' in one));
    const literals = isBoolean ? words.filter((word) => typeof word !== 'boolean') : words;
    const parts = [
      ...(isBoolean ? [{ type: 'boolean' }] : []),
      ...(literals.length > 1 ? [{ enum: literals }] : literals.map((word) => ({ const: word }))),
      ...rest,
    ];
    if (parts.length === 1) return parts[0];
    // Texts, numbers or null: as one list.
    const isSimple = parts.every((one) => 'type' in one && Object.keys(one).length === 1);
    return isSimple ? { type: parts.map((one) => one.type).reverse() } : { anyOf: parts };
  }

  function described(symbol) {
    const comment = checker.getDocumentationCommentOfSymbol(symbol).replace(/\s+/g, ' ').trim();
    return comment === '' ? {} : { description: comment };
  }
}

/** A choice of words, or nothing. */
const isWords = (type) =>
  type.getTypes().every(({ flags }) => !(flags & (TypeFlags.Object | TypeFlags.Intersection)));

const isGeneric = (type) => type.isTypeReference?.() === true;
