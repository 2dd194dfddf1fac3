import type { Action } from '../model/value/action.ts';
import { measurementRows } from '../model/value/measurement-rows.ts';
import type { Weighing } from '../model/value/model.ts';
import { square } from '../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import type { Matrix } from '../numerics/matrix.ts';
import { benchmarkOf } from './invisible/benchmark.ts';
import type { CovarianceClass } from './invisible/covariance-class.ts';
import { mirrorImage } from './invisible/determined-law.ts';
import { contains, extended, type RowSpace, visibleSpaces } from './invisible/row-space.ts';
import { valueConstancy } from './invisible/value-constancy.ts';
import { valueDerivative } from './invisible/value-derivative.ts';

/** Actions of a catalogue that, measured on units of the benchmark, settle an alternative's value. */
export interface Augmentation {
  /** Positions in the catalogue. */
  actions: number[];
  /** Where several protocols were realised: the one on whose units each of the actions is measured, by its position. */
  with?: number[];
  cost: number;
  /**
   * 'row-space': the alternative's rows lie in what is then visible, so its value is identified for every law.
   * 'nothing-invisible': within the class, no direction of the covariance is invisible any more, so it is identified too.
   * 'every-law' and 'this-law': the value is one in all worlds of the class with the same benchmark law (ValueConstancy).
   */
  by: 'row-space' | 'nothing-invisible' | 'every-law' | 'this-law';
}

export interface AugmentationSearch {
  /** The cheapest by either criterion, and the cheapest by row space; undefined where none was found. */
  cheapest: Augmentation | undefined;
  surest: Augmentation | undefined;
  /** Whether every cheaper set was looked at, so that nothing cheaper can settle it. */
  exact: boolean;
}

interface AugmentationOptions {
  /** Whether a mirror image in time is as good: a stationary class with weights that are their own. */
  mirrored?: boolean;
  kernels?: Kernels;
}

/** Sets looked at, at most. */
const MOST = 50_000;
/** Sets whose invisible directions are looked into, at most: that costs O(p²) and more, and a millisecond on the smallest grid. */
const mostProjected = (points: number) => Math.min(10_000, Math.ceil(1e7 / square(points)));

/** What is known beforehand, for invisible directions: K₀, and so the linear target. */
interface LinearLaw {
  covariance: Matrix;
  covarianceClass: CovarianceClass;
}

/**
 * Sets of catalogue actions in the order of their cost, until one settles the alternative by each criterion. The search
 * is over sorted sets: each is reached from the one without its last action, so costs never fall along the way and
 * the first that settles is the cheapest. Without a law (targets that are not linear) only the row space is looked at.
 * Where several protocols were realised, each action is offered on the units of each.
 */
