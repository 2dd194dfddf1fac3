import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { ask, numbersIn, openTab, TABS, valuesIn } from './panel.ts';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

describe('people to play with', () => {
  it.each([
    ['shift/study.yaml', 'person'],
    ['finger-pricks/study.yaml', 'patient'],
  ])('are predicted as well as the value says, in the words of the study: %s', async (study, whom) => {
    const page = await workbench.open();
    await openExample(page, study);
    const values = await valuesOf(page);
    const play = page.getByRole('region', { name: 'Play' });
    const Whom = whom.charAt(0).toUpperCase() + whom.slice(1);
    await play.getByRole('button', { name: `Draw a ${whom}` }).click();
    const shown = play.locator('[data-play]:not(.older)');
    await shown.getByText(`${Whom} 1.`).waitFor();
    await play.getByRole('button', { name: `Draw a ${whom}` }).click();
    await shown.getByText(`${Whom} 2.`).waitFor();
    expect(await shown.locator('.lands').count()).toBeGreaterThan(0);
    for (const protocol of Object.keys(values)) {
      await play.getByLabel('the protocol that looks at them').selectOption(protocol);
      await play.locator(`[data-play="${protocol}"]:not(.older)`).waitFor();
      const more = play.getByRole('button', { name: 'Draw 100 more' });
      while (await more.isEnabled()) await more.click();
      const [share, value] = await numbersIn(shown.locator('p'));
      expect(value!.value).toBe(values[protocol]![0]);
      // A thousand people: three standard errors of a share explained are at most 0.07.
      expect(Math.abs(share!.value - value!.value)).toBeLessThan(0.07);
    }
    for (const table of await shown.getByText('The same as a table').all()) await table.click();
    await expect.poll(() => shown.getByRole('table').last().getByRole('row').count()).toBe(101);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  it('stay the same people while a protocol changes', async () => {
    const page = await workbench.open();
    const play = page.getByRole('region', { name: 'Play' });
    await play.getByRole('button', { name: 'Draw a person' }).click();
    const said = play.locator('[data-play]:not(.older) p').first();
    await said.waitFor();
    const truthOf = (text: string | null) => /The truth is ([−\d.]*\d)/.exec(text ?? '')?.[1];
    const before = await said.textContent();
    await page.getByRole('slider').first().focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    await expect.poll(() => said.textContent()).not.toBe(before);
    expect(truthOf(await said.textContent())).toBe(truthOf(before));
    await play.getByRole('button', { name: 'New people' }).click();
    await expect.poll(async () => truthOf(await said.textContent())).not.toBe(truthOf(before));
    // Readings that may be missing are missed by some, and say nothing.
    const text = await textOf(page);
    await page.locator('textarea').fill(text.replace(/noise: 0\.4/g, 'noise: 0.4, missed: 0.9'));
    await play.getByLabel('the protocol that looks at them').selectOption('dispersed');
    await play.locator('[data-play=dispersed]:not(.older)').waitFor();
    await expect
      .poll(() => said.textContent())
      .toMatch(/readings? w(as|ere) missed|Every reading was missed/);
    expect(await play.locator('path.missed').count()).toBeGreaterThan(0);
    await page.close();
  });
});

describe('two worlds as people', () => {
  it('look the same to the benchmark, and are as different as their values to the alternative', async () => {
    const page = await workbench.open();
    await openExample(page, 'four-points/any.yaml');
    const answer = await ask(page, 'identify');
    // The map begins at the pair that differs most; arrow keys and the pointer go to others.
    const map = answer.locator('.where-worlds-differ').first();
    const read = map.locator('p[aria-live]');
    expect(await read.textContent()).toBe(
      'Between 0.5 and 3.5 the correlation is 0.98 in one world and −0.61 in the other.',
    );
    await map.locator('.map').press('ArrowUp');
    await map.locator('.map').press('ArrowUp');
    await map.locator('.map').press('ArrowUp');
    const same = 'Between 0.5 and 0.5 the correlation is 1.00 in one world and 1.00 in the other.';
    expect(await read.textContent()).toBe(same);
    await map.locator('svg').click({ position: { x: 60, y: 300 } });
    expect(await read.textContent()).toMatch(/^Between 0\.5 and 2\.5 /);
    await answer.getByRole('button', { name: 'The two worlds as people' }).first().click();
    const people = answer.locator('[data-people]');
    await people.first().waitFor();
    const shares = await valuesIn(people);
    expect(shares).toHaveLength(4);
    const [one, other, low, high] = shares as [number, number, number, number];
    // The paper's four points: the benchmark is worth the same in both, the alternative 0.4299 or 1.
    expect(Math.abs(one - other)).toBeLessThan(0.1);
    expect(Math.abs(low - 0.4299)).toBeLessThan(0.1);
    expect(high).toBeGreaterThan(0.97);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
});

describe('answers to play with', () => {
  it('have a frontier that follows the rules; its points go on the timeline with the value that they have there', async () => {
    const page = await workbench.open();
    await openExample(page, 'design/points.yaml');
    await openTab(page, TABS.best);
    const live = page.locator('.live-frontier[data-live=true]');
    const cost = live.getByRole('slider', { name: 'what it may cost' });
    // It begins where the study's rule is, goes on by keys, and Enter takes a point.
    expect(await cost.getAttribute('aria-valuetext')).toMatch(/^cost 4: value 0\.352/);
    await cost.press('ArrowRight');
    const [five, value] = await valuesIn(live.locator('.along-frontier p'));
    expect(five).toBe(5);
    await cost.press('Enter');
    await expect.poll(async () => (await valuesOf(page))['cost 5']?.[0]).toBeCloseTo(value!, 9);
    // A click on the third point does too.
    const box = (await live.locator('svg').boundingBox())!;
    await cost.press('Home');
    await cost.press('ArrowRight');
    await cost.press('ArrowRight');
    const point = (await cost.boundingBox())!;
    await live
      .locator('.on-curve')
      .click({ position: { x: point.x + point.width / 2 - box.x, y: point.y + point.height / 2 - box.y } });
    await expect.poll(async () => Object.keys(await valuesOf(page))).toContain('cost 3');
    // Where two of the dearer points' actions are forbidden, what the costs buy is less.
    await page.getByText('Rules: none').click();
    await page.getByLabel('Action 0, at 0.5 h').selectOption('forbidden');
    await expect.poll(() => cost.getAttribute('aria-valuemax')).toBe('10');
    expect(await violations(page)).toEqual([]);

    await openExample(page, 'design/windows.yaml');
    const answer = await ask(page, 'design');
    await answer.getByRole('slider', { name: 'what it may cost' }).press('Home');
    const along = answer.locator('.along-frontier p');
    const [least, worth] = await valuesIn(along);
    await along.getByRole('button', { name: 'Put this one on the timeline' }).click();
    await expect.poll(async () => (await valuesOf(page))[`cost ${least}`]?.[0]).toBeCloseTo(worth!, 9);
    await page.close();
  });

  it('say for any difference how many units the command would', async () => {
    const page = await workbench.open();
    await openExample(page, 'calibration/study.yaml');
    const answer = await ask(page, 'plan');
    const moved = answer.locator('.units-by-gap');
    const handle = moved.getByRole('slider', { name: 'difference that matters' });
    // By the mouse along the curve to the right: a smaller difference takes more units.
    await handle.scrollIntoViewIfNeeded();
    const at = (await handle.boundingBox())!;
    const [before] = await valuesIn(moved.locator('p'));
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2 + 40, at.y + at.height / 2 + 5, { steps: 4 });
    await page.mouse.up();
    expect((await valuesIn(moved.locator('p')))[0]).toBeGreaterThan(1.5 * before!);
    // By keys to a round difference, from the smallest up.
    await handle.press('Home');
    while (Number(await handle.getAttribute('aria-valuenow')) < 0.03) await handle.press('ArrowUp');
    await moved.getByText('Difference that matters: 0.03.').waitFor();
    const [units] = await valuesIn(moved.locator('p'));
    await moved.getByRole('button', { name: 'Ask for this difference' }).click();
    const again = await ask(page, 'plan');
    const facts = await again.locator('[data-section=units]').textContent();
    expect(facts).toContain(`all pairs${units!.toLocaleString('en-US').replace(/,/g, ' ')} units`);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
});
