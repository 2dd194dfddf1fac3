import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const rowOf = (page: Page, protocol: string) =>
  page.getByRole('group', { name: `Protocol ${protocol}`, exact: true });
const markOf = (page: Page, protocol: string) => rowOf(page, protocol).getByRole('slider').first();

async function middleOf(page: Page, protocol: string): Promise<[number, number]> {
  const knob = markOf(page, protocol).locator('circle.knob');
  await knob.scrollIntoViewIfNeeded();
  const box = (await knob.boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** What was moved is taken over with the next frame. */
const frames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** A finger, as the browser itself gets to know of it: it scrolls where it may. */
async function swipe(page: Page, [x, y]: readonly [number, number], [across, along]: [number, number]) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [{ x, y }]);
  for (let i = 1; i <= 20; i++) {
    await send('touchMove', [{ x: x + (across * i) / 20, y: y + (along * i) / 20 }]);
    await frames(page);
  }
  await send('touchEnd', []);
  await frames(page);
  await session.detach();
}

const PHONE = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true };

describe('by finger', () => {
  it('a mark is dragged as far as the finger goes, and so is the edge of a window', async () => {
    const page = await workbench.open('', PHONE);
    const [x, y] = await middleOf(page, 'dispersed');
    const before = await textOf(page);
    await swipe(page, [x, y], [120, 0]);
    const [after] = await middleOf(page, 'dispersed');
    expect(Math.abs(after - x - 120)).toBeLessThan(2);
    expect(await textOf(page)).not.toBe(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await textOf(page)).toBe(before);
    const window = page.getByRole('slider', { name: 'Window of mixed' }).locator('rect[rx]');
    await window.scrollIntoViewIfNeeded();
    const box = (await window.boundingBox())!;
    // A finger comes down beside the edge that it means.
    await swipe(page, [box.x + box.width - 9, box.y + 6], [40, 0]);
    const wider = (await window.boundingBox())!;
    expect(Math.abs(wider.width - box.width - 40)).toBeLessThan(2);
    expect(Math.abs(wider.x - box.x)).toBeLessThan(2);
    await page.close();
  });

  it('a swipe along the page scrolls it and changes nothing, wherever it begins', async () => {
    const page = await workbench.open('', PHONE);
    const before = await textOf(page);
    for (const aside of [0, 40]) {
      const [x, y] = await middleOf(page, 'dispersed');
      const top = await page.evaluate(() => scrollY);
      await swipe(page, [x + aside, y], [4, -150]);
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(top + 80);
      expect(await textOf(page)).toBe(before);
      expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    }
    await page.close();
  });

  it('a touch selects a mark; two on a row add a reading there', async () => {
    const page = await workbench.open('', PHONE);
    const before = await textOf(page);
    await markOf(page, 'dispersed').locator('circle.knob').tap();
    await page.getByRole('form', { name: 'Selected mark of dispersed' }).waitFor();
    expect(await textOf(page)).toBe(before);
    const [, y] = await middleOf(page, 'today');
    await page.touchscreen.tap(200, y);
    expect(await textOf(page)).toBe(before);
    await page.touchscreen.tap(202, y);
    expect(await rowOf(page, 'today').getByRole('slider').count()).toBe(2);
    await page.close();
  });
});

