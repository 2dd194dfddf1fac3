// `npm run release -- 0.2.0`: the version is set everywhere, its part of CHANGELOG.md gets the day, and the tarballs are made with
// their checksums in release/. Without a version only the tarballs are, of what there is. Nothing is committed, tagged or published.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run } from './ensure-installed.mjs';

const PUBLISHED = ['@sightline/engine', 'sightline'];
/** Folders of clients/ that pip and R install from an archive as they are. */
const CLIENTS = ['python', 'r'];
const TARBALL = /(\/sightline-)\d+\.\d+\.\d+(?=\.tgz)/;
/** Where the version stands outside of package.json files, with what stands before it. */
const ELSEWHERE = [
  ['packages/cli/src/io/version.ts', /^(export const VERSION = ')[^']+/m],
  ['apps/workbench/src/page/version.ts', /^(export const VERSION = ')[^']+/m],
  ['clients/python/pyproject.toml', /^(version = ")[^"]+/m],
  ['clients/r/DESCRIPTION', /^(Version: )\S+/m],
  ['CITATION.cff', /^(version: "?)[^"\s]+/m],
  ['docs/start.md', TARBALL],
  ['clients/python/README.md', TARBALL],
  ['clients/r/README.md', TARBALL],
];

/** Sets the version in every workspace, in what they need of each other, and elsewhere. */
export function setVersion(folder, version) {
  const workspaces = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(folder, parent)).map((name) => `${parent}/${name}`),
  );
  for (const workspace of ['.', 'experiments', ...workspaces]) {
    const file = join(folder, workspace, 'package.json');
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8')
      .replace(/^( {2}"version": ")[^"]+/m, `$1${version}`)
      .replace(/^( {4}"@sightline\/\w+": ")[^"]+/gm, `$1${version}`);
    writeFileSync(file, text);
  }
  for (const [name, pattern] of ELSEWHERE) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    if (!pattern.test(text)) throw new Error(`${name} has no version where one is looked for`);
    writeFileSync(file, text.replace(pattern, `$1${version}`));
  }
}

/** The first part of the changelog is what this version brings: it gets its number and the day. */
export function datedChangelog(text, version, day) {
  const [heading, , state] = /^## (\S+) — (\S+)$/m.exec(text) ?? [];
  if (state !== 'unreleased')
    throw new Error(
      `CHANGELOG.md begins with “${heading}”: there is nothing under a heading “## … — unreleased”`,
    );
  return text.replace(heading, `## ${version} — ${day}`);
}

const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Tarballs of what there is, and SHA256SUMS beside them. */
function makeTarballs(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of PUBLISHED) run('npm', ['pack', '-w', name, '--silent', '--pack-destination', folder]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const client of CLIENTS)
    run('tar', [
      '-czf',
      join(folder, `sightline-${client}-${version}.tar.gz`),
      ...['build', '*.egg-info', '__pycache__'].map((left) => `--exclude=${left}`),
      ...['-C', join(root, 'clients'), client],
    ]);
  const made = readdirSync(folder).sort();
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    made.map((file) => `${digestOf(join(folder, file))}  ${file}\n`).join(''),
  );
  process.stdout.write(readFileSync(join(folder, 'SHA256SUMS')));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [version] = process.argv.slice(2);
  if (version !== undefined) {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
      console.error(
        `${version} is no version. Accepted: three numbers, such as 0.2.0, and a label, such as 0.2.0-rc.1.`,
      );
      process.exit(3);
    }
    const changelog = join(root, 'CHANGELOG.md');
    const dated = datedChangelog(
      readFileSync(changelog, 'utf8'),
      version,
      new Date().toISOString().slice(0, 10),
    );
    setVersion(root, version);
    writeFileSync(changelog, dated);
    run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--silent']);
  }
  makeTarballs(join(root, 'release'));
  const { version: made } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.log(
    `\nNext: npm run docs, npm test, commit, git tag v${made}, then npm publish of each .tgz in release/.`,
  );
}
