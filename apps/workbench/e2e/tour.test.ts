import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DesignResult, IdentifyResult, RetrospectResult, ValueResult } from '@sightline/study';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RESULTS } from '../src/tour/parts/results.ts';
import { simulatedNights, simulatedRhythms } from '../src/tour/recordings/simulated.ts';
import { familyStudy } from '../src/tour/resolution/nested-classes.ts';
import { violations } from './axe-violations.ts';
import { jsonOf } from './command-line.ts';
import { startWorkbench, textOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const CHAPTERS = [
  'What a protocol is',
  'Two worlds, one benchmark',
  'Invisible directions',
  'Restoring identification',
  'Resolution',
  'Design',
  'Nights and heartbeats',
];
const example = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url)), 'utf8');

/** A chapter, once everything in it is drawn. */
async function chapter(number: number, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await workbench.open('', options);
  await page.getByRole('link', { name: 'Tour', exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Chapters' })
    .getByText(CHAPTERS[number - 1]!)
    .click();
  await drawn(page, number);
  return page;
}

const PICTURES = [2, 5, 3, 2, 6, 2, 9];

async function drawn(page: Page, number: number): Promise<void> {
  await page.getByRole('heading', { level: 2, name: CHAPTERS[number - 1]! }).waitFor();
  await page
    .locator('.chapter svg')
    .nth(PICTURES[number - 1]! - 1)
    .waitFor();
}

const moments = (page: Page) =>
  page
    .locator('.frozen tbody tr:not(.moves) td')
    .evaluateAll((cells) => cells.map(({ textContent }) => textContent));

/** The world ε as a study: the example, with its correlations by lag moved along (1, −2, 1). */
function world(epsilon: number): string {
  const byLag = [0, 1, -2, 1].map((step, lag) => Math.exp(-lag) + epsilon * step);
  return example('four-points/stationary.yaml').replace(
    /toeplitz: \[.*?\]/,
    `toeplitz: [${byLag.join(', ')}]`,
  );
}

describe('the four-point story', () => {
  it('begins with one world and moves two apart: the benchmark stays, as the command line has it', async () => {
    const page = await chapter(2);
    const slider = page.getByRole('slider', { name: /How far the worlds are apart/ });
    expect(await slider.getAttribute('aria-valuetext')).toBe('not at all');
    const before = await moments(page);
    expect(before).toEqual(['1.000000', '1.000000', '0.388250', '0.388250', '0.428012', '0.428012']);
    /** The dots of a protocol in either world. */
    const dots = (protocol: string) =>
      page
        .locator(`[data-people="${protocol}"] path`)
        .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    const benchmark = await dots('first');
    const together = await dots('middle');
    expect([benchmark[0], together[0]]).toEqual([benchmark[1], together[1]]);
    const worth = (of: string, value: string) =>
      page.locator(`[data-worth="${of}"]`).getByText(value, { exact: true }).waitFor();
    await slider.focus();
    for (const [key, times, epsilon] of [
      ['End', 1, 0.1321],
      ['ArrowLeft', 3, (0.1321 * 37) / 40],
    ] as const) {
      for (let press = 0; press < times; press++) await page.keyboard.press(key);
      expect(await slider.getAttribute('aria-valuetext')).toBe(epsilon.toFixed(4));
      for (const [number, own] of [epsilon, -epsilon].entries()) {
        const files = { 'world.yaml': world(own) };
        const { protocols } = await jsonOf<ValueResult>(['value', 'world.yaml'], files);
        await worth(`middle ${number}`, protocols.middle!.value.toFixed(4));
        await worth(`first ${number}`, protocols.first!.value.toFixed(4));
      }
      expect(await moments(page)).toEqual(before);
      await expect.poll(async () => (await dots('middle'))[0]).not.toBe(together[0]);
      const [one, other] = await dots('middle');
      expect(one).not.toBe(other);
      expect(await dots('first')).toEqual(benchmark);
    }
    await page.keyboard.press('End');
    await worth('middle 0', '0.6816');
    await worth('middle 1', '0.8274');
    await page.getByRole('button', { name: 'Open this in the workbench' }).click();
    await page.locator('svg.timeline').waitFor();
    expect(await textOf(page)).toContain(String(Math.exp(-1) + 0.1321).slice(0, 12));
    await page.close();
  });

  it('shows the invisible direction, its zeros and the sharp ranges', async () => {
    const page = await chapter(3);
    await page.locator('.figure', { hasText: 'nothing assumed' }).locator('summary').click();
    for (const [assumed, file] of [
      ['stationary', 'stationary'],
      ['nothing assumed', 'any'],
    ] as const) {
      const study = { 'study.yaml': example(`four-points/${file}.yaml`) };
      const found = await jsonOf<IdentifyResult>(['identify', 'study.yaml'], study);
      const { low, high } = found.alternatives.middle!.range!;
      const cells = page.locator(`tr[data-row="${assumed}"] td`);
      expect(await cells.allTextContents()).toEqual([
        String(found.invisibleDimension),
        low.toFixed(4),
        high.toFixed(4),
      ]);
      await page.getByLabel(assumed).check();
      await page.locator(`[data-invisible="${found.invisibleDimension}"]`).waitFor();
      const differences = await page
        .locator('section[aria-label^="What the benchmark sees"] td:last-child')
        .allTextContents();
      expect(differences).toEqual(['0.000000', '0.000000', '0.000000']);
    }
    expect(await page.locator('tr[data-row="stationary"] td').allTextContents()).toEqual([
      '1',
      '0.6804',
      '1.0000',
    ]);
    await page.getByLabel('stationary').check();
    // The body of worlds: cut until a line is left, whose ends have the ends of the range; turned by keys and by a drag.
    const body = page.getByRole('group', { name: /The body of worlds/ });
    await page.getByLabel('Cov(Y, Θ) and Var Θ: a line').check();
    const along = page.getByRole('slider', { name: 'Go along the line' });
    await along.focus();
    for (const [key, worth] of [
      ['Home', '1.0000'],
      ['End', '0.6804'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await along.getAttribute('aria-valuetext')).toBe(`worth ${worth}`);
    }
    const view = () => body.getAttribute('data-view');
    const first = await view();
    await body.focus();
    await page.keyboard.press('ArrowRight');
    expect(await view()).not.toBe(first);
    await page.keyboard.press('Home');
    expect(await view()).toBe(first);
    await body.locator('svg').hover();
    await page.mouse.down();
    await page.mouse.move(10, 300, { steps: 3 });
    await page.mouse.up();
    const dragged = await view();
    expect(dragged).not.toBe(first);
    await page.mouse.move(400, 400);
    expect(await view()).toBe(dragged);
    await page.locator('[data-direction="1.0000 −2.0000 1.0000"]').waitFor();
    await page.close();
  });

  it('restores identification, point by point', async () => {
    const page = await chapter(4);
    const says = (assumed: string, words: string) =>
      page.locator(`li[data-assumed="${assumed}"]`, { hasText: words }).waitFor();
    await says('stationary', '1 direction invisible');
    await says('any', '4 directions invisible');
    await page.getByLabel('Z₁').focus();
    await page.keyboard.press('Space');
    await says('stationary', 'nothing is invisible, the value is known');
    await says('any', '2 directions invisible, the value is not known');
    await page.getByLabel('Z₂').focus();
    await page.keyboard.press('Space');
    await says('any', 'nothing is invisible, the value is known');
    await page.getByLabel('Z₂').uncheck();
    await says('any', '2 directions invisible');
    await page.close();
  });
});

describe('the other chapters', () => {
  it('move one look, as the command line has it', async () => {
    const page = await chapter(1);
    await page.getByRole('slider', { name: 'When to look' }).focus();
    await page.keyboard.press('End');
    await page.getByRole('slider', { name: 'How long' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Open this in the workbench' }).click();
    await page.locator('svg.timeline').waitFor();
    const study = await textOf(page);
    expect(study).toContain('at: 9.9, width: 0.5');
    const { protocols } = await jsonOf<ValueResult>(['value', 'look.yaml'], { 'look.yaml': study });
    await page.goBack();
    await drawn(page, 1);
    await page.getByRole('slider', { name: 'When to look' }).focus();
    await page.keyboard.press('End');
    await page.getByRole('slider', { name: 'How long' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(`This look is worth ${protocols.look!.value.toFixed(4)}`).waitFor();
    await page.close();
  });

  it('resolve more with more units', async () => {
    const page = await chapter(5);
    const slider = page.getByRole('slider', { name: 'Calibration units' });
    const { protocols } = await jsonOf<ValueResult>(['value', 'family.yaml'], {
      'family.yaml': familyStudy(),
    });
    const all = Object.values(protocols).map(({ value }) => value);
    const { units, classes } = RESULTS.resolutions;
    await slider.focus();
    for (const [key, m] of [
      ['Home', 25],
      ['End', 1000],
    ] as const) {
      await page.keyboard.press(key);
      expect(await slider.getAttribute('aria-valuetext')).toBe(String(m));
      const bound = 2 * classes.at(-1)!.error[units.indexOf(m)]!.value;
      const near = all.filter((value) => Math.max(...all) - value <= bound).length - 1;
      expect(await page.locator('.takeaway').textContent()).toContain(
        `with ${m} of them, ${near} of ${all.length} protocols cannot be told from the best`,
      );
    }
    await page.close();
  });

  it('show a choice that data cannot support, and hand on the data of a team', async () => {
    const page = await chapter(5);
    const said = page.locator('[data-teams=current]');
    await said.getByText('None can tell its choice from every other one.').waitFor();
    await page.getByRole('slider', { name: 'People that each team watches' }).focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
    await said.getByText('know that ‘midday’ and ‘morning’ are not best').waitFor();
    await page.getByRole('button', { name: /Open the study of team 1/ }).click();
    await page.locator('svg.timeline').waitFor();
    expect(await textOf(page)).toContain('data: dense.csv');
    await page.getByText('200 units').first().waitFor();
    await page.close();
  });

  it('land looks on nights and days, which tell what the command line says', async () => {
    const page = await chapter(7);
    for (const [number, made] of [simulatedNights(), simulatedRhythms()].entries()) {
      const stage = page.locator('.stage').nth(number);
      await stage.getByLabel('spread over the').check();
      await stage.getByRole('slider', { name: 'Looks' }).fill('2');
      const looks = made.budgets[2]!;
      await stage.locator('.reading', { hasText: `${looks} looks see` }).waitFor();
      await expect.poll(() => stage.locator('svg.record .lands').count()).toBe(looks);
      const { targets } = await jsonOf<RetrospectResult>(['retrospect', 'study.yaml'], {
        'study.yaml': made.study,
        [made.file]: made.data,
      });
      const r2 = (layout: string) =>
        targets[made.target]!.templates[`${layout}-${looks}`]!.r2.toFixed(2).replace('-', '−');
      await stage
        .getByText(
          `in one block predict ${r2('contiguous')}, and ${looks} that are spread ${r2('dispersed')}`,
        )
        .waitFor();
      await stage.getByRole('button', { name: 'Another' }).click();
    }
    await page.getByRole('button', { name: 'Open the simulated nights' }).click();
    await page.getByRole('tab', { name: 'Few looks?', selected: true }).waitFor();
    await page.close();
  });

  it('design for the target that is chosen, as the command line does', async () => {
    const page = await chapter(6);
    await page.getByLabel('Target', { exact: true }).selectOption({ label: 'the mean over the horizon' });
    await page.getByRole('slider', { name: 'Readings to take' }).focus();
    await page.keyboard.press('ArrowLeft');
    const study = example('design/points.yaml')
      .replace('target: { above: 1.5 }', 'target: mean')
      .replace('exactly: 4', 'exactly: 3');
    const { best, comparators } = await jsonOf<DesignResult>(['design', 'study.yaml'], {
      'study.yaml': study,
    });
    await page.getByText(`worth ${best.value.toFixed(4)}`).waitFor();
    await page.locator('summary').first().click();
    const cells = await page.locator('tr[data-row="greedy"] td').allTextContents();
    expect(cells.slice(0, 2)).toEqual([
      comparators.greedy.value.toFixed(4),
      comparators.greedy.efficiency.toFixed(4),
    ]);
    await page.close();
  });
});

describe('for everyone', () => {
  it('is fetched only when it is wanted', async () => {
    const page = await workbench.open();
    const fetched = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /\/tour-/.test(name)).length,
      );
    expect(await fetched()).toBe(0);
    await page.getByRole('link', { name: 'Tour', exact: true }).click();
    await drawn(page, 1);
    expect(await fetched()).toBeGreaterThan(0);
    await page.close();
  });

  it('goes from chapter to chapter by keyboard, each with its address and its heading', async () => {
    const page = await workbench.open();
    await page.getByRole('link', { name: 'Tour', exact: true }).focus();
    await page.keyboard.press('Enter');
    for (const [i, title] of CHAPTERS.entries()) {
      await drawn(page, i + 1);
      expect(await page.title()).toContain(title);
      if (i > 0) {
        expect(page.url()).toMatch(new RegExp(`#tour-${i + 1}$`));
        // What is drawn may be there a moment before it has the focus.
        await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
      }
      if (i === CHAPTERS.length - 1) break;
      for (let tabs = 0; tabs < 40; tabs++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(() => /^Next/.test(document.activeElement?.textContent ?? ''))) break;
      }
      expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Next/);
      await page.keyboard.press('Enter');
    }
    await page.reload();
    await drawn(page, CHAPTERS.length);
    await page.close();
  });

  it('ends with a study or data of one’s own', async () => {
    const page = await chapter(7);
    for (const [button, dialog] of [
      ['New study', /new study/],
      ['My data', /data/i],
      ['Examples', /Examples/],
    ] as const) {
      await page.getByRole('region', { name: 'Now yours' }).getByRole('button', { name: button }).click();
      await page.getByRole('dialog', { name: dialog }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.goBack();
      await drawn(page, 7);
    }
    await page.close();
  });

  it('says that there is no such chapter', async () => {
    const page = await chapter(1);
    await page.evaluate(() => {
      location.hash = '#tour-9';
    });
    await page.getByRole('alert').getByText('The tour has no chapter ‘9’').waitFor();
    await page.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`has nothing that axe objects to, and fits any width from 320 pixels to 4K, in ${colorScheme}`, async () => {
      const page = await chapter(1, { colorScheme });
      for (const number of CHAPTERS.keys()) {
        await page.evaluate((to) => {
          location.hash = `#tour-${to}`;
        }, number + 1);
        await drawn(page, number + 1);
        await page.locator('details').evaluateAll((all) => {
          for (const one of all) one.setAttribute('open', '');
        });
        for (const width of colorScheme === 'light' ? [320, 768, 3840, 1280] : [1280]) {
          await page.setViewportSize({ width, height: 900 });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect([number + 1, wide]).toEqual([number + 1, width]);
        }
        expect([number + 1, ...(await violations(page))]).toEqual([number + 1]);
      }
      await page.close();
    });
});
