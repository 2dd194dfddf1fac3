import type { Target } from '../model/target.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { exhaustive } from './exhaustive.ts';
import { countFeasibleSets, type Part, wholeFamily } from './feasible-sets.ts';
import { type Path, pathTo, type Searcher, TIE_TOLERANCE } from './forward-selection.ts';
import { type Relaxation, relaxedBound } from './relaxation.ts';
import { afterChoosing, initialResidual, type Residual } from './residual.ts';
import { combined, type Scenario } from './scenarios.ts';

export interface BranchOptions {
  /** Ends the search; what was found so far stands, with its gap. */
  signal?: AbortSignal | undefined;
  /** Parts of the family that are looked at before the search ends by itself. */
  most?: number;
  /** Parts with no more protocols than this are looked through; by default as many as take no longer than bounding them. */
  small?: number;
  /** The answer may be this far below the optimum. */
  gap?: number;
  onProgress?: ((state: { parts: number; best: number; upperBound: number }) => void) | undefined;
}

export interface BranchResult {
  chosen: number[];
  values: Float64Array;
  objective: number;
  /** No protocol of the family has a larger objective. */
  upperBound: number;
  /** Whether upperBound − objective is nothing but rounding (or the gap asked for). */
  certified: boolean;
  parts: number;
}

/** Values this near to each other are the same. */
const ROUNDING = 1e-9;
const TURN_MILLISECONDS = 40;

