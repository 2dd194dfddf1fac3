import type { LayoutName } from '@sightline/engine';
import type { RetrospectResult, TargetResult } from '@sightline/study';
import { templateName } from '@sightline/study';
import { across, heading } from './axes.ts';
import { type Panel, panelsPicture } from './panel.ts';
import { budgetScale, r2Lines } from './r2-lines.ts';

const WIDTH = 385;
const HEIGHT = 260;
const AREA = { left: 50, right: WIDTH - 120, top: 60, bottom: HEIGHT - 44 };
const COLUMNS = 3;

/** R² against the budget, a panel for each target and a line for each layout, labelled where it ends. */
export function r2Plot(
  result: RetrospectResult,
  called: (layout: LayoutName) => string = (layout) => layout,
): string {
  return panelsPicture(
    'Held-out R² by number of observed grid points and layout',
    Object.entries(result.targets).map(([name, target]) => panel(name, target, result, called)),
    COLUMNS,
  );
}

function panel(
  name: string,
  { templates, cohort, baselineR2 }: TargetResult,
  { layouts, budgets, baselines }: RetrospectResult,
  called: (layout: LayoutName) => string,
): Panel {
  const x = budgetScale(budgets, AREA);
  return {
    title: name,
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(AREA.left, name, `${cohort.records} records of ${cohort.units} units`),
      ...r2Lines(
        AREA,
        {
          budgets,
          baseline: baselines.length > 0 ? baselineR2 : null,
          layouts: layouts.map((layout) => ({
            name: layout,
            r2: budgets.map((budget) => templates[templateName(layout, budget)]!.r2),
          })),
        },
        called,
      ),
      ...across(
        AREA,
        budgets.map((budget, k) => ({ at: x(k), text: String(budget) })),
        'observed grid points N',
      ),
    ],
  };
}
