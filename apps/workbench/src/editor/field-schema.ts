import written from '@sightline/study/study.schema.json?raw';
import type { Path } from '../study/study-edit.ts';

/** What is read here of a JSON Schema. */
export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: boolean | Schema;
  prefixItems?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

const ROOT = JSON.parse(written) as Schema & { $defs: Record<string, Schema> };

/** The shapes that what stands at a path may have, each with the words for it. */
export const shapesAt = (path: Path): Schema[] =>
  path.reduce<Schema[]>((shapes, key) => shapes.flatMap((shape) => below(shape, key)), shapesOf(ROOT));

/** The shapes of one schema: references followed, alternatives side by side. */
export function shapesOf(schema: Schema): Schema[] {
  const { $ref, description, ...own } = schema;
  if ($ref) return worded(shapesOf(ROOT.$defs[$ref.replace('#/$defs/', '')]!), description);
  // Beside a type, alternatives say only which fields go together.
  if (own.type !== undefined || own.const !== undefined || own.enum) return [schema];
  return worded([...(own.anyOf ?? []), ...(own.oneOf ?? [])].flatMap(shapesOf), description);
}

/** What a field is says more than what one of its shapes is. */
const worded = (shapes: readonly Schema[], description: string | undefined): Schema[] =>
  shapes.map((shape) => (shape.description || !description ? shape : { ...shape, description }));

function below(shape: Schema, key: string | number): Schema[] {
  const next =
    typeof key === 'number'
      ? (shape.prefixItems?.[key] ?? shape.items)
      : ((shape.properties && Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined) ??
        shape.additionalProperties);
  return typeof next === 'object' ? shapesOf(next) : [];
}

/** The description of the field at a path, in the words of the documentation. */
export function fieldWords(path: Path): string | undefined {
  const above = shapesAt(path.slice(0, -1));
  const key = path.at(-1);
  for (const { properties } of above) {
    const field =
      key !== undefined && properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
    const said = field && (field.description ?? shapesOf(field)[0]?.description);
    if (said) return said;
  }
  return shapesAt(path).find(({ description }) => description)?.description;
}
