import { layoutTitle } from '@sightline/engine/internal';
import { across, heading } from './axes.ts';
import { type Panel, panelsPicture } from './panel.ts';
import { budgetScale, type R2Lines, r2Lines } from './r2-lines.ts';

export interface R2Picture {
  /** One for each target. */
  panels: readonly { title: string; subtitle: string; lines: R2Lines }[];
  width?: number;
}

const WIDEST = 385;
const HEIGHT = 260;

/** R² against the budget, a panel for each target and a line for each layout, labelled where it ends. */
export function r2Plot({ panels, width = 3 * WIDEST }: R2Picture): string {
  const columns = Math.max(1, Math.floor(width / (WIDEST + 16)));
  const own = Math.min(WIDEST, width - 20);
  return panelsPicture(
    'Held-out R² by number of observed grid points and layout',
    panels.map((one) => panel(one, own)),
    columns,
  );
}

function panel({ title, subtitle, lines }: R2Picture['panels'][number], width: number): Panel {
  const area = { left: 50, right: width - 120, top: 60, bottom: HEIGHT - 44 };
  const x = budgetScale(lines.budgets, area);
  return {
    title,
    width,
    height: HEIGHT,
    parts: [
      ...heading(area.left, title, subtitle),
      ...r2Lines(area, lines, layoutTitle),
      ...across(
        area,
        lines.budgets.map((budget, k) => ({ at: x(k), text: String(budget) })),
        'observed grid points N',
      ),
    ],
  };
}
