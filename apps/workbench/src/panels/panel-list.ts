import { STEPS } from '@sightline/study';
import { openQuestion } from '../state/open-question.ts';
import type { LongCommand } from '../work/question.ts';
import type { Panel } from './frame/panel.ts';

const FOUND = import.meta.glob<Panel>('./*/*-panel.tsx', { eager: true, import: 'panel' });

const place = ({ asks }: Panel) => STEPS.indexOf(asks[0]!.command);

/** Every panel that has a folder here, in the order of the questions. */
export const PANELS: readonly Panel[] = Object.values(FOUND).sort((a, b) => place(a) - place(b));

export const panelAsking = (command: LongCommand): Panel =>
  PANELS.find(({ asks }) => asks.some((one) => one.command === command))!;

/** Opens a panel and goes to its tab. */
export function openPanel({ name, asks }: Panel): void {
  openQuestion.value = asks[0]!.command;
  document.getElementById(`tab-${name}`)?.focus();
}
