import type { LayoutName } from '@sightline/engine/internal';
import { type Area, MUTED, numbered, upwards } from './axes.ts';
import { LAYOUT_STYLE } from './layout-style.ts';
import { endNames, marked, published as openMark } from './line-style.ts';
import { COLOUR } from './palette.ts';

import { line, linear, type Scale, ticks, words } from './svg.ts';

/** Held-out R² of layouts at each budget. */
export interface R2Lines {
  budgets: readonly number[];
  /** Of the baselines alone; null where there are none. */
  baseline: number | null;
  layouts: readonly { name: LayoutName; r2: readonly number[]; published?: readonly (number | null)[] }[];
}

/** Where the k-th budget stands. Budgets are usually doubled: at equal steps none is crowded. */
export function budgetScale(budgets: readonly number[], area: Area): Scale {
  return budgets.length === 1
    ? () => (area.left + area.right) / 2
    : linear([0, budgets.length - 1], [area.left + 8, area.right - 8]);
}

/** A shorter axis would show rounding, where all predictors are as good as perfect. */
const SHORTEST = 0.01;

/** A line for each layout, labelled where it ends; what others published as open marks. */
export function r2Lines(
  area: Area,
  { budgets, baseline, layouts }: R2Lines,
  called: (name: LayoutName) => string = (name) => name,
): string[] {
  const all = [...layouts.flatMap(({ r2 }) => r2), 1, ...(baseline === null ? [] : [baseline])];
  const high = Math.max(...all);
  const low = Math.min(...all, high - SHORTEST);
  const y = linear([low, high], [area.bottom, area.top]);
  const x = budgetScale(budgets, area);
  const last = budgets.length - 1;
  return [
    ...upwards(area, numbered(ticks(low, high, 5), y)),
    words(2, area.top - 10, 'R²', MUTED),
    ...(baseline === null
      ? []
      : [
          line(area.left, y(baseline), area.right, y(baseline), {
            stroke: COLOUR.muted,
            'stroke-dasharray': '1 3',
          }),
        ]),
    ...layouts.flatMap(({ name, r2, published = [] }) => [
      ...marked(
        r2.map((value, k) => [x(k), y(value)] as const),
        LAYOUT_STYLE[name],
      ),
      ...published.flatMap((value, k) => (value === null ? [] : [openMark(x(k), y(value))])),
    ]),
    ...endNames(area, [
      ...layouts.map(({ name, r2 }) => ({
        at: [x(last), y(r2[last]!)] as const,
        colour: LAYOUT_STYLE[name].colour,
        name: [called(name)],
      })),
      ...(baseline === null
        ? []
        : [{ at: [area.right - 6, y(baseline)] as const, colour: COLOUR.muted, name: ['baselines alone'] }]),
    ]),
  ];
}
