import {
  crossFit,
  heldOutRanges,
  InvalidInput,
  type LayoutFit,
  type LayoutName,
  layoutFits,
  quantile,
  square,
  thisThread,
  USUAL_RESAMPLING,
} from '@sightline/engine';
import { located } from '../../file/parse-study.ts';
import { InvalidStudy } from '../../problems/located-problem.ts';
import type { RecordTargetSpec } from '../../records/settings.ts';
import { rangeProblems } from '../../records/size.ts';
import type { RetrospectWarning } from '../../records/warning.ts';
import type { ResultOrigin } from '../../schema/result-head.ts';
import { pathText, templateName } from '../../words/text.ts';
import { type Analysis, unitsOf } from './analyses.ts';
import { penaltiesAtEnd } from './penalty-warnings.ts';
import type { RetrospectPlan } from './plan.ts';
import type { RetrospectRequest, RetrospectResult, TargetResult } from './result.ts';
import { checkAsked, stabilityResult, sweepResult } from './stability.ts';
import { supportOverlaps } from './support-overlap.ts';

export async function retrospectResult(
  plan: RetrospectPlan,
  origin: ResultOrigin,
  request: RetrospectRequest = {},
): Promise<RetrospectResult> {
  const { settings, set, hours, analyses } = plan;
  const { layouts, budgets, learning, moments, mapping } = settings;
  const { workers = thisThread, draws = USUAL_RESAMPLING.draws } = request;
  const large = rangeProblems(settings, set.records.length, draws);
  if (large.length > 0) throw new InvalidStudy(large.map((problem) => located(problem, plan.source)));
  if (request.stability !== undefined || request.sweep) checkAsked(plan, request);
  const options = { ...learning, moments };
  const fits = await workers.run(
    layoutFits,
    { cells: analyses.map(({ set, folds }) => ({ set, folds })), layouts, budgets, options },
    analyses.length * layouts.length,
    request,
  );
  const warnings: RetrospectWarning[] = [...plan.warnings, ...unusedOptions(request)];
  const targets = analyses.map((analysis, a) => {
    const own = fits.slice(a * layouts.length, (a + 1) * layouts.length);
    const { result, redrawn } = targetResult(plan, analysis, own, { draws, seed: origin.seed });
    if (redrawn > 0) warnings.push(redrawnWarning(analysis.name, redrawn, draws));
    warnings.push(...fewPoints(analysis.name, result, layouts, budgets));
    return [analysis.name, result] as const;
  });
  warnings.push(...penaltiesAtEnd(analyses, fits, settings));
  const asked = { ...request, workers, seed: origin.seed };
  return {
    sightline: 1,
    command: 'retrospect',
    ...origin,
    title: plan.title,
    warnings,
    repairs: [],
    records: set.records.length,
    units: unitsOf(set),
    hours: hours.reduce((sum, own) => sum + own, 0),
    medianHours: quantile(hours.slice().sort(), 0.5),
    skipped: plan.skipped,
    notes: plan.notes,
    strata: strataOf(plan),
    grid: {
      points: mapping.points,
      reading: mapping.reading,
      seconds: mapping.resolution,
      rounding: mapping.rounding,
      block: mapping.block,
    },
    invalid: [...mapping.invalid],
    baselines: [...settings.baselines],
    weights: settings.weights,
    folds: analyses[0]!.foldsFrom,
    layouts: [...layouts],
    budgets: [...budgets],
    learning: { ...learning, moments },
    level: USUAL_RESAMPLING.level,
    draws,
    targets: Object.fromEntries(targets),
    overlaps: supportOverlaps(
      analyses.flatMap(({ part }, a) => (part.kind === 'all' ? [targets[a]!] : [])),
      layouts,
      budgets,
    ),
    stability: request.stability === undefined ? null : await stabilityResult(plan, request.stability, asked),
    sweep: request.sweep ? await sweepResult(plan, asked) : null,
  };
}

