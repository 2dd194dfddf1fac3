import { target } from '../model/target.ts';
import { log, square } from '../numerics/elementary.ts';
import { integerBelow, randomStream } from '../numerics/random/random-stream.ts';
import { type DesignProblem, forwardSelection, searcher, TIE_TOLERANCE } from './forward-selection.ts';
import { oneSwap, type SwapOptions } from './one-swap.ts';
import { afterChoosing, initialResidual, meanGain, type Residual, tellsNothing } from './residual.ts';
import { type FeasibleFamily, feasibleFamily } from './rules.ts';
import type { Scenario } from './scenarios.ts';

/** What somebody with another aim, or with none, would choose from the same catalogue. */
export interface ComparatorChoice {
  chosen: number[];
  /** Additions that were as good by its own criterion: the earlier action was taken. */
  ties: number;
}

/** eq. mi-gain: ½ log s/r; without noise an action tells infinitely much, and the variance decides. */
export function mutualInformationGain(residual: Residual, a: number): number {
  const { noise } = residual.catalogue[a]!;
  const s = residual.variances[a]!;
  if (tellsNothing(residual, a)) return 0;
  return noise > 0 ? log(s / noise) / 2 : Number.MAX_VALUE * Math.min(1, s / residual.initial[a]!);
}

/** eq. ipv-gain: Σ ω_j v_j²/s. */
export function posteriorVarianceGain(residual: Residual, a: number): number {
  if (tellsNothing(residual, a)) return 0;
  const { weights, vectors, variances } = residual;
  const p = vectors.cols;
  let sum = 0;
  for (let j = 0; j < p; j++) sum += weights[j]! * square(vectors.data[a * p + j]!);
  return sum / variances[a]!;
}

/**
 * Additions by another gain, cost left aside, to as many actions as the rules allow at most; of these the longest
 * beginning that the budget pays for.
 */
export function byOwnGain(
  scenario: Scenario,
  family: FeasibleFamily,
  gain: (residual: Residual, a: number) => number,
): ComparatorChoice {
  const { catalogue, rules } = family;
  const free = withoutBudget(family);
  const found = additions(initialResidual(scenario, catalogue), free, gain, family.longest);
  if (rules.budget === undefined || rules.exactly !== undefined) return found;
  let count = found.chosen.length;
  while (count > family.required.length && !family.holds(found.chosen.slice(0, count))) count--;
  return { ...found, chosen: found.chosen.slice(0, count) };
}

/** Noiseless kernel quadrature: the linear criterion as if nothing had noise, until nothing more is affordable. */
export function kernelQuadrature(scenario: Scenario, family: FeasibleFamily): ComparatorChoice {
  const noiseless = family.catalogue.map((action) => ({ ...action, noise: 0 }));
  return additions(initialResidual(scenario, noiseless), family, meanGain, family.longest);
}

/** The best protocol for the weighted mean of the same record, as target-aware search would find it. */
export function linearTarget(problem: DesignProblem, swaps: SwapOptions = {}): ComparatorChoice {
  const [scenario] = problem.scenarios;
  const search = searcher({
    ...problem,
    scenarios: [{ ...scenario!, target: target('mean') }],
    objective: { kind: 'mean' },
  });
  const { path, ties } = forwardSelection(search);
  return { chosen: [...oneSwap(search, path, swaps).path.chosen], ties: ties.length };
}

function additions(
  first: Residual,
  family: FeasibleFamily,
  gain: (residual: Residual, a: number) => number,
  longest: number,
): ComparatorChoice {
  let residual = family.required.reduce(afterChoosing, first);
  const chosen = [...family.required];
  let ties = 0;
  while (chosen.length < longest) {
    const spent = family.spent(chosen);
    let best = Number.NEGATIVE_INFINITY;
    const scores: [number, number][] = [];
    for (const a of family.allowed) {
      if (!family.fits(chosen, spent, a) || !family.completable([...chosen, a])) continue;
      const score = gain(residual, a);
      scores.push([a, score]);
      best = Math.max(best, score);
    }
    const winners = scores.filter(([, score]) => score >= best - TIE_TOLERANCE * Math.abs(best));
    if (winners.length === 0) break;
    if (winners.length > 1) ties++;
    chosen.push(winners[0]![0]);
    residual = afterChoosing(residual, winners[0]![0]);
  }
  return { chosen, ties };
}

function withoutBudget(family: FeasibleFamily): FeasibleFamily {
  const { budget: _, ...rest } = family.rules;
  if (family.rules.exactly !== undefined) return family;
  // Only the number of actions limits it now; the caller stops there.
  return feasibleFamily(family.catalogue, { ...rest, budget: Number.MAX_VALUE });
}

/** Actions by their places along the time, for layouts that look at nothing else. */
export type Layout = 'uniform' | 'contiguous' | 'dispersed';

/**
 * A layout of as many actions as fit: evenly from the first to the last, neighbours around the middle, or the midpoints of
 * equal bins; each place taken by the nearest action that the rules allow.
 */
export function layout(kind: Layout, family: FeasibleFamily): ComparatorChoice {
  const inTime = [...family.allowed].sort(
    (a, b) => family.catalogue[a]!.at - family.catalogue[b]!.at || a - b,
  );
  const n = inTime.length;
  const d = Math.min(family.longest, n);
  const places = Array.from({ length: d }, (_, i) => {
    if (kind === 'uniform') return d === 1 ? (n - 1) / 2 : (i * (n - 1)) / (d - 1);
    if (kind === 'contiguous') return Math.floor((n - d) / 2) + i;
    return ((i + 0.5) * n) / d - 0.5;
  });
  const chosen = [...family.required];
  for (const place of places) {
    if (chosen.length >= family.longest) break;
    const spent = family.spent(chosen);
    const nearest = inTime
      .map((a, k) => ({ a, distance: Math.abs(k - place) }))
      .sort((one, other) => one.distance - other.distance || one.a - other.a)
      .find(({ a }) => family.fits(chosen, spent, a) && family.completable([...chosen, a]));
    if (nearest) chosen.push(nearest.a);
  }
  return { chosen, ties: 0 };
}

/**
 * A protocol drawn at random: admissible actions one after the other, each as likely as the others. Whether a protocol can
 * be completed is asked of the action drawn; one that will not do is drawn again from the rest, which changes no odds.
 */
export function randomProtocol(family: FeasibleFamily, seed: number, draw: number): ComparatorChoice {
  const stream = randomStream(seed, 'random protocol', draw);
  const chosen = [...family.required];
  let drawn = 0;
  for (;;) {
    const spent = family.spent(chosen);
    const open = family.allowed.filter((a) => family.fits(chosen, spent, a));
    let next: number | undefined;
    while (next === undefined && open.length > 0) {
      const [a] = open.splice(integerBelow(stream, open.length, drawn++), 1);
      if (family.completable([...chosen, a!])) next = a;
    }
    if (next === undefined) return { chosen, ties: 0 };
    chosen.push(next);
  }
}
