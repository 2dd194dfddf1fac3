import { givenBySurface, type SurfaceLaw, surfaceSummary } from '../../law/surface-law.ts';
import { gridSummary } from '../../parts/horizon.ts';
import { unusedOption } from '../../problems/warning.ts';
import type { ResultOrigin } from '../../schema/result-head.ts';
import { countsOf } from '../../words/text.ts';
import { summaryOf } from './compute.ts';
import type { FitQuestionPlan, FitRequest, SurfaceFitResult } from './plan-and-result.ts';

/** What smoothing the readings shows, without a kernel. */
export function surfaceResult(
  plan: FitQuestionPlan,
  law: SurfaceLaw,
  origin: ResultOrigin,
  { reml }: FitRequest,
): SurfaceFitResult {
  const { study, grid } = plan;
  const { surface } = law;
  const { points: p } = grid;
  const open = new Set(surface.unseen.map(([j, k]) => j * p + k));
  const seen = (j: number, k: number) => !open.has(Math.max(j, k) * p + Math.min(j, k));
  const at = (j: number, k: number) => surface.covariance.data[j * p + k]!;
  const { repairs, warnings = [] } = givenBySurface(law);
  return {
    sightline: 1,
    command: 'fit',
    ...origin,
    title: study.title ?? null,
    warnings: [
      ...warnings,
      ...(reml ? [unusedOption('--reml', 'a law without a kernel is not fitted by a likelihood')] : []),
    ],
    repairs,
    grid: gridSummary(grid, []),
    transform: plan.transform,
    ...countsOf(plan),
    readings: surface.readings,
    data: summaryOf(plan),
    surface: surfaceSummary(law),
    mean: [...surface.mean],
    sd: [...surface.scale],
    correlations: Array.from({ length: p }, (_, j) =>
      Array.from({ length: p }, (_, k) => (seen(j, k) ? at(j, k) : null)),
    ),
    lags: Array.from({ length: p - 1 }, (_, l) => {
      const pairs = Array.from({ length: p - 1 - l }, (_, k) => [k + l + 1, k] as const);
      const shown = pairs.filter(([j, k]) => seen(j, k));
      const sum = shown.reduce((total, [j, k]) => total + at(j, k), 0);
      return {
        lag: (l + 1) * grid.spacing,
        pairs: pairs.length,
        seen: shown.length,
        correlation: shown.length > 0 ? sum / shown.length : null,
      };
    }),
    tried: surface.tried,
  };
}