interface Node extends Part {
  bound: number;
  /** Shares of the actions of `open` in the relaxation of the part that this one came from. */
  shares: (Float64Array | undefined)[];
}

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
  const { signal, most = Number.POSITIVE_INFINITY, gap = 0, onProgress } = options;
  const { problem } = search;
  const { family, scenarios, objective } = problem;
  const kernels = problem.kernels ?? defaultKernels();
  const bounds = scenarios.map((scenario, s) => partBounder(search, scenario, s, kernels));
  const smallEnough = options.small ?? smallPart(scenarios);

  let best = {
    chosen: [...from.chosen].sort((a, b) => a - b),
    values: from.values,
    objective: from.objective,
  };
  const enough = () => best.objective + gap + ROUNDING * Math.max(1e-3, Math.abs(best.objective));
  const open = new Queue();
  open.push({
    ...wholeFamily(family),
    bound: Number.POSITIVE_INFINITY,
    shares: scenarios.map(() => undefined),
  });
  let parts = 0;
  let turn = performance.now();
  // The whole family is always looked at once, so that there is a bound.
  const goesOn = () => parts === 0 || (parts < most && !signal?.aborted);
  while (open.size > 0 && open.top().bound > enough() && goesOn()) {
    if (parts > 0 && performance.now() - turn > TURN_MILLISECONDS) {
      onProgress?.({ parts, best: best.objective, upperBound: open.top().bound });
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
      continue;
    }
    const node = open.pop();
    parts++;
    const sets = countFeasibleSets(family, node, smallEnough);
    if (sets === 0) continue;
    if (sets <= smallEnough) {
      const found = exhaustive(search, node);
      if (isBetter(found, best)) best = { ...found, chosen: found.chosen.sort((a, b) => a - b) };
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

/** Parts with no more protocols than this are looked through: it takes no longer than bounding them. */
function smallPart(scenarios: readonly Scenario[]): number {
  const nonlinear = scenarios.filter(({ target }) => target.table !== undefined);
  if (nonlinear.length === 0) return Math.ceil(20_000 / scenarios.length);
  const p = nonlinear[0]!.model.covariance.rows;
  return Math.max(64, Math.ceil((1.5e7 / (p * p)) * Math.sqrt(1 / scenarios.length)));
}

/** Take the action with the largest share, or leave it. */
function split(
  { problem: { family } }: Searcher,
  { base, open }: Node,
  shares: readonly (Float64Array | undefined)[],
  bound: number,
): Node[] {
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
  { base, open }: Node,
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

interface PartBound {
  /** No protocol of the part has a larger value under the scenario. */
  value: number;
  shares: Float64Array | undefined;
}

/** Upper bounds on the value of the protocols of a part, under one scenario. */
function partBounder(
  search: Searcher,
  scenario: Scenario,
  s: number,
  kernels: Kernels,
): (node: Node, best: number) => PartBound {
  const { family, scenarios } = search.problem;
  const { catalogue } = family;
  const variance = search.variances[s]!;
  const first = initialResidual(scenario, catalogue);
  const shift = commonVariance(first, kernels);
  return (node, best) => {
    const { base, open } = node;
    const residual = base.reduce(afterChoosing, first);
    const explained = base.length === 0 ? 0 : search.evaluate([base]).values[s]! * variance;
    const between = openBetween(residual, open, shift);
    const noise = Float64Array.from(open, (a) => catalogue[a]!.noise + shift);
    const limits = limitsOf(search, node);
    if (!noise.every((r) => r > 1e-9) || limits.length === 0) {
      const all = search.evaluate([[...base, ...open]]).values[s]!;
      return { value: all, shares: undefined };
    }
    const gain =
      scenario.target.table === undefined
        ? Float64Array.from(open, (a) => residual.weighted[a]!)
        : nonlinearGain(
            scenario.target,
            residual,
            kernels.crossGram(pathTo(search, base).recovered[s]!),
            open,
            kernels,
          );
    const relaxation: Relaxation = { between, noise, gain, limits };
    // With one scenario it is known how low the bound has to come; with several it is made as low as it goes.
    const goal = scenarios.length === 1 ? best * variance - explained : Number.NEGATIVE_INFINITY;
    const start = node.shares[s];
    const { bound, shares } = relaxedBound(relaxation, {
      goal: scenarios.length === 1 ? goal : Number.POSITIVE_INFINITY,
      kernels,
      ...(start && { start: restarted(start, limits[0]!) }),
    });
    return { value: (explained + bound) / variance, shares };
  };
}

/** Shares of the part before, none of them 0, and using all of the limit. */
function restarted(shares: Float64Array, { prices, capacity }: Relaxation['limits'][number]): Float64Array {
  const total = prices.reduce((sum, price) => sum + price, 0);
  const even = Math.min(1, capacity / total);
  return shares.map((share) => Math.min(1, 0.9 * share + 0.1 * even));
}

function limitsOf({ problem: { family } }: Searcher, { base, open }: Node): Relaxation['limits'] {
  const { exactly, budget } = family.rules;
  const limits = [];
  if (exactly !== undefined)
    limits.push({ prices: new Float64Array(open.length).fill(1), capacity: exactly - base.length });
  if (budget !== undefined)
    limits.push({
      prices: Float64Array.from(open, (a) => family.catalogue[a]!.cost),
      capacity: Math.max(0, budget - family.spent(base).cost) + 1e-12 * Math.max(1, budget),
    });
  return limits;
}

/**
 * Every residual covariance of the catalogue is at least its smallest eigenvalue before anything was chosen (a Schur
 * complement), so that this much of it can count as noise: that makes the relaxation tighter, and possible without noise.
 */
function commonVariance(residual: Residual, kernels: Kernels): number {
  const between = openBetween(residual, [...residual.catalogue.keys()], 0);
  const smallest = kernels.eigenvaluesSymmetric(between)[0]!;
  const largest = residual.initial.reduce((a, b) => Math.max(a, b));
  return Math.max(0, smallest * (1 - 1e-6) - 1e-12 * largest * between.rows);
}

/** M_ab = ℓ_aᵀP_Sℓ_b of the open actions, less what counts as noise. */
function openBetween({ catalogue, vectors }: Residual, open: readonly number[], shift: number): Matrix {
  const n = open.length;
  const p = vectors.cols;
  const out = zeros(n, n);
  open.forEach((a, i) => {
    const { first, last } = catalogue[a]!;
    for (let k = 0; k <= i; k++) {
      const from = open[k]! * p;
      let sum = 0;
      for (let j = first; j <= last; j++) sum += vectors.data[from + j]!;
      out.data[i * n + k] = out.data[k * n + i] = sum / (last - first + 1);
    }
    out.data[i * n + i]! -= shift;
  });
  return out;
}

/**
 * B with F_g(S ∪ T) − F_g(S) ≤ tr B(M_TT + R_T)⁻¹ for every T of the open actions. With E what T adds to Q_S and Ē what all of
 * them would, Ē − E is positive semidefinite, and C_g has a series without negative coefficients; by Schur's theorem
 * Σωω{C(Q + E) − C(Q)} ≤ Σωω E·{C(Q + Ē) − C(Q)}/Ē. What stands beside E is a positive semidefinite weight W, and
 * B_ab = v_aᵀWv_b.
 */
function nonlinearGain(
  target: Target,
  residual: Residual,
  recovered: Matrix,
  open: readonly number[],
  kernels: Kernels,
): Matrix {
  const { vectors, weights, catalogue } = residual;
  const p = vectors.cols;
  const n = open.length;
  const rows = zeros(n, p);
  open.forEach((a, i) => {
    rows.data.set(vectors.data.subarray(a * p, (a + 1) * p), i * p);
  });
  const all = openBetween(residual, open, 0);
  open.forEach((a, i) => {
    all.data[i * n + i]! += catalogue[a]!.noise;
  });
  const cholesky = kernels.cholesky(all);
  // Readings that repeat each other exactly: what is left of the latent quantity is more than all of them can tell.
  const most = cholesky.ok ? kernels.crossGram(kernels.solveLower(cholesky.factor, rows)) : undefined;
  const weight = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k <= j; k++) {
      const q = recovered.data[j * p + k]!;
      const added = most ? most.data[j * p + k]! : 1 - q;
      const slope = secant(target, q, added);
      weight.data[j * p + k] = weight.data[k * p + j] = weights[j]! * weights[k]! * slope;
    }
  return kernels.multiply(kernels.multiply(rows, weight), rows, 'right');
}

/** {C(q + e) − C(q)}/e, and C'(q) for the smallest e. */
function secant(target: Target, q: number, e: number): number {
  const from = Math.max(-1, Math.min(1, q));
  const to = Math.max(-1, Math.min(1, q + e));
  // Near ±1 the slope of a threshold target has no bound; an entry that cannot move needs none.
  if (Math.abs(to - from) < 1e-7) return Math.max(-1e8, Math.min(1e8, target.derivative((from + to) / 2)));
  return (target.transform(to) - target.transform(from)) / (to - from);
}

/** A heap with the largest bound on top; of equal bounds the one put in first. */
class Queue {
  private readonly nodes: { node: Node; order: number }[] = [];
  private pushed = 0;

  get size(): number {
    return this.nodes.length;
  }

  top(): Node {
    return this.nodes[0]!.node;
  }

  push(node: Node): void {
    const { nodes } = this;
    nodes.push({ node, order: this.pushed++ });
    for (let i = nodes.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!this.before(i, parent)) break;
      this.exchange(i, parent);
      i = parent;
    }
  }

  pop(): Node {
    const { nodes } = this;
    const { node } = nodes[0]!;
    const last = nodes.pop()!;
    if (nodes.length > 0) nodes[0] = last;
    for (let i = 0; ; ) {
      let next = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < nodes.length && this.before(child, next)) next = child;
      if (next === i) return node;
      this.exchange(i, next);
      i = next;
    }
  }

  private before(i: number, j: number): boolean {
    const [a, b] = [this.nodes[i]!, this.nodes[j]!];
    return a.node.bound > b.node.bound || (a.node.bound === b.node.bound && a.order < b.order);
  }

  private exchange(i: number, j: number): void {
    const kept = this.nodes[i]!;
    this.nodes[i] = this.nodes[j]!;
    this.nodes[j] = kept;
  }
}
