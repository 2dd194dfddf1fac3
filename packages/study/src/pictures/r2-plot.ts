import type { RetrospectResult, TargetResult } from '../retrospect-result.ts';
import { templateName } from '../template-name.ts';
import { LAYOUT_STYLE } from './layout-style.ts';
import { COLOUR } from './palette.ts';
import { label, line, linear, picture, polyline, spaced, ticks, words } from './svg.ts';

const PANEL = { width: 385, height: 250, left: 50, right: 130, top: 40, bottom: 44 };
const COLUMNS = 3;

/** R² against the budget, a panel for each target and a line for each layout, labelled where it ends. */
export function r2Plot(result: RetrospectResult): string {
  const panels = Object.entries(result.targets);
  const columns = Math.min(COLUMNS, panels.length);
  const rows = Math.ceil(panels.length / COLUMNS);
  return picture(
    columns * PANEL.width,
    rows * PANEL.height,
    'Held-out R² by number of observed grid points and layout',
    panels.map(([name, target], k) =>
      panel(name, target, result, (k % COLUMNS) * PANEL.width, Math.floor(k / COLUMNS) * PANEL.height),
    ),
  );
}

function panel(
  name: string,
  { templates, cohort, baselineR2 }: TargetResult,
  { layouts, budgets, baselines }: RetrospectResult,
  x0: number,
  y0: number,
): string {
  const r2 = (layout: (typeof layouts)[number], budget: number) =>
    templates[templateName(layout, budget)]!.r2;
  const all = [...layouts.flatMap((layout) => budgets.map((budget) => r2(layout, budget))), 1];
  const known = baselines.length > 0;
  if (known) all.push(baselineR2);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const area = {
    left: x0 + PANEL.left,
    right: x0 + PANEL.width - PANEL.right,
    top: y0 + PANEL.top,
    bottom: y0 + PANEL.height - PANEL.bottom,
  };
  const y = linear([low, high], [area.bottom, area.top]);
  // Budgets are usually doubled: at equal steps none is crowded.
  const x = (budget: number) =>
    budgets.length === 1
      ? (area.left + area.right) / 2
      : linear([0, budgets.length - 1], [area.left + 8, area.right - 8])(budgets.indexOf(budget));
  const last = budgets.at(-1)!;
  const ends = spaced(
    [...layouts.map((layout) => y(r2(layout, last))), ...(known ? [y(baselineR2)] : [])],
    13,
    [area.top, area.bottom],
  );
  return [
    words(area.left, y0 + 18, name, { 'font-weight': 600, 'font-size': 14 }),
    words(area.left, y0 + 33, `${cohort.records} records of ${cohort.units} units`, {
      fill: COLOUR.muted,
      'font-size': 11,
    }),
    ...ticks(low, high, 5).flatMap((value) => [
      line(area.left, y(value), area.right, y(value), { stroke: value === 0 ? COLOUR.axis : COLOUR.rule }),
      words(area.left - 6, y(value) + 4, label(value), { 'text-anchor': 'end', 'font-size': 11 }),
    ]),
    ...budgets.map((budget) =>
      words(x(budget), area.bottom + 16, String(budget), { 'text-anchor': 'middle', 'font-size': 11 }),
    ),
    words((area.left + area.right) / 2, area.bottom + 33, 'observed grid points N', {
      'text-anchor': 'middle',
      'font-size': 11,
      fill: COLOUR.muted,
    }),
    words(x0 + 8, area.top - 6, 'R²', { 'font-size': 11, fill: COLOUR.muted }),
    ...(known
      ? [
          line(area.left, y(baselineR2), area.right, y(baselineR2), {
            stroke: COLOUR.muted,
            'stroke-dasharray': '1 3',
          }),
          line(area.right, y(baselineR2), area.right + 8, ends.at(-1)!, { stroke: COLOUR.thread }),
          words(area.right + 11, ends.at(-1)! + 4, 'baselines alone', {
            fill: COLOUR.muted,
            'font-size': 11,
          }),
        ]
      : []),
    ...layouts.flatMap((layout, l) => {
      const { colour, dash, mark } = LAYOUT_STYLE[layout];
      const points = budgets.map((budget) => [x(budget), y(r2(layout, budget))] as const);
      return [
        polyline(points, { stroke: colour, 'stroke-width': 1.6, ...(dash && { 'stroke-dasharray': dash }) }),
        ...points.map(([px, py]) => mark(px, py)),
        line(x(last) + 5, points.at(-1)![1], area.right + 8, ends[l]!, { stroke: COLOUR.thread }),
        words(area.right + 11, ends[l]! + 4, layout, { fill: colour }),
      ];
    }),
  ].join('');
}
