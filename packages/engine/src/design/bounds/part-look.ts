import { canMiss } from '../../model/value/missed.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { countFeasibleSets } from '../selection/feasible-sets.ts';
import { type Searcher, TIE_TOLERANCE } from '../selection/forward-selection.ts';
import { combined } from '../selection/scenarios.ts';
import { bestOfPart } from './exhaustive.ts';
import { missedBounder } from './missed-bound.ts';
import type { OpenPart } from './open-part.ts';
import { partBounder } from './part-bound.ts';
import { narrowed, split } from './part-split.ts';
import type { SearchPiece } from './search-crew.ts';

/** A part that is to be looked at. */
export interface PartOrder {
  part: OpenPart;
  /** The objective of the best protocol known. */
  best: number;
  /** The answer may be this far below the optimum. */
  gap: number;
  /** Parts with no more protocols than this are looked through. */
  small: number;
}

export interface FoundProtocol {
  /** In ascending order. */
  chosen: number[];
  values: Float64Array;
  objective: number;
}

/** What came of it. */
interface PartLook {
  /** Its best protocol where it was looked through, or one that its bound led to. */
  found: FoundProtocol | undefined;
  /** What is left of it: every protocol of the part that is better than the best known is in one of these. */
  children: OpenPart[];
}

/** Values this near to each other are the same. */
const ROUNDING = 1e-9;

/** What a protocol must exceed to be better than the best by more than the gap. */
export const enough = (best: number, gap: number): number =>
  best + gap + ROUNDING * Math.max(1e-3, Math.abs(best));

/** Bounds a part and splits it, or looks it through where it is small. */
export const partLook: SearchPiece<PartOrder, PartLook> = {
  name: 'part',
  prepare(search) {
    const { family, scenarios, objective, kernels = defaultKernels() } = search.problem;
    const bounderOf = canMiss(family.catalogue) ? missedBounder : partBounder;
    const alone = scenarios.length === 1;
    const bounds = scenarios.map((scenario, s) => bounderOf(search, scenario, s, { kernels, alone }));
    return ({ part, best, gap, small }, limit) => {
      const sets = countFeasibleSets(family, part, small);
      if (sets === 0) return { found: undefined, children: [] };
      if (sets <= small) return { found: ordered(bestOfPart(search, part, best)), children: [] };
      const relaxed = bounds.map((bound) => bound(part, best, limit));
      const values = relaxed.map(({ value }) => value);
      const bound = Math.min(part.bound, combined(objective, values));
      if (bound <= enough(best, gap)) return { found: undefined, children: [] };
      const bounded = { ...part, bound, shares: relaxed.map(({ shares }) => shares) };
      const found = roundedProtocol(search, bounded);
      // Of several scenarios none can say by itself what is settled.
      const [{ never, always }] = alone ? [relaxed[0]!] : [{ never: [], always: [] }];
      const left = narrowed(family, bounded, always, never);
      return { found, children: left && left.open.length > 0 ? split(family, left) : left ? [left] : [] };
    };
  },
};

/** A larger objective, or the same with earlier actions. */
export function isBetter(found: FoundProtocol, best: FoundProtocol): boolean {
  if (Math.abs(found.objective - best.objective) > TIE_TOLERANCE * Math.abs(best.objective))
    return found.objective > best.objective;
  const at = found.chosen.findIndex((a, i) => a !== best.chosen[i]);
  return at >= 0 && found.chosen[at]! < (best.chosen[at] ?? -1);
}

const ordered = (found: FoundProtocol | undefined): FoundProtocol | undefined =>
  found && {
    chosen: found.chosen.toSorted((a, b) => a - b),
    values: found.values,
    objective: found.objective,
  };

/** The actions with the largest shares, as many as fit. */
function roundedProtocol(
  search: Searcher,
  { base, open, shares: [shares] }: OpenPart,
): FoundProtocol | undefined {
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