function targetResult(
  { settings, source }: RetrospectPlan,
  { target, part, set, folds, foldsFrom }: Analysis,
  fits: readonly (readonly LayoutFit[])[],
  drawn: { draws: number; seed: number },
): { result: TargetResult; redrawn: number } {
  const { layouts, budgets, contrasts } = settings;
  const [{ values }] = set.targets as [(typeof set.targets)[number]];
  const places = layouts.flatMap((layout, l) =>
    budgets.map((budget, b) => ({ layout, budget, fit: fits[l]![b]! })),
  );
  const placeOf = (layout: LayoutName, budget: number) =>
    places.findIndex((place) => place.layout === layout && place.budget === budget);
  const pairs = contrasts.flatMap(([a, b]) => budgets.map((budget) => ({ a, b, budget })));
  const ranges = ofTarget(source, target, () =>
    heldOutRanges(
      set,
      values,
      places.map(({ fit }) => fit.predictions),
      pairs.map(({ a, b, budget }) => [placeOf(a, budget), placeOf(b, budget)] as const),
      { ...drawn, level: USUAL_RESAMPLING.level },
    ),
  );
  const total = set.weights.reduce((sum, weight) => sum + weight, 0);
  const mean = values.reduce((sum, value, i) => sum + set.weights[i]! * value, 0) / total;
  const variance = values.reduce((sum, value, i) => sum + set.weights[i]! * square(value - mean), 0) / total;
  const byName = <Value>(of: (fit: LayoutFit) => Value) =>
    Object.fromEntries(places.map(({ layout, budget, fit }) => [templateName(layout, budget), of(fit)]));
  return {
    redrawn: ranges.redrawn,
    result: {
      target,
      ...aimOf(settings.targets.find((one) => one.name === target)!),
      cohort: { ...part, records: set.records.length, units: unitsOf(set) },
      folds: foldsFrom,
      mean,
      deviation: Math.sqrt(variance),
      baselineR2: crossFit(set, set.targets[0]!, folds, () => []).r2,
      templates: byName(({ r2, penalties }) => ({ r2, penalties })),
      contrasts: pairs.map(({ a, b, budget }, k) => ({
        a: templateName(a, budget),
        b: templateName(b, budget),
        ...ranges.contrasts[k]!,
      })),
      supports: byName(({ supports }) => supports.map((own) => [...own].sort((x, y) => x - y))),
    },
  };
}

function aimOf({ of }: RecordTargetSpec): Pick<TargetResult, 'states' | 'value'> {
  return 'states' in of ? { states: [...of.states], value: null } : { states: [], value: of.value };
}

function ofTarget<Made>(source: RetrospectPlan['source'], target: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidStudy(
      error.problems.map((problem) => located({ ...problem, path: ['records', 'targets', target] }, source)),
    );
  }
}

function unusedOptions({ stability, sweep, target, budget }: RetrospectRequest): RetrospectWarning[] {
  if (stability !== undefined || sweep) return [];
  return Object.entries({ '--target': target, '--budget': budget }).flatMap(([option, value]) =>
    value === undefined
      ? []
      : [
          {
            kind: 'option-unused' as const,
            path: '',
            what: `${option} has no effect without --stability or --sweep`,
          },
        ],
  );
}

function strataOf({ set }: RetrospectPlan): RetrospectResult['strata'] {
  if (set.strata.length === 1 && set.strata[0] === '') return [];
  return set.strata.map((name, s) => {
    const own = Array.from(set.unit).filter((_, i) => set.stratum[i] === s);
    return { name, records: own.length, units: new Set(own).size };
  });
}

function redrawnWarning(name: string, redrawn: number, draws: number): RetrospectWarning {
  return {
    kind: 'redrawn',
    path: pathText(['records', 'targets', name]),
    what:
      `${name}: in ${redrawn} resamples of the units (of ${draws} draws) the target did not vary, because few units differ ` +
      'in it; these were drawn again, which makes ranges somewhat too narrow',
  };
}

/** Learned supports may run out of points that vary among the training records. */
function fewPoints(
  name: string,
  { supports }: TargetResult,
  layouts: readonly LayoutName[],
  budgets: readonly number[],
): RetrospectWarning[] {
  return layouts.flatMap((layout) => {
    const short = budgets.filter((budget) =>
      supports[templateName(layout, budget)]!.some((own) => own.length < budget),
    );
    if (short.length === 0) return [];
    const what =
      `${name}: ${layout} has fewer points than its budget at N=${short.join(', ')} in some folds, because the others ` +
      'are the same in all training records';
    return [{ kind: 'few-points' as const, path: pathText(['records', 'targets', name]), what }];
  });
}
