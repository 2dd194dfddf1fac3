import type { Documents } from './documents.ts';
import made from './result-schemas.json' with { type: 'json' };

type Schema = Record<string, unknown>;

const { results, $defs } = made as unknown as {
  results: Record<keyof Documents, Schema>;
  $defs: Record<string, Schema>;
};

/** The JSON Schema (draft 2020-12) of what a command prints with --json, with the definitions that it refers to. */
export function resultSchema(name: keyof Documents): Schema {
  const used = new Set<string>();
  const follow = (node: unknown) => {
    for (const [, next] of JSON.stringify(node).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g))
      if (!used.has(next!)) {
        used.add(next!);
        follow($defs[next!]);
      }
  };
  follow(results[name]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Sightline, version 1: ${name}`,
    ...results[name],
    ...(used.size > 0 && { $defs: Object.fromEntries([...used].sort().map((one) => [one, $defs[one]!])) }),
  };
}
