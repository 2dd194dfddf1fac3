import type { LayoutName } from '@sightline/engine';
import { LAYOUT_STYLE } from './layout-style.ts';
import { marked, published as openMark } from './line-style.ts';
import { COLOUR } from './palette.ts';
import { type Area, upwards } from './panel-axes.ts';
import { label, line, linear, type Scale, spaced, ticks, words } from './svg.ts';

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

/** A line for each layout, labelled where it ends; what others published as open marks. */
export function r2Lines(
  area: Area,
  { budgets, baseline, layouts }: R2Lines,
  called: (name: LayoutName) => string = (name) => name,
): string[] {
  const all = [...layouts.flatMap(({ r2 }) => r2), 1, ...(baseline === null ? [] : [baseline])];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = linear([low, high], [area.bottom, area.top]);
  const x = budgetScale(budgets, area);
  const last = budgets.length - 1;
  const ends = spaced(
    [...layouts.map(({ r2 }) => y(r2[last]!)), ...(baseline === null ? [] : [y(baseline)])],
    14,
    [area.top, area.bottom],
  );
  return [
    ...upwards(
      area,
      ticks(low, high, 5).map((value) => ({ at: y(value), text: label(value), strong: value === 0 })),
      'R²',
    ),
    ...(baseline === null
      ? []
      : [
          line(area.left, y(baseline), area.right, y(baseline), {
            stroke: COLOUR.muted,
            'stroke-dasharray': '1 3',
          }),
          line(area.right, y(baseline), area.right + 8, ends.at(-1)!, { stroke: COLOUR.thread }),
          words(area.right + 11, ends.at(-1)! + 4, 'baselines alone', {
            fill: COLOUR.muted,
            'font-size': 11,
          }),
        ]),
    ...layouts.flatMap(({ name, r2, published = [] }, l) => [
      ...marked(
        r2.map((value, k) => [x(k), y(value)] as const),
        LAYOUT_STYLE[name],
      ),
      ...published.flatMap((value, k) => (value === null ? [] : [openMark(x(k), y(value))])),
      line(x(last) + 5, y(r2[last]!), area.right + 8, ends[l]!, { stroke: COLOUR.thread }),
      words(area.right + 11, ends[l]! + 4, called(name), {
        fill: LAYOUT_STYLE[name].colour,
        'font-size': 11,
      }),
    ]),
  ];
}
