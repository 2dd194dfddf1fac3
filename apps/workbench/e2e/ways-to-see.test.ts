import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

describe('by keyboard', () => {
  it.each([
    [1280, 500],
    [360, 640],
  ])('the status bar covers nothing that has the focus, at %i × %i', async (width, height) => {
    const page = await workbench.open('', { viewport: { width, height } });
    await valuesOf(page);
    const covered: string[] = [];
    let stops = 0;
    for (; stops < 200; stops++) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const at = document.activeElement!;
        // An input that lies over its picture has the size of its frame.
        const box = (at.closest('label') ?? at).getBoundingClientRect();
        const bar = document.querySelector('.status')!.getBoundingClientRect();
        // What is higher than the window begins in it.
        const needed = Math.min(box.bottom, box.top + 60);
        return {
          body: at === document.body,
          covered: needed > bar.top + 0.5,
          what: at.outerHTML.slice(0, 80),
        };
      });
      if (focus.body) break;
      if (focus.covered) covered.push(focus.what);
    }
    expect(stops).toBeGreaterThan(30);
    expect(covered).toEqual([]);
    await page.close();
  });

  it('no formula of the tour is a stop of the Tab key', async () => {
    const page = await workbench.open();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const chapter of [1, 2, 5]) {
        await page.evaluate((number) => {
          location.hash = `#tour-${number}`;
        }, chapter);
        await page.locator('math').first().waitFor();
        const formulas = await page.locator('math').evaluateAll((all) =>
          all.map((one) => {
            (one as unknown as HTMLElement).focus();
            const row = one.firstElementChild!.getBoundingClientRect();
            return [document.activeElement === one, row.right > document.documentElement.clientWidth];
          }),
        );
        expect(formulas.length).toBeGreaterThan(0);
        // None takes the focus, and none is cut off.
        expect(formulas.flat()).not.toContain(true);
      }
    }
    await page.close();
  });
});

describe('in colours of the system', () => {
  it('what is chosen differs from what is not', async () => {
    const page = await workbench.open('', { forcedColors: 'active' });
    await valuesOf(page);
    const styles = (selector: string, keys: readonly string[]) =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (one, names) => names.map((name) => getComputedStyle(one).getPropertyValue(name)),
          keys as string[],
        );
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const line = ['border-bottom-color', 'text-decoration-line'];
    const [on, off] = [
      await styles('[role=tab][aria-selected=true]', line),
      await styles('[role=tab][aria-selected=false]', line),
    ];
    expect(off).toEqual([canvas, 'none']);
    expect(on[0]).not.toBe(canvas);
    expect(on[1]).toBe('underline');
    const frame = ['outline-style', 'outline-width'];
    expect(await styles('.choice.chosen', frame)).toEqual(['solid', '3px']);
    expect((await styles('.choice:not(.chosen)', frame))[0]).toBe('none');
    await page.close();
  });
});

describe('on paper', () => {
  it('has the whole study and its pictures in their size, and nothing to press', async () => {
    const page = await workbench.open('', { colorScheme: 'dark' });
    await valuesOf(page);
    const text = await textOf(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.setViewportSize({ width: 680, height: 900 });
    for (const hidden of [
      '.tools',
      '.status',
      '.study-text',
      '.row-buttons',
      '.selected-mark',
      '.figure-files',
    ])
      expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false]);
    const pressed = page.locator('button:visible:not([role=tab])');
    expect(await pressed.allTextContents()).toEqual([]);
    const paper = page.locator('.study-on-paper');
    expect(await paper.textContent()).toBe(text);
    const { cut, lines } = await paper.evaluate((one) => ({
      cut: one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1,
      lines: one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
    }));
    expect(cut).toBe(false);
    expect(lines).toBeGreaterThanOrEqual(text.split('\n').length - 1.1);
    const { drawn, shown } = await page
      .locator('svg.timeline')
      .evaluate((svg) => ({ drawn: svg.getAttribute('width'), shown: svg.getBoundingClientRect().width }));
    expect([drawn, shown]).toEqual(['680', 680]);
    // Paper is white, whatever the screen is.
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(Math.max(...ink.match(/\d+/g)!.slice(0, 3).map(Number))).toBeLessThan(80);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.close();
  });
});

