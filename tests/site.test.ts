// The documentation as a site: it builds without a warning, no link is dead, and its search finds what people look for.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../apps/workbench/e2e/axe-violations.ts';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs';
import { buildSite } from '../site/build.mjs';
import { deadLinks } from '../site/links.mjs';
import { findIn } from '../site/search.mjs';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** VitePress's own buttons: "Search" also shows its keys, and a group of the sidebar has a button inside one. */
const OF_THE_THEME = ['label-content-name-mismatch', 'nested-interactive'];

describe('the site', () => {
  let site: ReturnType<typeof buildSite>;
  beforeAll(() => {
    site = buildSite();
  });

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

  describe('in a browser', () => {
    let browser: Browser;
    let server: Server;
    const address = (name: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
    beforeAll(async () => {
      server = createServer(({ url = '' }, response) => {
        const path = join(site.folder, decodeURIComponent(url.split('?')[0]!).replace(/\/$/, '/index.html'));
        if (!existsSync(path)) response.writeHead(404).end();
        else response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? '' }).end(readFileSync(path));
      }).listen(0, '127.0.0.1');
      browser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS });
    });
    afterAll(async () => {
      await browser?.close();
      server?.close();
    });

    it('answers in its search box, and is as wide as the screen on a phone, a laptop and a large one', async () => {
      const page = await browser.newPage();
      const wrong: string[] = [];
      page.on('pageerror', ({ message }) => wrong.push(message));
      for (const width of [390, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        for (const name of ['', 'start.html', 'gallery.html', 'validation.html']) {
          await page.goto(address(name));
          expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
        }
      }
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox').fill('time in range');
      await page.getByRole('option').first().getByRole('link').click();
      await page.waitForURL(/fields\/glucose/);
      expect(await page.locator('h1').textContent()).toContain('time in range');
      expect(wrong).toEqual([]);
    });

    it.each(['light', 'dark'] as const)(
      'has nothing of ours that axe objects to, in %s',
      async (colorScheme) => {
        const page = await browser.newPage({ colorScheme });
        for (const name of ['', 'start.html', 'limits.html', 'notebook/index.html']) {
          await page.goto(address(name));
          expect(await violations(page, OF_THE_THEME), name).toEqual([]);
        }
      },
    );
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
