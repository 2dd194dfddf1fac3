// docs/licences.md and sbom.cdx.json say what ships, as the lock file has it. `npm run docs` writes them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundledLicences } from '../scripts/bundled-licences.mjs';
import { billOfMaterials, shippedPackages } from '../scripts/shipped.mjs';

const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const WRITE = process.env.SIGHTLINE_WRITE_DOCS === '1';
const shipped = shippedPackages();

function held(name: string, now: string): void {
  if (WRITE) writeFileSync(file(name), now);
  else expect(readFileSync(file(name), 'utf8')).toBe(now);
}

it('the page of licences', () => {
  const rows = shipped.map(
    ({ name, version, licence, parts }) => `| ${name} | ${version} | ${licence} | ${parts.join(', ')} |`,
  );
  const table = ['| package | version | licence | where |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const page = readFileSync(file('docs/licences.md'), 'utf8');
  held(
    'docs/licences.md',
    page.replace(
      /(<!-- shipped -->\n)[\s\S]*(<!-- \/shipped -->)/,
      (_, before, after) => `${before}\n${table}\n\n${after}`,
    ),
  );
});

it('the bill of materials', () => {
  held('sbom.cdx.json', `${JSON.stringify(billOfMaterials(), null, 1)}\n`);
});

it('nothing ships that may not be passed on, and what is inside brings its notice', () => {
  const known = /^(?:MIT|ISC|0BSD|Apache-2\.0|MPL-2\.0|MIT AND OFL-1\.1)$/;
  expect(shipped.filter(({ licence }) => !known.test(licence))).toEqual([]);
  // As the installed packages tell it, without the lock file.
  const inside = bundledLicences(file(''));
  expect(inside.map(({ name, version }) => `${name} ${version}`)).toEqual(
    shipped
      .filter(({ parts }) => parts.some((part) => part !== 'installed'))
      .map(({ name, version }) => `${name} ${version}`),
  );
  for (const { name, text } of inside) expect(text, name).toMatch(/copyright/i);
});