describe('while one writes', () => {
  it('the text stays where it is, and its problems are said once it rests', async () => {
    const page = await workbench.open();
    await valuesOf(page);
    await page.getByRole('button', { name: 'Edit the text' }).click();
    // The editor is fetched, and has the focus at once.
    const field = page.getByRole('textbox', { name: 'Study file' }).and(page.locator('.cm-content:focus'));
    await field.waitFor();
    await page.keyboard.press('Control+End');
    await page.evaluate(() => {
      const counted = window as unknown as { changes: number };
      counted.changes = 0;
      new MutationObserver(() => counted.changes++).observe(document.querySelector('#study-problems')!, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    // The drawer stays on the screen, whatever becomes of the page behind it.
    const top = async () => (await page.locator('.text-editor').boundingBox())!.y;
    const before = await top();
    await page.keyboard.type('nonsense: { at: [1, 2 }', { delay: 40 });
    await page.locator('#study-problems .problems').waitFor();
    expect(await top()).toBeCloseTo(before, 0);
    const changes = await page.evaluate(() => (window as unknown as { changes: number }).changes);
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThanOrEqual(3);
    const region = page.locator('#study-problems');
    expect(await region.getAttribute('aria-live')).toBe('polite');
    expect(await region.getByRole('alert').count()).toBe(0);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.cm-lintRange-error').count()).toBeGreaterThan(0);
    await page.close();
  });

  it('says what can be written, by keys alone, and lets go of them', async () => {
    const page = await workbench.open('', { colorScheme: 'dark' });
    await valuesOf(page);
    const text = await textOf(page);
    const button = page.getByRole('button', { name: 'Edit the text' });
    await button.focus();
    await page.keyboard.press('Enter');
    const field = page.locator('.cm-content:focus');
    await field.waitFor();
    const offered = page.getByRole('listbox').getByRole('option');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('kn');
    await offered.filter({ hasText: 'know' }).waitFor();
    expect(await violations(page)).toEqual([]);
    // A key that comes at once is one of the letters: it is taken by whoever has looked at it.
    const take = async (label: string) => {
      await offered.filter({ hasText: label }).and(page.locator('[aria-selected]')).waitFor();
      await page.waitForTimeout(150);
      await page.keyboard.press('Enter');
    };
    await take('know');
    await page.keyboard.type('nonI');
    await take('nonIncreasing');
    await take('true');
    expect(await textOf(page)).toBe(`${text}know:\n  nonIncreasing: true`);
    await valuesOf(page);
    // What is changed elsewhere is in the editor too, and undone by the same keys.
    for (let step = 0; step < 8 && (await textOf(page)) !== text; step++)
      await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(text);
    await expect.poll(() => page.locator('.cm-content').textContent()).not.toContain('nonIncreasing');
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('taget: 1\n');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('F8');
    await expect.poll(() => page.locator('.cm-announced').textContent()).toMatch(/Accepted/);
    // Tab leaves, to what the drawer would cover.
    await page.keyboard.press('Tab');
    await page.locator('.text-editor').waitFor({ state: 'detached' });
    await button.press('Enter');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.text-editor').waitFor({ state: 'detached' });
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    // Who would rather have a plain field has one.
    await button.press('Enter');
    await page.getByLabel('plain field').check();
    await page.locator('textarea').fill(text);
    await valuesOf(page);
    await page.close();
  });
});

it('shows what a protocol is worth and costs on a phone, without scrolling its table', async () => {
  const page = await workbench.open('', { viewport: { width: 360, height: 640 } });
  await valuesOf(page);
  const columns = await page.locator('table.values thead th').evaluateAll((heads) =>
    heads.map((head) => ({
      name: head.textContent!.trim(),
      seen: head.getBoundingClientRect().right <= head.closest('.scroll')!.getBoundingClientRect().right,
    })),
  );
  expect(columns.filter(({ seen }) => seen).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['protocol', 'value', 'cost']),
  );
  await page.close();
});

it('carries the policy of `sightline serve` itself, whoever serves it', () => {
  const server = readFileSync(
    fileURLToPath(new URL('../../../packages/cli/src/serve/site-response.ts', import.meta.url)),
    'utf8',
  );
  const directives = [...server.matchAll(/^ {2}"([a-z-]+ '[^"]+)",$/gm)].map(([, directive]) => directive!);
  expect(directives.length).toBeGreaterThan(8);
  const html = readFileSync(join(workbench.built, 'index.html'), 'utf8');
  const [, content = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
  expect(content.replaceAll('&#39;', "'").split('; ')).toEqual(
    directives.filter((directive) => !directive.startsWith('frame-ancestors')),
  );
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'));
});
