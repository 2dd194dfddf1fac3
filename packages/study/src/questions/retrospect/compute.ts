import {
  clockText,
  crossFit,
  heldOutRanges,
  type LayoutFit,
  type LayoutName,
  layoutFits,
  quantile,
  r2Interval,
  square,
  type TimeGrid,
  thisThread,
  USUAL_RESAMPLING,
} from '@sightline/engine/internal';
import { located, refused } from '../../file/parse-study.ts';
import { InvalidStudy } from '../../problems/located-problem.ts';
import { warned } from '../../problems/warning.ts';
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
import { supportAgreements } from './support-agreement.ts';
import { supportOverlaps } from './support-overlap.ts';
import { pairsOf, type Template, templatesOf } from './templates.ts';

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
  const templates = templatesOf(settings);
  const pieces = layouts.length + plan.protocols.length;
  const found = await workers.run(
    layoutFits,
    {
      cells: analyses.map(({ target, part, set, folds }) => ({
        set,
        folds,
        halves: part.kind === 'all',
        ...(specOf(settings, target).reads === 'values' && { noise: settings.noise }),
      })),
      layouts,
      budgets,
      options,
      protocols: plan.protocols,
      seed: origin.seed,
    },
    analyses.length * pieces,
    request,
  );
  const fits = analyses.map((_, a) => found.slice(a * pieces, (a + 1) * pieces).flat());
  const warnings: RetrospectWarning[] = [...plan.warnings, ...unusedOptions(request)];
  const targets = analyses.map((analysis, a) => {
    const { result, redrawn } = targetResult(plan, analysis, fits[a]!, templates, {
      draws,
      seed: origin.seed,
    });
    if (redrawn > 0) warnings.push(redrawnWarning(analysis.name, redrawn, draws));
    warnings.push(...fewPoints(analysis.name, result, layouts, budgets));
    return [analysis.name, result] as const;
  });
  warnings.push(
    ...penaltiesAtEnd(
      analyses,
      fits,
      templates.map(({ name }) => name),
    ),
  );
  const whole = analyses.flatMap(({ part }, a) => (part.kind === 'all' ? [a] : []));
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
      time: settings.clock ? 'clock' : 'relative',
      ...(settings.clock && clockResult(settings.clock.grid)),
    },
    missing: settings.clock ? { rule: settings.clock.missing, dropped: plan.dropped, ...plan.cells } : null,
    ignored: plan.ignored,
    invalid: [...mapping.invalid],
    baselines: [...settings.baselines],
    weights: settings.weights,
    folds: analyses[0]!.foldsFrom,
    layouts: [...layouts],
    protocols: Object.fromEntries(
      plan.protocols.map(({ name, actions }) => [
        name,
        actions.map(({ at, width, first, last, noise }) => ({ at, width, first, last, noise })),
      ]),
    ),
    budgets: [...budgets],
    learning: { ...learning, moments },
    noise: settings.noise,
    level: USUAL_RESAMPLING.level,
    draws,
    targets: Object.fromEntries(targets),
    overlaps: supportOverlaps(
      whole.map((a) => targets[a]!),
      layouts,
      budgets,
    ),
    agreement: whole.flatMap((a) =>
      supportAgreements(analyses[a]!.name, templates, fits[a]!, mapping.points),
    ),
    stability: request.stability === undefined ? null : await stabilityResult(plan, request.stability, asked),
    sweep: request.sweep ? await sweepResult(plan, asked) : null,
  };
}

function targetResult(
  { settings, source }: RetrospectPlan,
  { target, part, set, folds, foldsFrom }: Analysis,
  fits: readonly LayoutFit[],
  templates: readonly Template[],
  drawn: { draws: number; seed: number },
): { result: TargetResult; redrawn: number } {
  const [{ values }] = set.targets as [(typeof set.targets)[number]];
  const { level } = USUAL_RESAMPLING;
  const placeOf = (name: string) => templates.findIndex((one) => one.name === name);
  const pairs = settings.contrasts.flatMap((contrast) => pairsOf(contrast, settings));
  const ranges = ofTarget(source, target, () =>
    heldOutRanges(
      set,
      values,
      fits.map(({ predictions }) => predictions),
      pairs.map(([a, b]) => [placeOf(a), placeOf(b)] as const),
      { ...drawn, level },
    ),
  );
  const total = set.weights.reduce((sum, weight) => sum + weight, 0);
  const mean = values.reduce((sum, value, i) => sum + set.weights[i]! * value, 0) / total;
  const variance = values.reduce((sum, value, i) => sum + set.weights[i]! * square(value - mean), 0) / total;
  return {
    redrawn: ranges.redrawn,
    result: {
      target,
      ...aimOf(specOf(settings, target)),
      cohort: { ...part, records: set.records.length, units: unitsOf(set) },
      folds: foldsFrom,
      mean,
      deviation: Math.sqrt(variance),
      baselineR2: crossFit(set, set.targets[0]!, folds, () => []).r2,
      templates: Object.fromEntries(
        templates.map(({ name }, t) => {
          const { r2, penalties, predictions, linearValue } = fits[t]!;
          return [name, { r2, ...r2Interval(set, values, predictions, level), linearValue, penalties }];
        }),
      ),
      contrasts: pairs.map(([a, b], k) => ({ a, b, ...ranges.contrasts[k]! })),
      supports: Object.fromEntries(
        templates.flatMap(({ name, of }, t) =>
          of ? [[name, fits[t]!.supports.map((own) => [...own].sort((x, y) => x - y))]] : [],
        ),
      ),
    },
  };
}

const specOf = ({ targets }: RetrospectPlan['settings'], target: string) =>
  targets.find(({ name }) => name === target)!;

function aimOf({ of, reads }: RecordTargetSpec): Pick<TargetResult, 'states' | 'among' | 'value' | 'reads'> {
  return 'states' in of
    ? { states: [...of.states], among: of.among ? [...of.among] : null, value: null, reads }
    : { states: [], among: null, value: of.value, reads };
}

function ofTarget<Made>(source: RetrospectPlan['source'], target: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    return refused(error, source, (problem) => ({ ...problem, path: ['records', 'targets', target] }));
  }
}

const clockResult = ({ horizon, unit, start }: TimeGrid) => ({
  horizon,
  unit,
  start: start === undefined ? null : clockText(0, { horizon, unit, start, spacing: horizon })!,
});

function unusedOptions({ stability, sweep, target, budget }: RetrospectRequest): RetrospectWarning[] {
  if (stability !== undefined || sweep) return [];
  return Object.entries({ '--target': target, '--budget': budget }).flatMap(([option, value]) =>
    value === undefined
      ? []
      : warned('option-unused', '', `${option} has no effect without --stability or --sweep`),
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
