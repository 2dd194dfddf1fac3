// What of others goes out with the published packages, from the lock file: installed beside the command, inside its bundle, or
// inside the page. The page of licences and the bill of materials are made of it; bundled-licences.mjs has the texts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

/** What scripts/bundle-command.mjs leaves outside, and the page does not have. */
const LEFT_OUTSIDE = /^(?:@duckdb\/|@resvg\/|@expo-google-fonts\/|bullmq$|ioredis$)/;
const OURS = /^@sightline\//;
/** Our folders whose dependencies each part takes. `commander` is needed to build the command, and is in its bundle. */
const PARTS = {
  installed: { folders: ['packages/cli'], takes: (name) => LEFT_OUTSIDE.test(name) },
  command: {
    folders: ['packages/cli', 'packages/data', 'packages/study', 'packages/answers', 'experiments'],
    takes: (name) => !LEFT_OUTSIDE.test(name),
    also: ['commander'],
  },
  page: {
    folders: ['apps/workbench', 'packages/data', 'packages/study'],
    takes: (name) => !LEFT_OUTSIDE.test(name),
  },
};

/** Every package of others that ships, by name: `{ name, version, licence, integrity, parts }`. */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Map();
  const take = (name, from, part) => {
    const place = placeOf(packages, name, from);
    if (place === undefined) return; // of another platform, and optional
    const { version, license: licence, integrity, dependencies, optionalDependencies } = packages[place];
    const known = found.get(place) ?? { name, version, licence, integrity, parts: [] };
    if (known.parts.includes(part)) return;
    known.parts.push(part);
    found.set(place, known);
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) take(next, place, part);
  };
  for (const [part, { folders, takes, also = [] }] of Object.entries(PARTS))
    for (const folder of folders)
      for (const name of [...Object.keys(packages[folder].dependencies ?? {}), ...also])
        if (!OURS.test(name) && takes(name)) take(name, folder, part);
  return [...found.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** Where Node finds a dependency: in the folder of who needs it, or in one above. */
function placeOf(packages, name, from) {
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/'))))
    if (packages[`${at}/node_modules/${name}`]) return `${at}/node_modules/${name}`;
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
}

/** A bill of materials in CycloneDX's form, without a clock or a number drawn: the same bytes for the same lock file. */
export function billOfMaterials() {
  const { version, description } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
  const components = shippedPackages().map(({ name, version, licence, integrity, parts }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [/ (?:AND|OR) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
    ],
    properties: parts.map((part) => ({ name: 'sightline:part', value: part })),
  }));
  const component = {
    type: 'application',
    'bom-ref': `sightline@${version}`,
    name: 'sightline',
    version,
    description,
  };
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components };
}
