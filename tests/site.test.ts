// The documentation as a site: it builds without a warning, no link is dead, and its search finds what people look for.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../site/build.mjs';
import { deadLinks } from '../site/links.mjs';
import { findIn } from '../site/search.mjs';

describe('the site', () => {
  let site: ReturnType<typeof buildSite>;
  beforeAll(() => {
    site = buildSite();
  }, 300_000);

  it('is built without a warning', () => {
    const said = stripVTControlCharacters(site.printed).split('\n');
    const expected = /^$|vitepress v|^build complete|^[-✓] (?:building|rendering)/;
    expect(said.map((line) => line.trim()).filter((line) => !expected.test(line))).toEqual([]);
  });

  it('has no dead link', () => {
    expect(site.dead).toEqual([]);
  });

  it.each([
    ['time in range', /fields\/glucose/],
    ['finger prick', /finger-pricks|from-sparse-readings|glucose/],
    ['units needed', /how-many-units|which-command/],
    ['missed reading', /when-readings-go-missing/],
  ])('finds “%s”', async (query, page) => {
    const found = await findIn(site.folder, query);
    expect(found.slice(0, 3).join('\n')).toMatch(page);
  });
});

it('a link to a missing page, heading or picture is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-links-'));
  try {
    mkdirSync(join(folder, 'a'));
    writeFileSync(
      join(folder, 'index.html'),
      '<h1 id="top">x</h1><a href="#top">1</a><a href="/a/b.html#c">2</a><a href="a/b.html">3</a><img alt="" src="/no.svg"><a href="https://example.org/x">4</a>',
    );
    writeFileSync(join(folder, 'a/b.html'), '<p>no heading</p><a class="x" href="../gone.html">1</a>');
    expect(deadLinks(folder).sort()).toEqual([
      'a/b.html: ../gone.html is not there',
      'index.html: /a/b.html#c has no such heading',
      'index.html: /no.svg is not there',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
