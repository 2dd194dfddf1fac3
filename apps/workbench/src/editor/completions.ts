import type { Study } from '@sightline/study';
import type { Path } from '../study/study-edit.ts';
import { type Schema, shapesAt, shapesOf } from './field-schema.ts';
import { placeAt, type TextPlace } from './text-place.ts';

/** Something that may be written at a place. */
export interface Completion {
  label: string;
  /** What kind of thing it is. */
  detail: string;
  /** What it means. */
  info: string | undefined;
  /** What is put there; `#{}` is where one writes on. */
  template: string;
  isRequired: boolean;
}

export interface Completions {
  from: number;
  to: number;
  options: readonly Completion[];
}

/** What the schema, and the study's own names, allow at an offset. */
export function completionsAt(text: string, offset: number, study: Partial<Study>): Completions | undefined {
  const place = placeAt(text, offset);
  if (!place) return undefined;
  const shapes = shapesAt(place.path);
  const options = [
    ...(place.part === 'name' ? names(place, shapes) : []),
    ...(place.part === 'value' || (place.isAlone && !place.isNamed)
      ? [...values(shapes, place.part === 'value'), ...ownNames(place.path, study)]
      : []),
  ];
  const once = new Map(options.reverse().map((one) => [one.label, one]));
  return { from: place.from, to: place.to, options: [...once.values()].reverse() };
}

function names({ taken, isNamed, isFlow, indent }: TextPlace, shapes: readonly Schema[]): Completion[] {
  // Of shapes that exclude each other, those that have room for what is there.
  const fits = shapes.filter(
    ({ properties, additionalProperties }) =>
      properties &&
      (additionalProperties !== false || taken.every((name) => Object.hasOwn(properties, name))),
  );
  return fits.flatMap(({ properties, required = [] }) =>
    Object.entries(properties!)
      .filter(([name]) => !taken.includes(name) && name !== '$schema')
      .map(([name, field]) => {
        const kinds = shapesOf(field);
        const isMapping = kinds.every(({ type }) => type === 'object' || type === 'null');
        const after = isMapping ? (isFlow ? ': { #{} }' : `:\n${' '.repeat(indent + 2)}#{}`) : ': #{}';
        return {
          label: name,
          detail: kindsText(kinds),
          info: field.description ?? kinds[0]?.description,
          template: name + (isNamed ? '' : after),
          isRequired: required.includes(name),
        };
      }),
  );
}

function values(shapes: readonly Schema[], withMappings: boolean): Completion[] {
  const plain = (value: unknown, info: string | undefined): Completion => ({
    label: String(value),
    detail: '',
    info,
    template: String(value),
    isRequired: false,
  });
  return shapes.flatMap(({ type, const: only, enum: several, properties, required, description }) => {
    if (only !== undefined) return [plain(only, description)];
    if (several) return several.map((value) => plain(value, description));
    if (type === 'boolean') return [true, false].map((value) => plain(value, description));
    // A mapping that is known by its one field, as the kinds of targets and kernels are.
    const [name] = required ?? [];
    if (!withMappings || !properties || name === undefined) return [];
    return [
      {
        label: (required ?? []).join(', '),
        detail: 'fields',
        info: required!.length === 1 ? (properties[name]!.description ?? description) : description,
        template: filled({ properties, required: required! }),
        isRequired: false,
      },
    ];
  });
}

/** A mapping with its required fields, to be filled in. */
function filled({ properties, required }: Required<Pick<Schema, 'properties' | 'required'>>): string {
  const inside = required.map((name) => {
    const [{ type, const: only, properties: below, required: needed }] = shapesOf(properties[name]!) as [
      Schema,
    ];
    if (only !== undefined) return `${name}: ${String(only)}`;
    if (type === 'array') return `${name}: [#{}]`;
    return `${name}: ${below && needed ? filled({ properties: below, required: needed }) : '#{}'}`;
  });
  return `{ ${inside.join(', ')} }`;
}

/** Names that the study gave and that are used elsewhere in it. */
const ownNames = ([field, item]: Path, { protocols }: Partial<Study>): Completion[] =>
  field === 'realised' && item !== undefined
    ? Object.keys(protocols ?? {}).map((name) => ({
        label: name,
        detail: 'protocol',
        info: undefined,
        template: /^[\p{L}][\p{L}\p{N} _-]*$/u.test(name) ? name : JSON.stringify(name),
        isRequired: false,
      }))
    : [];

const KINDS: Readonly<Record<string, string>> = {
  number: 'number',
  integer: 'whole number',
  string: 'text',
  boolean: 'true or false',
  array: 'list',
  object: 'fields',
};

function kindsText(shapes: readonly Schema[]): string {
  const words = shapes.map(({ type = '', const: only, enum: several }) =>
    only !== undefined && type !== 'boolean' ? String(only) : several ? several.join(', ') : KINDS[type],
  );
  return [...new Set(words.filter((word) => word !== undefined))].join(' or ');
}
