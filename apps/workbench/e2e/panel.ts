import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import type { LongCommand } from '../src/work/question.ts';

export const TABS = {
  known: 'Known?',
  toldApart: 'Told apart?',
  best: 'Best?',
  fewLooks: 'Few looks?',
} as const;
const BUTTONS: Record<LongCommand, string> = {
  identify: 'Is it known?',
  calibrate: 'Can they be told apart?',
  plan: 'How many units would it take?',
  design: 'Find the best',
  retrospect: 'What would they have told?',
};
const TAB_OF: Record<LongCommand, string> = {
  identify: TABS.known,
  calibrate: TABS.toldApart,
  plan: TABS.toldApart,
  design: TABS.best,
  retrospect: TABS.fewLooks,
};

export const example = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url)), 'utf8');

export const openTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

export const questionButton = (page: Page, command: LongCommand): Locator =>
  page.getByRole('button', { name: BUTTONS[command] });

/** Asks a question without waiting for its answer. */
export async function begin(page: Page, command: LongCommand): Promise<void> {
  await openTab(page, TAB_OF[command]);
  await questionButton(page, command).click();
}

/** The answer of a question once it is whole and about the study as it stands. */
export async function answerOf(page: Page, command: LongCommand): Promise<Locator> {
  await questionButton(page, command).and(page.locator(':enabled')).waitFor();
  const answer = page.locator(`[data-answer=${command}]:not(.earlier)`);
  await answer.waitFor();
  // The first answer of a page fetches what shows it.
  await answer.locator('> [role=status]').waitFor({ state: 'detached' });
  return answer;
}

export async function ask(page: Page, command: LongCommand): Promise<Locator> {
  await begin(page, command);
  return answerOf(page, command);
}

/** Numbers in a part of the page: as they are read, and with all their digits. */
export const numbersIn = (part: Locator): Promise<{ shown: string; value: number }[]> =>
  part.locator('data').evaluateAll((cells) =>
    cells.map((cell) => ({
      shown: cell.textContent.replace('−', '-'),
      value: Number(cell.getAttribute('value')),
    })),
  );

export const valuesIn = async (part: Locator): Promise<number[]> =>
  (await numbersIn(part)).map(({ value }) => value);

/** A file dropped anywhere on the page. */
export async function drop(page: Page, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text!], fileName!, { type: 'text/csv' }));
      return data;
    },
    [name, content],
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}
