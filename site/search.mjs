// The search of the site, as its box asks it and as the test does.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Titles first; a word may be begun or misspelt a little. */
export const searchOptions = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };

/** Addresses of the built site's sections that answer a query, best first. */
export async function findIn(pages, query) {
  const { default: MiniSearch } = await import('minisearch');
  const chunks = join(pages, 'assets/chunks');
  const index = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndexroot'));
  const { default: text } = await import(pathToFileURL(join(chunks, index)).href);
  const search = MiniSearch.loadJSON(text, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions,
  });
  return search.search(query).map(({ id }) => id);
}
