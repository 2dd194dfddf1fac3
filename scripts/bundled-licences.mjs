// The packages of others whose code is inside of the published command and page, with their licences: they ask for it. Those that the
// command depends on are installed beside it with licences of their own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WORKSPACES = [
  'packages/data',
  'packages/study',
  'packages/answers',
  'packages/queue',
  'packages/cli',
  'experiments',
  'apps/workbench',
];

/** Name, version, licence and its text of each, in the order of their names. */
export function bundledLicences(root) {
  const read = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const beside = new Set(Object.keys(read(join(root, 'packages/cli')).dependencies));
  const found = new Map();
  const visit = (name, from) => {
    if (name.startsWith('@sightline/') || beside.has(name) || found.has(name)) return;
    const folder = [join(from, 'node_modules', name), join(root, 'node_modules', name)].find(existsSync);
    if (folder === undefined) throw new Error(`${name} is not installed`);
    const { version, license, dependencies = {} } = read(folder);
    const file = readdirSync(folder).find((one) => /^licen[sc]e(\.\w+)?$/i.test(one));
    found.set(name, {
      name,
      version,
      license,
      text: file ? readFileSync(join(folder, file), 'utf8').trim() : '',
    });
    for (const needed of Object.keys(dependencies)) visit(needed, folder);
  };
  for (const workspace of WORKSPACES) {
    const { dependencies = {}, devDependencies = {} } = read(join(root, workspace));
    for (const name of Object.keys({ ...dependencies, ...devDependencies }))
      visit(name, join(root, workspace));
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const licencesText = (all) =>
  `${[
    'Code of others in this package, with its licences.',
    ...all.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}`),
  ].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
