import type { GridResult, GridSummary } from '@sightline/study';
import { digits, printable } from '@sightline/study';
import { wrapText } from './wrap-text.ts';

/** The study's title and file. */
export function heading({ title, study }: Pick<GridResult, 'title' | 'study'>): string[] {
  return [...(title === null ? [] : [wrapText('', title.trim())]), printable(study)];
}

export function gridText({ horizon, points, unit, spacing, largestShift }: GridSummary): string {
  const time = (value: number) => `${digits(value)} ${unit}`.trim();
  return (
    `${points} points over ${`${horizon} ${unit}`.trim()}, ${time(spacing)} apart; a point in time is read at the ` +
    `nearest one, here at most ${time(largestShift)} away`
  );
}

/** A sum of costs in full: people add these up. Twelve digits leave out what adding in binary brings. */
export function costText(cost: number): string {
  return String(Number(cost.toPrecision(12)));
}

/** Warnings and repairs, each after an empty line. */
export function remarks({
  warnings,
  repairs,
}: Record<'warnings' | 'repairs', readonly { what: string }[]>): string[] {
  return [
    ...warnings.flatMap(({ what }) => ['', wrapText('warning  ', what)]),
    ...repairs.flatMap(({ what }) => ['', wrapText('repair   ', what)]),
  ];
}
