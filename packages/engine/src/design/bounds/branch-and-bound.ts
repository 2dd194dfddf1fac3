import { canMiss } from '../../model/value/missed.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { countFeasibleSets, wholeFamily } from '../selection/feasible-sets.ts';
import { type Path, type Searcher, TIE_TOLERANCE } from '../selection/forward-selection.ts';
import { combined } from '../selection/scenarios.ts';
import { isOver, type SearchLimit, turns } from '../selection/search-limit.ts';
import { bestOfPart, secondsPerSet } from './exhaustive.ts';
import { missedBounder } from './missed-bound.ts';
import { type OpenPart, partBounder } from './part-bound.ts';
import { PartQueue } from './part-queue.ts';

/** Where the search ends before it is done, what was found so far stands, with its gap. */
export interface BranchOptions extends SearchLimit {
  /** Parts of the family that are looked at before the search ends by itself. */
  most?: number;
  /** Parts with no more protocols than this are looked through; by default as many as take no longer than bounding them. */
  small?: number;
  /** The answer may be this far below the optimum. */
  gap?: number;
  onProgress?: ((state: { parts: number; best: number; upperBound: number }) => void) | undefined;
}

interface BranchResult {
  chosen: number[];
  values: Float64Array;
  objective: number;
  /** No protocol of the family has a larger objective. */
  upperBound: number;
  /** Whether upperBound − objective is nothing but rounding (or the gap asked for). */
  certified: boolean;
  parts: number;
}

/** Above this many actions a bound takes longer than anybody waits. */
export const MOST_BOUNDED = 1000;

/** Values this near to each other are the same. */
const ROUNDING = 1e-9;

/**
 * The best protocol and a proof: parts of the family in the order of their upper bounds, each split by taking or leaving
 * the action with the largest share in its relaxation. Small parts are looked through. `from` is where the search begins:
 * the better it is, the less there is to do.
 */
export async function branchAndBound(
  search: Searcher,
  from: Path,
  options: BranchOptions = {},
): Promise<BranchResult> {
  const { most = Number.POSITIVE_INFINITY, gap = 0, onProgress } = options;
  const { problem } = search;
  const { family, scenarios, objective } = problem;
  const kernels = problem.kernels ?? defaultKernels();
  const bounderOptions = { kernels, limit: options, alone: scenarios.length === 1 };
  const bounderOf = canMiss(family.catalogue) ? missedBounder : partBounder;
  const bounds = scenarios.map((scenario, s) => bounderOf(search, scenario, s, bounderOptions));
  const smallEnough = options.small ?? smallPart(problem);

  let best = {
    chosen: [...from.chosen].sort((a, b) => a - b),
    values: from.values,
    objective: from.objective,
  };
  const enough = () => best.objective + gap + ROUNDING * Math.max(1e-3, Math.abs(best.objective));
  const open = new PartQueue();
  open.push({
    ...wholeFamily(family),
    bound: Number.POSITIVE_INFINITY,
    shares: scenarios.map(() => undefined),
  });
  let parts = 0;
  const turn = turns();
  // The whole family is always looked at once, so that there is a bound.
  const goesOn = () => parts === 0 || (parts < most && !isOver(options));
  while (open.size > 0 && open.top().bound > enough() && goesOn()) {
    if (parts > 0 && turn.due()) {
      onProgress?.({ parts, best: best.objective, upperBound: open.top().bound });
      await turn.give();
      continue;
    }
    const node = open.pop();
    parts++;
    const sets = countFeasibleSets(family, node, smallEnough);
    if (sets === 0) continue;
    if (sets <= smallEnough) {
      const found = bestOfPart(search, node, best.objective);
      if (found && isBetter(found, best)) best = { ...found, chosen: found.chosen.sort((a, b) => a - b) };
      continue;
    }
    const relaxed = bounds.map((bound) => bound(node, best.objective));
    const bound = Math.min(
      node.bound,
      combined(
        objective,
        relaxed.map(({ value }) => value),
      ),
    );
    if (bound <= enough()) continue;
    const rounded = roundedProtocol(search, node, relaxed[0]!.shares);
    if (rounded && rounded.objective > best.objective) best = rounded;
    for (const child of split(
      search,
      node,
      relaxed.map(({ shares }) => shares),
      bound,
    ))
      open.push(child);
  }
  const left = open.size > 0 ? open.top().bound : Number.NEGATIVE_INFINITY;
  const upperBound = Math.max(best.objective, left <= enough() ? best.objective : left);
  return { ...best, upperBound, certified: left <= enough(), parts };
}

/** A larger objective, or the same with earlier actions. */
function isBetter(
  found: { objective: number; chosen: readonly number[] },
  best: { objective: number; chosen: readonly number[] },
): boolean {
  if (Math.abs(found.objective - best.objective) > TIE_TOLERANCE * Math.abs(best.objective))
    return found.objective > best.objective;
  const earlier = [...found.chosen].sort((a, b) => a - b);
  const at = earlier.findIndex((a, i) => a !== best.chosen[i]);
  return at >= 0 && earlier[at]! < (best.chosen[at] ?? -1);
}

/** Parts with no more protocols than this are looked through: it takes no longer than bounding what they fall into. */
function smallPart(problem: Searcher['problem']): number {
  return Math.min(100_000, Math.max(64, Math.ceil(0.1 / secondsPerSet(problem))));
}

/** Take the action with the largest share, or leave it. */
function split(
  { problem: { family } }: Searcher,
  { base, open }: OpenPart,
  shares: readonly (Float64Array | undefined)[],
  bound: number,
): OpenPart[] {
  const known = shares.find((own) => own !== undefined);
  let at = 0;
  // A share of 1 in the relaxation is nearly sure to be taken: the most is learnt from leaving it.
  if (known) for (let i = 1; i < open.length; i++) if (known[i]! > known[at]!) at = i;
  const taken = open[at]!;
  const without = (keep: (a: number, i: number) => boolean) => ({
    open: open.filter(keep),
    shares: shares.map((own) => own?.filter((_, i) => keep(open[i]!, i))),
  });
  const withIt = [...base, taken];
  const spent = family.spent(withIt);
  return [
    { base: withIt, ...without((a, i) => i !== at && family.fits(withIt, spent, a)), bound },
    { base, ...without((_, i) => i !== at), bound },
  ].filter(
    (node) => isComplete(family, node.base) || family.rules.exactly === undefined || node.open.length > 0,
  );
}

function isComplete(family: Searcher['problem']['family'], base: readonly number[]): boolean {
  return family.rules.exactly === undefined || base.length === family.rules.exactly;
}

/** The actions with the largest shares, as many as fit. */
function roundedProtocol(
  search: Searcher,
  { base, open }: OpenPart,
  shares: Float64Array | undefined,
): { chosen: number[]; values: Float64Array; objective: number } | undefined {
  if (!shares) return undefined;
  const { family } = search.problem;
  const chosen = [...base];
  for (const i of open.map((_, k) => k).sort((a, b) => shares[b]! - shares[a]!))
    if (family.fits(chosen, family.spent(chosen), open[i]!)) chosen.push(open[i]!);
  if (!family.holds(chosen)) return undefined;
  search.effort.considered++;
  search.effort.evaluations++;
  const { values, objective } = search.evaluate([chosen]);
  return { chosen: chosen.sort((a, b) => a - b), values, objective: objective[0]! };
}
