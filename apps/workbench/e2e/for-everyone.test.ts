import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { openExample, startWorkbench, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

describe('for everyone', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    it(`has nothing that axe objects to, in ${colorScheme}`, async () => {
      const page = await workbench.open('', { colorScheme });
      await valuesOf(page);
      await page.getByRole('slider').first().focus();
      for (const details of await page.locator('details').all())
        await details.evaluate((one) => one.setAttribute('open', ''));
      expect(await violations(page)).toEqual([]);
      await openExample(page, 'four-points/stationary.yaml');
      await page.getByRole('button', { name: 'Is it known?' }).click();
      await page.locator('[data-section=ranges] svg').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('tab', { name: 'Best?' }).click();
      await page.locator('textarea').fill('sightline: 1\n');
      await page.locator('.problems').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.close();
    });

  it('fits any width from 360 pixels to 4K without scrolling sideways', async () => {
    for (const width of [360, 768, 1280, 2560, 3840]) {
      const page = await workbench.open('', { viewport: { width, height: 900 } });
      await valuesOf(page);
      for (const name of ['Known?', 'Told apart?', 'Best?']) {
        await page.getByRole('tab', { name }).click();
        expect([width, name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
          width,
          name,
          width,
        ]);
      }
      const svg = (await page.locator('svg.timeline').boundingBox())!;
      expect(svg.width).toBeGreaterThan(width * (width < 1088 ? 0.85 : 0.35));
      await page.close();
    }
  });

  it('has the questions beside the timeline on the first screen, and right after it on a phone', async () => {
    const desk = await workbench.open('', { viewport: { width: 1280, height: 800 } });
    await valuesOf(desk);
    const box = async (of: string) => (await desk.locator(of).first().boundingBox())!;
    const [timeline, button, marks] = [
      await box('#timeline'),
      await box('.panels button.main'),
      await box('.selected-mark'),
    ];
    expect(button.x).toBeGreaterThan(timeline.x + timeline.width);
    expect(button.y + button.height).toBeLessThan(500);
    expect(marks.y + marks.height).toBeLessThan(770);
    // The timeline stays while the other pane goes by.
    await desk.getByRole('heading', { name: 'Law and target' }).scrollIntoViewIfNeeded();
    await desk.mouse.move(1000, 400);
    await desk.mouse.wheel(0, 1000);
    await desk.waitForFunction(() => scrollY > 300);
    expect((await box('svg.timeline')).y).toBeGreaterThanOrEqual(0);
    await desk.close();
    const phone = await workbench.open('', { viewport: { width: 390, height: 844 } });
    await valuesOf(phone);
    const ids = await phone.locator('main > *').evaluateAll((all) =>
      all
        .map((one) => ({ name: one.id || one.className, top: one.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ name }) => name),
    );
    expect(ids).toEqual(['timeline', 'panels', 'numbers']);
    await phone.close();
  });

  it('has a methods paragraph, which comes when it is opened', async () => {
    const page = await workbench.open();
    await valuesOf(page);
    const methods = page.locator('details.methods');
    await methods.locator('summary').click();
    await methods.locator('li').first().waitFor();
    expect(await methods.locator('p').first().textContent()).toContain('The target is');
    await page.close();
  });

  it('loads less than 350 kB compressed until the first values are there, worker included', async () => {
    workbench.fetched.length = 0;
    const page = await workbench.open();
    await valuesOf(page);
    const first = [...workbench.fetched];
    await page.close();
    for (const part of [/^index\.html$/, /index-.*\.js$/, /index-.*\.css$/, /\/worker-.*\.js$/])
      expect(first.filter((name) => part.test(name))).toHaveLength(1);
    const bytes = first.map((name) => gzipSync(readFileSync(join(workbench.built, name))).length);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(350_000);
  });

  it('names no machine and fetches from nobody else', () => {
    const html = readFileSync(join(workbench.built, 'index.html'), 'utf8');
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<style|style=|<script>/);
  });
});
