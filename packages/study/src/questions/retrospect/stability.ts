import {
  type LayoutName,
  noisyRecords,
  oneOf,
  type Problem,
  quantile,
  type StabilityInput,
  selectionSweep,
  stability,
  type Workers,
  type WorkOptions,
  wholeFrom,
} from '@sightline/engine/internal';
import { located } from '../../file/parse-study.ts';
import { InvalidStudy } from '../../problems/located-problem.ts';
import { templateName } from '../../words/text.ts';
import type { Analysis } from './analyses.ts';
import { FOLLOWED, OTHERS, USUAL_BUDGET } from './followed.ts';
import type { RetrospectPlan } from './plan.ts';

// How much of a learned support's advantage survives other units, and how many units it takes to learn one.

export interface Spread {
  a: string;
  b: string;
  median: number;
  low: number;
  high: number;
}

/** Everything again on subsamples of the units. */
export interface StabilityResult {
  target: string;
  budget: number;
  subsamples: number;
  /** Of the units of each stratum in a subsample. */
  share: number;
  /** Drawn anew in each subsample. */
  folds: { seed: number; outer: number; inner: number };
  /** Of R²(a) − R²(b) over the subsamples, each listed in their order. */
  differences: (Spread & { values: number[] })[];
}

/** Supports learned from some units of the training side, fits from all of them. */
export interface SweepResult {
  target: string;
  budget: number;
  /** Draws of units for each size. */
  repeats: number;
  /** By units that supports are learned from; the last is the whole training side, and varies with the fold. */
  sizes: { units: number; whole: boolean; differences: Spread[] }[];
}

interface StabilityAsked extends WorkOptions {
  workers: Workers;
  seed: number;
  target?: string | undefined;
  budget?: number | undefined;
}

const SHARE = 0.8;
const LAYOUTS: readonly LayoutName[] = [FOLLOWED, ...OTHERS];
const STEP = 10;
const FIRST_SIZE = 20;
const REPEATS = 20;

export async function stabilityResult(
  plan: RetrospectPlan,
  subsamples: number,
  asked: StabilityAsked,
): Promise<StabilityResult> {
  const { input, about, redraw } = inputOf(plan, asked);
  const pieces = await asked.workers.run(stability, { ...input, redraw }, subsamples, asked);
  return {
    ...about,
    subsamples,
    share: SHARE,
    folds: { seed: asked.seed, ...redraw },
    differences: differences(pieces, about.budget).map(({ values, ...spread }) => ({
      ...spread,
      values: [...values],
    })),
  };
}

export async function sweepResult(plan: RetrospectPlan, asked: StabilityAsked): Promise<SweepResult> {
  const { input, about, training } = inputOf(plan, asked);
  const sizes: number[] = [];
  for (let units = FIRST_SIZE; units < training; units += STEP) sizes.push(units);
  const parts = [...sizes, 0];
  // The whole training side is the same in every draw: its pieces are the last, and one is enough.
  const pieces = await asked.workers.run(
    selectionSweep,
    { ...input, sizes: parts, repeats: REPEATS },
    sizes.length * REPEATS + 1,
    asked,
  );
  return {
    ...about,
    repeats: REPEATS,
    sizes: parts.map((units, k) => ({
      units: units === 0 ? training : units,
      whole: units === 0,
      differences: differences(pieces.slice(k * REPEATS, (k + 1) * REPEATS), about.budget).map(
        ({ values: _, ...spread }) => spread,
      ),
    })),
  };
}

function differences(pieces: readonly (readonly number[])[], budget: number) {
  return OTHERS.map((other, k) => {
    const values = Float64Array.from(pieces, (r2) => r2[0]! - r2[k + 1]!);
    const sorted = values.slice().sort();
    return {
      a: templateName(FOLLOWED, budget),
      b: templateName(other, budget),
      median: quantile(sorted, 0.5),
      low: quantile(sorted, 0.025),
      high: quantile(sorted, 0.975),
      values,
    };
  });
}

/** Refuses what stability and sweep cannot be asked, before anything is computed. */
export function checkAsked(plan: RetrospectPlan, asked: Pick<StabilityAsked, 'target' | 'budget'>): void {
  inputOf(plan, { ...asked, seed: 0 });
}

/** The analysis that is asked for; refuses names and budgets that the study does not have. */
function inputOf(
  plan: RetrospectPlan,
  { target, budget, seed }: Pick<StabilityAsked, 'target' | 'budget' | 'seed'>,
) {
  const { analyses, settings, source } = plan;
  const { budgets, learning, moments } = settings;
  const found = target === undefined ? analyses[0]! : analyses.find(({ name }) => name === target);
  const problems: Problem[] = [];
  if (!found)
    problems.push({
      path: ['records', 'targets'],
      value: target,
      why: '--target names none of the results',
      accepted: oneOf(analyses.map(({ name }) => name)),
    });
  const usual = budgets.includes(USUAL_BUDGET)
    ? USUAL_BUDGET
    : budgets[Math.floor((budgets.length - 1) / 2)]!;
  const points = settings.mapping.points;
  if (budget !== undefined && budget > points)
    problems.push({
      path: ['records', 'grid', 'points'],
      value: budget,
      why: `--budget asks for more points than the grid has, ${points}`,
      accepted: wholeFrom(1, points),
    });
  if (problems.length > 0) throw new InvalidStudy(problems.map((problem) => located(problem, source)));
  const { name, target: of, set: exact, folds } = found as Analysis;
  const noisy = settings.noise > 0 && settings.targets.find((one) => one.name === of)!.reads === 'values';
  const set = noisy ? noisyRecords(exact, settings.noise, seed) : exact;
  const about = { target: name, budget: budget ?? usual };
  const input: StabilityInput = {
    set,
    folds,
    target: 0,
    budget: about.budget,
    layouts: LAYOUTS,
    learning: { ...learning, moments },
    share: SHARE,
    seed,
  };
  const held = folds.inner.map(
    (_, k) => new Set(Array.from(set.unit).filter((_, i) => folds.outer[i] !== k)).size,
  );
  const redraw = {
    outer: folds.inner.length,
    inner: Math.max(...folds.inner.map((own) => Math.max(...own))) + 1,
  };
  return { input, about, redraw, training: Math.min(...held) };
}
