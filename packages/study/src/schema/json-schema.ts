import * as z from 'zod';
import { studySchema } from './study.ts';

/** The schema that validates, as JSON Schema (draft 2020-12) for editors. */
export function studyJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(studySchema, { io: 'input' });
  return { $schema, title: 'Sightline study file, version 1', ...schema };
}
