// The order of the pages: docs/README.md, the site's first page, lists them under headings, and what it lists is the sidebar. A page that it does
// not name comes last, so that none is lost.
const HEADING = /^## (.+)$/;
const ENTRY = /^- \[([^\]]+)\]\(\/([^)#]+\.md)\)/;

/** Sections of the sidebar, from the first page's Markdown and the staged pages as `{ path, title }`. */
export function sidebarOf(contents, pages) {
  const sections = [];
  for (const line of contents.split('\n')) {
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading) sections.push({ text: heading, items: [] });
    const [, text, path] = ENTRY.exec(line) ?? [];
    if (path && sections.length > 0) sections.at(-1).items.push({ text, link: linkTo(path) });
  }
  const listed = new Set(sections.flatMap(({ items }) => items.map(({ link }) => link)));
  const others = pages.filter(({ path }) => path !== 'index.md' && !listed.has(linkTo(path)));
  for (const [folder, text] of [
    ['api/', 'Library'],
    ['examples/', 'Examples'],
    ['', 'More'],
  ]) {
    const items = others
      .filter(({ path }) => (folder ? path.startsWith(folder) : !/^(?:api|examples)\//.test(path)))
      .map(({ path, title }) => ({ text: title, link: linkTo(path) }));
    if (items.length > 0) sections.push({ text, items, collapsed: true });
  }
  return sections.filter(({ items }) => items.length > 0);
}

const linkTo = (path) => `/${path.replace(/(?:index)?\.md$/, '')}`;
