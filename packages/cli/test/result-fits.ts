import { z } from 'zod';
import type { Documents } from '../src/commands/documents.ts';
import { resultSchema } from '../src/commands/result-schema.ts';

const known = new Map<string, z.ZodType>();

/** What of a document its schema does not allow, fields included that it does not name: nothing where it fits. */
export function misfits(name: keyof Documents, document: unknown): string[] {
  if (!known.has(name))
    known.set(name, z.fromJSONSchema(closed(resultSchema(name)) as Parameters<typeof z.fromJSONSchema>[0]));
  const { success, error } = known.get(name)!.safeParse(document);
  return success ? [] : error.issues.map((issue) => JSON.stringify(issue));
}

/** The schema without room for fields that it does not name: those of later versions are allowed to users, not to tests. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (node === null || typeof node !== 'object') return node;
  const own = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isObject = own.type === 'object' && 'properties' in own && !('additionalProperties' in own);
  return isObject ? { ...own, additionalProperties: false } : own;
}
