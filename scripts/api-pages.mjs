// The pages of docs/api: what packages/engine/src/index.ts exports, from the declarations that the compiler wrote with their
// comments. TypeDoc needs an older TypeScript than the one that builds this.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** By the first folder of the source, in the order of a first reading. */
const PAGES = {
  model: ['Model and value', 'Time, law, target and actions, and what a protocol is worth under them.'],
  predict: ['Predicting a unit', 'What readings of a unit say of its target.'],
  identify: ['Known?', 'Whether what was measured determines the value of another protocol.'],
  calibrate: ['Told apart?', 'Values from dense data, how sure they are, and the units needed.'],
  design: ['Best?', 'The best protocol under rules, with its proof.'],
  fit: ['From sparse readings', 'A law from a few readings of each unit, and values under it.'],
  trial: ['Trials', 'What a protocol means for the size of a two-arm trial.'],
  retrospect: ['Recordings', 'Cross-fitted predictions from some looks at whole recordings.'],
  numerics: ['Matrices and random numbers', 'What the other functions take and give.'],
};

/** Every export with its page, comment, example and declaration; values before types. */
export function stableExports(root) {
  const engine = join(root, 'packages/engine');
  const index = readFileSync(join(engine, 'src/index.ts'), 'utf8');
  const found = [...index.matchAll(/export (type )?\{([^}]*)\} from '\.\/([^']+)\.ts'/g)].flatMap(
    ([, allTypes, names, file]) => {
      const text = readFileSync(join(engine, `dist/${file}.d.ts`), 'utf8');
      return names
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)
        .map((one) => {
          const name = one.replace(/^type /, '');
          const isType = allTypes !== undefined || name !== one;
          return { name, isType, page: file.split('/')[0], ...declared(text, name, file) };
        });
    },
  );
  return found.sort((a, b) => Number(a.isType) - Number(b.isType) || (a.name < b.name ? -1 : 1));
}

/** A declaration without its comment, and what the comment says. */
function declared(text, name, file) {
  const start = text.search(
    new RegExp(`^export (?:declare )?(?:abstract )?(?:function|class|const|interface|type) ${name}\\b`, 'm'),
  );
  if (start < 0) throw new Error(`${file} declares no ${name}`);
  const [comment = ''] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(text.slice(0, start)) ?? [];
  const said = comment
    .replace(/^\/\*\*|\*\/\s*$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
  const [prose = '', example] = said.split(/^@example\n/m);
  return {
    prose: prose.trim(),
    example: /^```ts\n([\s\S]*?)^```$/m.exec(`${example ?? ''}\n`)?.[1],
    declaration: text.slice(start, endOf(text, start)).replace(/^export (?:declare )?/, ''),
  };
}

/** Where a declaration ends: at its semicolon, or the brace that closes it, outside of all others. */
function endOf(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text.startsWith('/*', i)) i = text.indexOf('*/', i) + 1;
    else if ('({['.includes(text[i])) depth++;
    else if (')}]'.includes(text[i])) {
      depth--;
      if (
        depth === 0 &&
        text[i] === '}' &&
        /^export (?:declare )?(?:interface|class)/.test(text.slice(start, i))
      )
        return i + 1;
    } else if (text[i] === ';' && depth === 0) return i + 1;
  }
  return text.length;
}

const anchorOf = ({ name, isType }) => `#${isType ? 'type-' : ''}${name.toLowerCase()}`;

/** Text of each page by its path. */
export function apiPages(root) {
  const all = stableExports(root);
  const pages = {};
  const link = (from, one) => `[${one.name}](${one.page === from ? '' : `${one.page}.md`}${anchorOf(one)})`;
  for (const [page, [title, what]] of Object.entries(PAGES)) {
    const own = all.filter((one) => one.page === page);
    const parts = own.map((one) => {
      const named = all.filter(
        (other) =>
          other.isType && other !== one && new RegExp(`\\b${other.name}\\b`).test(codeOf(one.declaration)),
      );
      return [
        `## ${one.isType ? 'type ' : ''}${one.name}`,
        one.prose.replaceAll('<', '&lt;'),
        `\`\`\`ts\n${one.declaration}\n\`\`\``,
        one.example && `Example:\n\n\`\`\`ts\n${one.example}\`\`\``,
        named.length > 0 && `Types: ${named.map((other) => link(page, other)).join(', ')}.`,
      ].filter(Boolean);
    });
    const head = [
      `# ${title}`,
      what,
      `Part of [the library](README.md); written by \`npm run docs\` from the sources’ comments.`,
    ];
    pages[posix.join('docs/api', `${page}.md`)] = `${[...head, ...parts.flat()].join('\n\n')}\n`;
  }
  const contents = Object.entries(PAGES).map(([page, [title, what]]) => {
    const values = all.filter((one) => one.page === page && !one.isType);
    const types = all.filter((one) => one.page === page && one.isType);
    return (
      `- [${title}](${page}.md): ${what}` +
      (values.length > 0 ? ` ${values.map((one) => link('', one)).join(', ')}` : '') +
      ` and ${types.length} types`
    );
  });
  pages['docs/api/README.md'] =
    [
      '# The library',
      '`@sightline/engine` is what every command and the page compute with: pure functions of plain data, without input or output, in Node, in browsers and in workers. ' +
        'This is its stable part; [Versions and stability](../stability.md) says what that means. Every example is run by the tests.',
      contents.join('\n'),
    ].join('\n\n') + '\n';
  return pages;
}

const codeOf = (declaration) => declaration.replace(/\/\*[\s\S]*?\*\//g, '');
