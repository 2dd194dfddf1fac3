import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PAPER } from '@sightline/answers/pages';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/chromium.mjs';
import {
  SAMPLE_ERRORS,
  SAMPLE_HELD_OUT,
  SAMPLE_REGRETS,
  SAMPLE_RESOLUTIONS,
  SAMPLE_STABILITIES,
} from '../../test/sample-series.ts';
import { exactRow, explainedRow, unexplainedRow } from '../compare/row.ts';
import { figure1Series } from '../laws/figure-1.ts';
import { reproductionFigures } from './figures.ts';
import { reproductionPage } from './page.ts';
import type { Reproduction, ReproductionTiming } from './reproduction.ts';

const agreed = exactRow('agreed', 0.5, 0.5, 3);
const told = explainedRow(
  exactRow('told', 0.864, 0.874, 3),
  { predicted: 0.8636, decimals: 3 },
  'ties <i>& "such"</i>',
);
const strange = unexplainedRow(exactRow('strange', 0.1, 0.2, 1), { known: 0.2, decimals: 3 }, 'nobody knows');
const differs = exactRow('off', 0.5, 0.7, 3);
const names = ['mean', 'above 0', 'above 1.5', 'outside 1.2', 'logistic 2'];

const RUN: Reproduction = {
  sightline: 1,
  command: 'reproduce',
  seed: 7,
  quick: false,
  versions: { sightline: '9.8.7', node: 'v99' },
  experiments: {
    'figure-1': { rows: [agreed], series: figure1Series() },
    'figure-2a': { rows: [agreed, differs], series: SAMPLE_ERRORS },
    'figure-2b': { rows: [agreed], series: SAMPLE_REGRETS },
    'figure-2cd': { rows: [agreed], series: SAMPLE_RESOLUTIONS },
    'table-1': {
      rows: [told, strange],
      tables: [0, 0.2].map((less) => ({
        title: 'across targets',
        columns: names,
        rows: names.map((name, i) => ({ name, values: names.map((_, j) => (i === j ? 1 : 0.9 - less)) })),
      })),
    },
    'figure-3': { rows: [agreed], series: SAMPLE_HELD_OUT },
    'figure-4': { rows: [agreed], series: SAMPLE_STABILITIES },
    'table-af': { rows: [], skipped: 'no folder <ltafdb>' },
  },
};

const TIMING: ReproductionTiming = {
  workers: 2,
  seconds: Object.fromEntries(Object.keys(RUN.experiments).map((name, k) => [name, 10 * k])),
  total: 312.4,
};

