import type { RetrospectResult } from '@sightline/study';
import { r2Plot } from './r2-plot.ts';
import { stabilityPlot, sweepPlot } from './stability-plot.ts';
import { supportsPlot } from './supports-plot.ts';

/** The pictures of a result, by file name. */
export function retrospectPlots(result: RetrospectResult): Record<string, string> {
  const { budgets, stability, sweep } = result;
  return {
    'r2.svg': r2Plot(result),
    ...Object.fromEntries(budgets.map((budget) => [`supports-${budget}.svg`, supportsPlot(result, budget)])),
    ...(stability && { 'stability.svg': stabilityPlot(stability) }),
    ...(sweep && { 'sweep.svg': sweepPlot(sweep) }),
  };
}
