import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { AnswersRequest } from './answers.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every example with its files. Those of recordings that are not ours to pass on are named apart. */
export function examples(): AnswersRequest & { ofRecordings: string[] } {
  const files: Record<string, string> = {};
  for (const folder of readdirSync(join(ROOT, 'examples')).sort())
    for (const name of readdirSync(join(ROOT, 'examples', folder)).sort())
      if (/\.(yaml|csv)$/.test(name))
        files[`examples/${folder}/${name}`] = readFileSync(join(ROOT, 'examples', folder, name), 'utf8');
  const all = Object.keys(files).filter((path) => path.endsWith('.yaml'));
  const isOfRecordings = (path: string) => {
    const { records } = parse(files[path]!) as { records?: { table?: string } };
    return records !== undefined && records.table === undefined;
  };
  return {
    files,
    studies: all.filter((path) => !isOfRecordings(path)),
    ofRecordings: all.filter(isOfRecordings),
  };
}
