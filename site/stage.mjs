// The pages of the site, from what the repository holds: docs/ as it is, the project's own pages, and the examples with their
// files. Links between files of the repository become links between pages; a link to nothing is an error.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { sidebarOf } from './contents.mjs';
import { writeNotebook } from './notebook.mjs';

/** Pages outside docs/ that the site has too. */
const PROJECT = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const ROWS_SHOWN = 12;

/** Writes the Markdown of all pages, and beside them what they show or offer; returns the sidebar. */
export function stage(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  const pages = [];
  const write = (path, text) => {
    const title = /^# (.+)$/m.exec(text)?.[1];
    if (title === undefined) throw new Error(`${path} has no heading`);
    pages.push({ path, title: title.replace(/[`*]/g, '') });
    save(join(folder, path), text);
  };
  for (const file of filesIn(root, 'docs'))
    if (file.endsWith('.md')) write(stagedPage(file), withLinks(root, folder, file));
    else copy(root, file, join(folder, posix.relative('docs', file)));
  // Those who search look for what Sightline does, not for how it was made.
  for (const file of PROJECT.filter((name) => existsSync(join(root, name))))
    write(stagedPage(file), `---\nsearch: false\n---\n\n${withLinks(root, folder, file)}`);
  for (const example of readdirSync(join(root, 'examples')).sort())
    write(stagedPage(`examples/${example}`), examplePage(root, folder, example));
  writeNotebook(root, join(folder, 'public/notebook'));
  return sidebarOf(readFileSync(join(folder, 'index.md'), 'utf8'), pages);
}

/** The page on which a file or folder of the repository is shown, from the site's root; undefined where there is none. */
function stagedPage(path) {
  if (path === 'README.md') return 'index.md';
  if (PROJECT.includes(path)) return `project/${path.toLowerCase()}`;
  const [top, name] = path.split('/');
  if (top === 'docs' && path.endsWith('.md'))
    return posix.relative('docs', path).replace(/README\.md$/, 'index.md');
  return top === 'examples' && name ? `examples/${name}.md` : undefined;
}

/** A file's Markdown with its links as the site has them; of fenced blocks, what is typed is set in bold. */
function withLinks(root, folder, file) {
  return readFileSync(join(root, file), 'utf8')
    .replace(/^```console\n(\$ .*)$/gm, '```ansi\n\x1b[1m$1\x1b[0m')
    .split(/^(```[\s\S]*?^```)$/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replace(
            /\]\((?!https?:|#|mailto:)([^)\s#]+)(#[^)\s]*)?\)/g,
            (_, path, anchor = '') => `](${siteLink(root, folder, file, path, anchor)})`,
          ),
    )
    .join('');
}

function siteLink(root, folder, file, path, anchor) {
  const named = posix.join(dirname(file), path).replace(/\/$/, '');
  if (!existsSync(join(root, named))) throw new Error(`${file} links to ${path}, which is not there`);
  const page = stagedPage(named);
  if (page !== undefined) {
    const inExample = named.startsWith('examples/') ? named.split('/').slice(2).join('/') : '';
    return `/${page}${inExample ? `#${anchorOf(inExample)}` : anchor}`;
  }
  if (named.startsWith('clients/notebook')) return '/notebook/index.html';
  // A picture stands beside the pages of docs/; any other file is offered as it is.
  if (named.startsWith('docs/')) return `/${posix.relative('docs', named)}`;
  return offered(root, folder, named);
}

/** An example: each of its files under a heading, of long tables the beginning. */
function examplePage(root, folder, name) {
  const files = filesIn(root, `examples/${name}`);
  const study =
    files.find((file) => file.endsWith('study.yaml')) ?? files.find((file) => file.endsWith('.yaml'));
  const title = study && /^title: (.+)$/m.exec(readFileSync(join(root, study), 'utf8'))?.[1];
  const sections = files.map((file) => {
    const path = posix.relative(`examples/${name}`, file);
    const rows = readFileSync(join(root, file), 'utf8').trimEnd().split('\n');
    const table = extname(file) === '.csv';
    const shown = table ? rows.slice(0, ROWS_SHOWN) : rows;
    const rest = rows.length - shown.length;
    const link = offered(root, folder, file);
    const more = rest > 0 ? `\n${rest} more rows in [the file](${link}).\n` : `\n[The file](${link}).\n`;
    return `## ${path} {#${anchorOf(path)}}\n\n\`\`\`${language(file)}\n${shown.join('\n')}\n\`\`\`\n${more}`;
  });
  return `# ${name}\n\n${title ? `${title.replace(/^(['"])(.*)\1$/, '$2')}. ` : ''}The folder \`examples/${name}\`.\n\n${sections.join('\n')}`;
}

const language = (file) => ({ '.mjs': 'js', '': 'txt' })[extname(file)] ?? extname(file).slice(1);
const anchorOf = (path) => path.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name.endsWith('-report') ? [] : filesIn(root, path);
      return [path];
    });
}

function save(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(root, file, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(root, file), to, { recursive: true });
}

/** The address of a file as it is. What a server would not call text or a table gets an ending that says text. */
function offered(root, folder, file) {
  const name = /\.(?:csv|json|yaml|png|svg)$/.test(file) ? file : `${file}.txt`;
  copy(root, file, join(folder, 'public/files', name));
  return `/files/${name}`;
}