describe('by mouse', () => {
  it('a window is resized by its edges, and moved by its middle', async () => {
    const page = await workbench.open();
    const text = (await textOf(page)).replace('{ at: 0.5, noise: 0.4 }', '{ at: 4, width: 2, noise: 0.4 }');
    await page.locator('textarea').fill(text);
    const window = page.getByRole('slider', { name: 'Window of today' });
    await window.scrollIntoViewIfNeeded();
    const edges = async () => {
      const box = (await window.locator('rect[rx]').boundingBox())!;
      return { from: box.x, to: box.x + box.width, y: box.y + box.height / 2 };
    };
    const drag = async (x: number, y: number, by: number) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let i = 1; i <= 5; i++) await page.mouse.move(x + (by * i) / 5, y);
      await frames(page);
      await page.mouse.up();
    };
    const first = await edges();
    await drag(first.to, first.y, 80);
    const second = await edges();
    expect(Math.abs(second.from - first.from)).toBeLessThan(2);
    expect(Math.abs(second.to - first.to - 80)).toBeLessThan(2);
    await drag(second.from, second.y, -30);
    const third = await edges();
    expect(Math.abs(third.from - second.from + 30)).toBeLessThan(2);
    expect(Math.abs(third.to - second.to)).toBeLessThan(2);
    await drag((third.from + third.to) / 2, third.y, 50);
    const fourth = await edges();
    expect(Math.abs(fourth.from - third.from - 50)).toBeLessThan(2);
    expect(Math.abs(fourth.to - third.to - 50)).toBeLessThan(2);
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Undo' }).click();
    expect(await textOf(page)).toBe(text);
    await page.close();
  });

  it('a drag shows by how much the value changes, and so do values that are compared with', async () => {
    const page = await workbench.open();
    const change = page.locator('svg.timeline .change');
    const before = (await valuesOf(page)).dispersed![0]!;
    const [x, y] = await middleOf(page, 'dispersed');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y, { steps: 4 });
    await change.waitFor();
    const after = (await valuesOf(page)).dispersed![0]!;
    expect(Number((await change.textContent())!.replace('−', '-'))).toBeCloseTo(after - before, 4);
    await page.mouse.up();
    await change.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Compare with these values' }).click();
    await markOf(page, 'today').press('ArrowRight');
    await change.waitFor();
    await page.getByRole('button', { name: 'Compare no longer' }).click();
    await change.waitFor({ state: 'detached' });
    await page.close();
  });

  it('a plus goes with the pointer, and a click adds one reading there', async () => {
    const page = await workbench.open();
    const [, y] = await middleOf(page, 'today');
    await page.mouse.move(600, y);
    await page.locator('svg.timeline .plus').waitFor();
    await page.mouse.dblclick(600, y);
    expect(await rowOf(page, 'today').getByRole('slider').count()).toBe(2);
    await page.mouse.move(600, y - 100);
    expect(await page.locator('svg.timeline .plus').count()).toBe(0);
    await page.close();
  });
});

it('the value at other times stands under the row of a selected mark, and stays while that moves', async () => {
  const page = await workbench.open();
  await valuesOf(page);
  expect(await page.locator('svg.timeline .elsewhere').count()).toBe(0);
  await markOf(page, 'today').focus();
  const curve = page.locator('svg.timeline .elsewhere path').first();
  await curve.waitFor({ state: 'attached' });
  const before = await curve.getAttribute('d');
  await markOf(page, 'today').press('ArrowRight');
  await valuesOf(page);
  expect(await curve.getAttribute('d')).toBe(before);
  await page.close();
});

describe('the catalogue', () => {
  it('is taken into the selected protocol and left by a click, and by keys', async () => {
    const page = await workbench.open();
    await openExample(page, 'design/rules.yaml');
    expect(await page.getByRole('group', { name: /^Catalogue/ }).count()).toBe(0);
    await openExample(page, 'design/points.yaml');
    await markOf(page, 'block').focus();
    const row = page.getByRole('group', { name: 'Catalogue, for block' });
    const ghosts = row.getByRole('checkbox');
    expect(await ghosts.count()).toBe(12);
    expect(await row.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await ghosts.nth(2).locator('rect').click();
    expect(await row.getByRole('checkbox', { checked: true }).count()).toBe(1);
    expect(await rowOf(page, 'block').getByRole('slider').count()).toBe(5);
    expect(await textOf(page)).toMatch(/block: .*at: 2\.136\d*, noise: 0\.4/);
    await ghosts.nth(2).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    expect(await rowOf(page, 'block').getByRole('slider').count()).toBe(6);
    await ghosts.nth(2).locator('rect').click();
    await ghosts.nth(3).locator('rect').click();
    expect(await rowOf(page, 'block').getByRole('slider').count()).toBe(4);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
});
