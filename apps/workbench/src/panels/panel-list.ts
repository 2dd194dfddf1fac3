import { openQuestion } from '../state/open-question.ts';
import type { LongCommand } from '../work/question.ts';
import type { Panel } from './frame/panel.ts';

const FOUND = import.meta.glob<Panel>('./*/*-panel.tsx', { eager: true, import: 'panel' });

/** Every panel that has a folder here, in their order. */
export const PANELS: readonly Panel[] = Object.values(FOUND).sort((a, b) => a.rank - b.rank);

export const panelAsking = (command: LongCommand): Panel =>
  PANELS.find(({ asks }) => asks.some((one) => one.command === command))!;

/** Opens a panel and goes to its tab. */
export function openPanel({ name, asks }: Panel): void {
  openQuestion.value = asks[0]!.command;
  document.getElementById(`tab-${name}`)?.focus();
}
