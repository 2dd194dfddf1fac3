import type { Reproduction } from '@sightline/experiments';

/** Files that show a run to people, by their names: pictures, and a page with all of them. */
export async function artefacts(_reproduction: Reproduction): Promise<Record<string, string | Uint8Array>> {
  return {};
}