describe('the page of a run', () => {
  const page = reproductionPage(RUN, TIMING);

  it('begins with the answer', () => {
    const said = page
      .slice(page.indexOf('class="answer"'))
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ');
    expect(said).toContain(
      'Of 9 numbers, 6 agree, 1 differs for a reason that is given, 1 differs without an explanation and 1 differs unexpectedly. ' +
        '1 of 8 experiments was skipped. It took 5 min 12 s with 2 workers, seed 7.',
    );
    expect(said).toContain('sightline 9.8.7 · node v99');
    expect(said).not.toContain('quick run');
    expect(reproductionPage({ ...RUN, quick: true }, TIMING)).toContain('A quick run:');
  });

  it('says every verdict in words', () => {
    for (const word of ['✓ agrees', '≈ explained', '? unexplained', '✗ differs'])
      expect(page).toContain(word);
  });

  it('takes what is written for text', () => {
    expect(page).toContain('ties &lt;i&gt;&amp; &quot;such&quot;&lt;/i&gt;');
    expect(page).toContain('no folder &lt;ltafdb&gt;');
  });

  it('needs nothing else, and its links lead somewhere', () => {
    // Links lead to the paper; nothing is loaded from there.
    const loaded = page.replaceAll(/<a href="https:[^"]*">/g, '<a>');
    expect(loaded).not.toMatch(/<script|<img|<link|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    expect(page).toContain(`<a href="${PAPER.address}">${PAPER.cited}</a>`);
    const figures = Object.keys(reproductionFigures(RUN));
    expect(figures).toEqual(['figure-1.svg', 'figure-2.svg', 'figure-3.svg', 'figure-4.svg']);
    for (const [, link] of loaded.matchAll(/href="([^"]+)"/g))
      if (link!.startsWith('#')) expect(page, link).toContain(`id="${link!.slice(1)}"`);
      else expect(figures).toContain(link!.replace('.png', '.svg'));
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shades all matrices by one scale, the lowest most', () => {
    const shades = [...page.matchAll(/--heat:(\d+)%">([\d.]+)</g)].map(
      ([, heat, value]) => `${value} ${heat}`,
    );
    expect(new Set(shades)).toEqual(new Set(['1.000 0', '0.900 33', '0.700 100']));
  });

  it('has the figures of what was run, and no others', () => {
    const { 'figure-2a': only, 'table-af': left } = RUN.experiments;
    const some = { ...RUN, experiments: { 'figure-2a': only!, 'table-af': left! } };
    expect(Object.keys(reproductionFigures(some))).toEqual(['figure-2.svg']);
    expect(reproductionPage(some, TIMING).match(/<svg/g)).toHaveLength(1);
    expect(page.match(/<svg/g)).toHaveLength(4 + 4 + 4 + 2);
  });
});

describe('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error('no Chromium was found: npm test says what to install');
    browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  });
  afterAll(async () => {
    await browser?.close();
  });

  it.each([
    ['light', 1280],
    ['light', 320],
    ['dark', 1280],
    ['dark', 320],
  ] as const)('has nothing that axe objects to, in %s at %i pixels', async (colorScheme, width) => {
    const shown = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
    await shown.setContent(reproductionPage(RUN, TIMING));
    await shown.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    expect(
      await shown.evaluate(`axe.run().then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`),
    ).toEqual([]);
    await shown.close();
  });

  it.each([320, 390, 768, 1280])('%i pixels wide: nothing has to be scrolled sideways', async (width) => {
    const shown = await browser.newPage({ viewport: { width, height: 844 } });
    await shown.setContent(reproductionPage(RUN, TIMING));
    const found = await shown.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      // How large letters of a picture are on the screen.
      letters: [...document.querySelectorAll<SVGSVGElement>('.panels svg')].map(
        (svg) => (11 * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width,
      ),
      scrolled: [...document.querySelectorAll('.rows, .contents')].filter(
        (table) => table.scrollWidth > table.parentElement!.clientWidth + 1,
      ).length,
    }));
    await shown.close();
    expect(found.wide).toBeLessThanOrEqual(width);
    expect(Math.min(...found.letters)).toBeGreaterThanOrEqual(11);
    expect(found.scrolled).toBe(0);
  });

  it.each([390, 1280])('%i pixels wide: what agrees can be left out, without a script', async (width) => {
    const shown = await browser.newPage({ viewport: { width, height: 844 } });
    await shown.setContent(reproductionPage(RUN, TIMING));
    const visible = () =>
      shown.evaluate(() => ({
        rows: [...document.querySelectorAll('.rows tbody tr')].flatMap((row) =>
          row.getClientRects().length > 0 ? [row.querySelector('th')!.textContent] : [],
        ),
        sections: [...document.querySelectorAll('section')].flatMap((one) =>
          one.getClientRects().length > 0 ? [one.id] : [],
        ),
      }));
    const all = await visible();
    expect(all.rows).toHaveLength(9);
    expect(all.sections).toHaveLength(6);
    await shown.getByLabel('Show only what does not agree (3 of 9 numbers), and what was skipped').check();
    expect(await visible()).toEqual({
      rows: ['off', 'told', 'strange'],
      sections: ['figure-2', 'table-1', 'table-af'],
    });
    await shown.close();
    const agreed = { ...RUN, experiments: { 'figure-1': RUN.experiments['figure-1']! } };
    expect(reproductionPage(agreed, TIMING)).not.toContain('<input');
  });

  it('on paper: two panels side by side, in light colours even where screens are dark', async () => {
    const shown = await browser.newPage({ viewport: { width: 700, height: 990 }, colorScheme: 'dark' });
    await shown.setContent(reproductionPage(RUN, TIMING));
    await shown.emulateMedia({ media: 'print' });
    const found = await shown.evaluate(() => {
      const [first, second] = [...document.querySelectorAll('.panels svg')].map((svg) =>
        svg.getBoundingClientRect(),
      );
      const ground = document.querySelector('.panels svg rect')!;
      return {
        beside: first!.top === second!.top && second!.left > first!.right,
        wide: document.documentElement.scrollWidth,
        page: getComputedStyle(document.body).backgroundColor,
        picture: getComputedStyle(ground).fill,
      };
    });
    await shown.close();
    expect(found).toEqual({
      beside: true,
      wide: 700,
      page: 'rgb(255, 255, 255)',
      picture: 'rgb(255, 255, 255)',
    });
  });
});
