import type { RetrospectResult, TargetResult } from '@sightline/study';
import { templateName } from '@sightline/study';
import { type R2Picture, r2Plot } from '../../pictures/r2-plot.ts';
import { stabilityPlot, sweepPlot } from '../../pictures/stability-plot.ts';
import { type SupportsPicture, supportsPlot } from '../../pictures/supports-plot.ts';
import { counted } from '../../words/quantities.ts';
import { clockEnds } from './records.ts';

type Named = readonly (readonly [string, TargetResult])[];

/** Held-out R² against the budget. */
export function r2Of(targets: Named, { layouts, budgets, baselines }: RetrospectResult): R2Picture {
  return {
    panels: targets.map(([name, { templates, cohort, baselineR2 }]) => ({
      title: name,
      subtitle: `${counted(cohort.records, 'record')} of ${counted(cohort.units, 'unit')}`,
      lines: {
        budgets,
        baseline: baselines.length > 0 ? baselineR2 : null,
        layouts: layouts.map((layout) => ({
          name: layout,
          r2: budgets.map((budget) => templates[templateName(layout, budget)]!.r2),
        })),
      },
    })),
  };
}

/** Which grid points are observed, of all records. */
export function supportsOf(
  targets: Named,
  { layouts, grid }: RetrospectResult,
  budget: number,
): SupportsPicture {
  const ends = clockEnds(grid);
  return {
    points: grid.points,
    budget,
    ...(ends && { ends }),
    targets: targets
      .filter(([, { cohort }]) => cohort.kind === 'all')
      .map(([name, { supports }]) => ({
        name,
        layouts: layouts.map((layout) => ({ layout, folds: supports[templateName(layout, budget)]! })),
      })),
  };
}

/** The pictures of a result as SVG, by file name. */
export function retrospectPlots(result: RetrospectResult): Record<string, string> {
  const { budgets, stability, sweep } = result;
  const targets = Object.entries(result.targets);
  return {
    ...(budgets.length > 0 && { 'r2.svg': r2Plot(r2Of(targets, result)) }),
    ...Object.fromEntries(
      budgets.map((budget) => [`supports-${budget}.svg`, supportsPlot(supportsOf(targets, result, budget))]),
    ),
    ...(stability && { 'stability.svg': stabilityPlot(stability) }),
    ...(sweep && { 'sweep.svg': sweepPlot(sweep) }),
  };
}
