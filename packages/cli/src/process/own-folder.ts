import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the project has what the published package has beside its program. */
const IN_PROJECT = { page: 'apps/workbench/dist', examples: 'examples' };

/** The folder of the page, or of the examples. */
export function ownFolder(name: keyof typeof IN_PROJECT): string {
  const published = fileURLToPath(new URL(`../${name}`, import.meta.url));
  // Sources, their build and a bundle in the project all lie two folders below packages/cli.
  return existsSync(published)
    ? published
    : fileURLToPath(new URL(`../../../../${IN_PROJECT[name]}`, import.meta.url));
}
