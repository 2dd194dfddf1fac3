import type { DesignResult, IdentifyResult } from '@sightline/study';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { commandLine, jsonOf } from './command-line.ts';
import { answerOf, ask, begin, drop, example, openTab, questionButton, TABS } from './panel.ts';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const write = (page: Page, text: string) => page.locator('textarea').fill(text);
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click();
/** Whether the page scrolls sideways. */
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Twelve units on four points, of which the second half says little about the first. */
const UNITS = Array.from({ length: 12 }, (_, u) => [
  Math.sin(3 * u),
  Math.sin(3 * u) + 0.2 * Math.cos(u),
  Math.cos(5 * u),
  Math.cos(5 * u) + 0.2,
]);
const WIDE = `unit,0.5,1.5,2.5,3.5\n${UNITS.map((row, u) => [`u${u}`, ...row].join(',')).join('\n')}\n`;
const LONG = `unit,time,value\n${UNITS.flatMap((row, u) => row.map((value, j) => `u${u},${j + 0.5},${value}`)).join('\n')}\n`;
const SMALL = `sightline: 1
time: { horizon: 4, points: 4 }
target: mean
protocols:
  early: { at: [0.5, 1.5], noise: 0.1 }
  late: { at: 3.5, noise: 0.1 }
`;

describe('Known?', () => {
  it('settles a value by the cheapest measurements in one step, which can be undone', async () => {
    const page = await workbench.open();
    await openExample(page, 'four-points/any.yaml');
    const before = await textOf(page);
    const answer = await ask(page, 'identify');
    const verdict = answer.locator('[data-section=middle]');
    expect(await verdict.locator('h3').textContent()).toBe('middle: not identified');
    // In both worlds the benchmark sees the same to all the digits that are shown.
    for (const row of ['realised', 'variance']) {
      const [one, other] = await verdict.locator(`tr[data-row=${row}] data`).allTextContents();
      expect(one).toBe(other);
    }
    await verdict.getByRole('button', { name: /^Measure this too/ }).click();
    await (await answerOf(page, 'identify')).locator('h3', { hasText: 'middle: identified' }).waitFor();
    const after = await textOf(page);
    const told = await jsonOf<IdentifyResult>(['identify', 'a.yaml'], { 'a.yaml': after });
    expect(told.alternatives.middle!.verdict).toBe('identified');
    await undo(page);
    expect(await textOf(page)).toBe(before);
    await page.getByText('This answer is of an earlier version of the study.').waitFor();
    expect(await page.locator('[data-section=middle] h3').textContent()).toBe('middle: identified');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await (await answerOf(page, 'identify')).locator('h3', { hasText: 'not identified' }).waitFor();
    await page.close();
  });

  it('edits the study: which protocol was realised, and what is assumed', async () => {
    const page = await workbench.open();
    await openExample(page, 'four-points/any.yaml');
    await page.getByLabel('the protocol that was realised').selectOption('middle');
    await page.getByLabel('what is assumed of trajectories').selectOption('stationary');
    const text = await textOf(page);
    expect(text).toContain('\nrealised: middle\nassume: stationary\n');
    await (await ask(page, 'identify')).locator('[data-section=first]').waitFor();
    await page.close();
  });

  it('shows two that were realised, and measures what is missing on the units of one of them', async () => {
    const page = await workbench.open();
    await openExample(page, 'two-studies/study.yaml');
    const chosen = page.getByLabel('the protocol that was realised').locator('option:checked');
    expect(await chosen.textContent()).toBe('ward and home, on different units');
    const answer = await ask(page, 'identify');
    const verdict = answer.locator('[data-section="early and late"]');
    for (const name of ['ward', 'home']) {
      const [one, other] = await verdict.locator(`tr[data-row="realised ${name}"] data`).allTextContents();
      expect(one).toBe(other);
    }
    await verdict.getByRole('button', { name: /on the units of ward/ }).click();
    await (await answerOf(page, 'identify'))
      .locator('h3', { hasText: 'early and late: identified' })
      .waitFor();
    const text = await textOf(page);
    expect(text).toContain('realised: [ward, home]');
    const told = await jsonOf<IdentifyResult>(['identify', 'a.yaml'], { 'a.yaml': text });
    expect(told.alternatives['early and late']!.verdict).toBe('identified');
    await page.getByLabel('the protocol that was realised').selectOption('home');
    expect(await textOf(page)).toContain('realised: home\n');
    await page.close();
  });

  it('says what is missing and writes a start, step by step, until the question can be asked', async () => {
    const page = await workbench.open();
    await write(page, SMALL.replace(/ {2}late.*\n/, ''));
    expect(await questionButton(page, 'identify').isDisabled()).toBe(true);
    await page.getByText('the study does not say which protocol was run').waitFor();
    await page.getByRole('button', { name: 'early was realised' }).click();
    await page.getByRole('button', { name: 'Add four evenly spaced readings as a protocol' }).click();
    await page.getByRole('button', { name: 'Assume a memory of a tenth of the horizon' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: 'Written to the study: latent: { kernel: { ou: { tau: 0.4 } } }.' })
      .waitFor();
    const answer = await ask(page, 'identify');
    await answer.getByRole('button', { name: 'Make a catalogue of twelve evenly spaced readings' }).click();
    expect(await textOf(page)).toMatch(
      /catalogue: \[\{ at: \{ from: 0\.2, to: 3\.8, count: 12 \}, noise: 0\.1/,
    );
    await page.close();
  });

  it('keeps the verdicts when the range is not waited for', async () => {
    const page = await workbench.open();
    // A range under such inequalities takes a minute: it is not there when it is given up, and the verdict is there at once.
    await write(
      page,
      `${example('four-points/any.yaml')
        .replace('points: 4 }', 'points: 32 }')
        .replace(/kernel: .*/, 'kernel: { ou: { tau: 1 } }')}know: { nonIncreasing: true }\n`,
    );
    await begin(page, 'identify');
    await page.getByText('What is there so far:').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled.').waitFor();
    expect(await page.locator('[data-section=middle] h3').textContent()).toBe('middle: not identified');
    await page.close();
  });
});

describe('Told apart?', () => {
  it.each([
    ['photo.png', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], 'this is a picture, not text'],
    [
      'letter.docx',
      [0x50, 0x4b, 3, 4, 20, 0],
      'this is an Excel file, a Word file or another archive, not text',
    ],
    ['data.parquet', [...'PAR1....\0\0\0\0PAR1'].map((letter) => letter.charCodeAt(0)), 'is broken'],
  ])('asks nothing about %s, which can be no data', async (name, bytes, why) => {
    const page = await workbench.open();
    const before = await textOf(page);
    await openTab(page, TABS.toldApart);
    await page
      .locator('#dense')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
    const refused = page.locator('.waiting.refused');
    await refused.waitFor();
    const words = await refused.textContent();
    expect(words).toContain(why);
    expect(words).toContain('Accepted: ');
    expect(words).not.toMatch(/undefined|reading '/);
    expect(await page.getByLabel(/^variance/).count()).toBe(0);
    expect(await page.locator('.status').textContent()).toContain(`${name} was not taken`);
    expect(await textOf(page)).toBe(before);
    await page.getByRole('button', { name: 'Put it away' }).click();
    expect(await refused.count()).toBe(0);
    await page.close();
  });

  it('takes a dropped file once its noise is said, wide or long, and forgets it', async () => {
    const page = await workbench.open();
    await write(page, SMALL);
    await drop(page, 'wide.csv', WIDE);
    await page.locator('.was-read, .data-sheet .problems').waitFor();
    // Nothing is assumed, and nobody is blamed before having acted: the study is as it was, without problems.
    expect(await textOf(page)).toBe(SMALL);
    expect(await page.locator('.waiting .field-problem:not(:empty)').count()).toBe(0);
    await page.getByRole('button', { name: 'Use wide.csv' }).click();
    await page.getByText('A variance is needed here').waitFor();
    expect(await textOf(page)).toBe(SMALL);
    await page
      .locator('.data-sheet')
      .getByLabel(/^variance/)
      .fill('0,01');
    await page.getByRole('button', { name: 'Use wide.csv' }).click();
    await page.getByText('write 0.01').waitFor();
    expect(await textOf(page)).toBe(SMALL);
    await page
      .locator('.data-sheet')
      .getByLabel(/^variance/)
      .fill('0.01');
    await page.getByRole('button', { name: 'Use wide.csv' }).click();
    await expect.poll(() => textOf(page)).toBe(`${SMALL}calibration: { data: wide.csv, noise: 0.01 }\n`);
    const rows = async () =>
      (await ask(page, 'calibrate')).locator('[data-table=values] tr[data-row] data').allTextContents();
    const wide = await rows();
    // Of two protocols: value, both ends of its interval, RMSE, cost and actions.
    expect(wide).toHaveLength(12);

    await page
      .locator('#dense')
      .setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(LONG) });
    await page
      .locator('.data-sheet')
      .getByLabel(/^variance/)
      .fill('0.01');
    await page.getByRole('button', { name: 'Use long.csv' }).click();
    await expect.poll(() => textOf(page)).toBe(`${SMALL}calibration: { data: long.csv, noise: 0.01 }\n`);
    expect(await rows()).toEqual(wide);

    await page.getByRole('button', { name: 'Forget the data' }).click();
    expect(await textOf(page)).toBe(SMALL);
    expect(await page.locator('[data-answer=calibrate]').count()).toBe(0);
    await undo(page);
    await page.getByText('The study reads long.csv').waitFor();
    expect(await page.getByText('which this page does not hold').count()).toBe(0);
    expect(await rows()).toEqual(wide);
    await page.close();
  });

  it('shows the problems of a broken file in the command line’s words, and loses nothing', async () => {
    const page = await workbench.open();
    const study = 'examples/shift/study.yaml';
    const text = `${SMALL}calibration: { data: mine.csv, noise: 0.01 }\n`;
    await write(page, text);
    await drop(page, 'mine.csv', WIDE);
    await ask(page, 'calibrate');
    const broken = WIDE.replace(/,[^,\n]+\nu1,/, ',oops\nu1,').replace(/u3,[^\n]*/, 'u3,1,2');
    await drop(page, 'mine.csv', broken);
    await questionButton(page, 'calibrate').click();
    const problems = page.locator('#panel-told-apart .problems pre');
    await problems.waitFor();
    const files = { [study]: text, 'examples/shift/mine.csv': broken };
    expect(await problems.textContent()).toBe((await commandLine(['calibrate', study], files)).err);
    expect(await problems.textContent()).toMatch(/mine\.csv:2:.*[\s\S]*mine\.csv:5/);
    expect(await textOf(page)).toBe(text);
    await page.getByText('This answer is of an earlier version of the study.').waitFor();
    expect(await page.locator('[data-answer=calibrate] [data-table=values] tr[data-row]').count()).toBe(2);
    await drop(page, 'mine.csv', WIDE);
    await ask(page, 'calibrate');
    await page.close();
  });

  it('is cancelled with what is there, and asks for a difference that matters', async () => {
    const page = await workbench.open();
    await openExample(page, 'calibration/study.yaml');
    await begin(page, 'calibrate');
    await page.getByText(/resampling \d+ %/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled.').waitFor();
    await page.getByText('intervals come from the first 100 draws only').waitFor();
    expect(await page.locator('.partial [data-table=values] tr[data-row]').count()).toBe(4);
    const gap = page.getByLabel('difference in value that matters');
    await gap.fill('2');
    await gap.press('Enter');
    await page.getByText('A difference in value of 2 is not possible').waitFor();
    expect(await questionButton(page, 'plan').isDisabled()).toBe(true);
    await gap.fill('0.05');
    await gap.press('Enter');
    await page.getByText('npx sightline plan examples/calibration/study.yaml --gap 0.05').waitFor();
    await page.close();
  });
});

describe('Best?', () => {
  it('puts the choice on the timeline as a protocol of that value, in one step that is undone', async () => {
    const page = await workbench.open();
    await openExample(page, 'design/points.yaml');
    const before = await textOf(page);
    const answer = await ask(page, 'design');
    await answer.getByRole('button', { name: 'Put on the timeline' }).click();
    const after = await textOf(page);
    const { best } = await jsonOf<DesignResult>(['design', 'a.yaml'], { 'a.yaml': before });
    expect(after).toContain(`  best: { at: [${best.at.join(', ')}], noise: 0.4 }\n`);
    expect((await valuesOf(page)).best![0]).toBeCloseTo(best.value, 12);
    expect(await page.getByRole('group', { name: 'Protocol best' }).getByRole('slider').count()).toBe(4);
    await undo(page);
    expect(await textOf(page)).toBe(before);
    await page.close();
  });

  it('edits limits and rules in the study, and keeps them', async () => {
    const page = await workbench.open();
    await openExample(page, 'design/points.yaml');
    await openTab(page, TABS.best);
    const before = await textOf(page);
    const slider = page.getByLabel('for at most this cost, slider');
    await slider.focus();
    for (let i = 0; i < 7; i++) await page.keyboard.press('ArrowLeft');
    expect(await textOf(page)).toContain('choose: { exactly: 4, budget: 5 }');
    await undo(page);
    // A slide is one step.
    expect(await textOf(page)).toBe(before);
    await page.getByText('Rules: none').click();
    await page.getByLabel('Action 0, at 0.5 h').selectOption('required');
    await page.getByLabel('Action 5, at', { exact: false }).selectOption('forbidden');
    const spacing = page.getByLabel('at least so far apart');
    await spacing.fill('2');
    await spacing.press('Enter');
    expect(await textOf(page)).toContain('choose: { exactly: 4, required: [0], forbidden: [5], spacing: 2 }');
    const answer = await ask(page, 'design');
    const { best } = await jsonOf<DesignResult>(['design', 'a.yaml'], { 'a.yaml': await textOf(page) });
    expect(best.actions).toContain(0);
    expect(await answer.locator('[data-table=others] tr[data-row=this] td').last().textContent()).toBe(
      best.at.map((at) => String(Number(at.toPrecision(4)))).join(', '),
    );
    await page.getByLabel('exactly so many actions', { exact: true }).fill('3');
    await page.getByLabel('exactly so many actions', { exact: true }).press('Enter');
    await page.getByText('This answer is of an earlier version of the study.').waitFor();
    await page.close();
  });

  it('is stopped with its best so far and the gap', async () => {
    const page = await workbench.open();
    const many = example('design/points.yaml')
      .replace('count: 12', 'count: 60')
      .replace('exactly: 4', 'exactly: 8');
    await write(page, many);
    await openTab(page, TABS.best);
    await page.getByText('How it is looked for: auto').click();
    await page.getByLabel('how it is looked for').selectOption('branch');
    await questionButton(page, 'design').click();
    await page.getByText(/\d+ parts, best 0\.\d+, at most 0\.\d+ better is possible/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    const answer = await answerOf(page, 'design');
    await answer.getByText('the search was interrupted').first().waitFor();
    const [gap] = await answer.locator('[data-fact=gap] data').allTextContents();
    expect(Number(gap)).toBeGreaterThan(0);
    expect(await answer.getByRole('button', { name: 'Put on the timeline' }).isEnabled()).toBe(true);
    await page.close();
  });
});

describe('for everyone', () => {
  it('asks and applies by keyboard alone', async () => {
    const page = await workbench.open();
    await openExample(page, 'design/points.yaml');
    await page.getByRole('tab', { name: TABS.known }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { name: TABS.best }).getAttribute('aria-selected')).toBe('true');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    const tabTo = async (words: string) => {
      for (let i = 0; i < 40 && !(await focused()).startsWith(words); i++) await page.keyboard.press('Tab');
      expect(await focused()).toMatch(words);
    };
    await tabTo('Find the best');
    await page.keyboard.press('Enter');
    await answerOf(page, 'design');
    await tabTo('Put on the timeline');
    await page.keyboard.press('Enter');
    expect(await textOf(page)).toMatch(/\n {2}best: /);
    await page.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`answers without what axe objects to and without scrolling sideways, at 360 pixels in ${colorScheme}`, async () => {
      const page = await workbench.open('', { colorScheme, viewport: { width: 360, height: 800 } });
      await openExample(page, 'four-points/stationary.yaml');
      await ask(page, 'identify');
      const look = async () => {
        for (const details of await page.locator('.panels details').all())
          await details.evaluate((one) => one.setAttribute('open', ''));
        expect(await violations(page)).toEqual([]);
        expect(await isWide(page)).toBe(false);
      };
      await look();
      await openExample(page, 'design/rules.yaml');
      await ask(page, 'design');
      await look();
      await write(page, (await textOf(page)).replace('budget: 8', 'budget: 7'));
      await page.locator('.answered.earlier').waitFor();
      await look();
      await write(
        page,
        `${SMALL}calibration: { data: mine.csv, noise: 0.01 }\nclasses: { nested: { exactly: 2, noise: 0.1, bins: [2, 4] } }\n`,
      );
      await drop(page, 'mine.csv', WIDE);
      await ask(page, 'calibrate');
      await ask(page, 'plan');
      await look();
      await drop(page, 'other.csv', WIDE.replace('0.5,', 'half,'));
      await page.locator('.waiting').waitFor();
      await look();
      await page
        .locator('.data-sheet')
        .getByLabel(/^variance/)
        .fill('0.01');
      await page.getByRole('button', { name: 'Use other.csv' }).click();
      await begin(page, 'calibrate');
      await page.locator('#panel-told-apart .problems').waitFor();
      await look();
      await page.close();
    });
});
