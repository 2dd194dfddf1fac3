// Links of the built pages that lead nowhere: a page, an anchor, a picture or a file that is not there.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Each once, with a page that has it. */
export function deadLinks(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)));
  const pages = new Map(
    files
      .filter((name) => name.endsWith('.html') && !name.startsWith('files/'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const anchors = new Map(
    [...pages].map(([name, html]) => [
      name,
      new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)),
    ]),
  );
  const known = new Set(files);
  const dead = new Map();
  for (const [page, html] of pages)
    for (const [, link] of html.matchAll(/<(?:a|img|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
      if (/^(?:https?:|mailto:|data:)/.test(link)) continue;
      const [path, anchor] = decodeURIComponent(link).split('#');
      const named =
        path === ''
          ? page
          : posix.join('.', path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path));
      const file = [named, `${named}.html`, posix.join(named, 'index.html')].find((name) => known.has(name));
      if (file === undefined) dead.set(link, `${page}: ${link} is not there`);
      else if (anchor && pages.has(file) && !anchors.get(file).has(anchor))
        dead.set(link, `${page}: ${link} has no such heading`);
    }
  return [...dead.values()];
}