export function cheapestAugmentation(
  realised: readonly (readonly Action[])[],
  weighing: Weighing,
  alternative: readonly Action[],
  catalogue: readonly Action[],
  law: LinearLaw | undefined,
  { mirrored = false, kernels = defaultKernels() }: AugmentationOptions = {},
): AugmentationSearch {
  const { weights, scale } = weighing;
  const p = weights.length;
  const wanted = measurementRows(alternative, p, scale);
  const images = mirrored ? [wanted.map(mirrorImage)] : [];
  const offered = measurementRows(catalogue, p, scale);
  const start = visibleSpaces(benchmarkOf(realised, weighing), law !== undefined);
  const derivative = law && valueDerivative({ covariance: law.covariance, weights, scale }, alternative);

  /** Offers are numbered: the catalogue on the units of the first realised protocol, then on those of the next. */
  const actionOf = (offer: number) => offer % catalogue.length;
  const protocolOf = (offer: number) => Math.floor(offer / catalogue.length);

  let projected = 0;
  const settled = (offers: readonly number[], spaces: Spaces): Augmentation['by'] | 'no' | 'unknown' => {
    // Beyond the number that is looked into, only where the best predictor itself is visible, which costs nothing to see.
    if (projected >= mostProjected(p) && !containsIn(spaces, [derivative!.g])) return 'unknown';
    projected++;
    const more = benchmarkOf(
      realised.map((actions, k) => [
        ...actions,
        ...offers.flatMap((offer) => (protocolOf(offer) === k ? [catalogue[actionOf(offer)]!] : [])),
      ]),
      weighing,
    );
    const { holds, dimension } = valueConstancy(
      more,
      derivative!,
      alternative,
      law!.covarianceClass,
      kernels,
    );
    return dimension === 0 ? 'nothing-invisible' : holds;
  };

  const queue = new CostQueue();
  const push = (offers: number[], spaces: Spaces, from: number) => {
    for (let offer = from; offer < catalogue.length * realised.length; offer++) {
      const [a, k] = [actionOf(offer), protocolOf(offer)];
      // An action inside what is visible on these units already adds nothing and only costs.
      const larger = extended(spaces[k]!, [offered[a]!]);
      if (larger.length > spaces[k]!.length) {
        const more = [...offers, offer];
        queue.push({
          offers: more,
          spaces: spaces.with(k, larger),
          cost: costOf(catalogue, more.map(actionOf)),
        });
      }
    }
  };
  push([], start, 0);

  let cheapest: Augmentation | undefined;
  let surest: Augmentation | undefined;
  let tried = 0;
  let exact = true;
  while (surest === undefined) {
    const next = queue.pop();
    if (next === undefined) break;
    if (tried++ === MOST) {
      exact = false;
      break;
    }
    const { offers, spaces, cost } = next;
    const answer = (by: Augmentation['by']): Augmentation => ({
      actions: offers.map(actionOf),
      ...(realised.length > 1 && { with: offers.map(protocolOf) }),
      cost,
      by,
    });
    if (containsIn(spaces, wanted)) surest = answer('row-space');
    else if (cheapest === undefined && images.some((rows) => containsIn(spaces, rows)))
      cheapest = answer('every-law');
    else if (cheapest === undefined && law && derivative) {
      const found = settled(offers, spaces);
      if (found === 'unknown') exact = false;
      else if (found !== 'no') cheapest = answer(found);
    }
    if (surest === undefined) push(offers, spaces, offers.at(-1)! + 1);
  }
  return { cheapest: cheapest ?? surest, surest, exact };
}

export const costOf = (catalogue: readonly Action[], actions: readonly number[]) =>
  actions.reduce((sum, a) => sum + catalogue[a]!.cost, 0);

/** What each realised protocol sees, with the actions that were added to it. */
type Spaces = readonly RowSpace[];

const containsIn = (spaces: Spaces, rows: readonly Float64Array[]) =>
  spaces.some((space) => contains(space, rows));

interface Candidate {
  offers: number[];
  spaces: Spaces;
  cost: number;
}

/** A binary heap: cheapest first, then fewer actions, then the earlier ones, so that ties are always broken alike. */
export class CostQueue {
  private readonly heap: Candidate[] = [];

  push(candidate: Candidate): void {
    const { heap } = this;
    heap.push(candidate);
    let i = heap.length - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (before(heap[parent]!, heap[i]!)) break;
      [heap[parent], heap[i]] = [heap[i]!, heap[parent]!];
      i = parent;
    }
  }

  pop(): Candidate | undefined {
    const { heap } = this;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || heap.length === 0) return top;
    heap[0] = last;
    let i = 0;
    for (;;) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && before(heap[child]!, heap[least]!)) least = child;
      if (least === i) return top;
      [heap[least], heap[i]] = [heap[i]!, heap[least]!];
      i = least;
    }
  }
}

function before(a: Candidate, b: Candidate): boolean {
  // Sums of the same costs in another order may differ by rounding and are ties.
  if (Math.abs(a.cost - b.cost) > 1e-12 * Math.max(a.cost, b.cost)) return a.cost < b.cost;
  if (a.offers.length !== b.offers.length) return a.offers.length < b.offers.length;
  for (let i = 0; i < a.offers.length; i++)
    if (a.offers[i] !== b.offers[i]) return a.offers[i]! < b.offers[i]!;
  return true;
}
