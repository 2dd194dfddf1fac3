import { cos, sin } from './elementary.ts';

/** Nodes in ascending order on [-1, 1] with their weights: Σ w_i f(x_i) ≈ ∫ f. */
interface QuadratureRule {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

interface QuadratureOptions {
  /** Equal pieces of [a, b]; more of them for an integrand with kinks or narrow peaks. */
  panels?: number;
  /** Gauss–Legendre points in each piece. */
  points?: number;
}

const MAX_POINTS = 10_000;
const NEWTON_STEPS = 20;

const rules = new Map<number, QuadratureRule>();

/**
 * The n-point Gauss–Legendre rule on [-1, 1], exact for polynomials up to degree 2n - 1. The rule is cached and shared:
 * treat it as read-only.
 *
 * Newton's method on P_n(cos θ) = 0 from Tricomi's estimate. Working in θ, with the three-term recurrence written in
 * differences d_k = P_k - P_{k-1},
 *   (k+1)·d_{k+1} = k·d_k - (2k+1)·(1-x)·P_k,   1 - x = 2·sin²(θ/2),
 * keeps full accuracy where the nodes crowd together at the ends. The weight is 2 / (dP_n/dθ)².
 * Cost O(n²) once; nodes and weights are right to about 1e-15 and 1e-14 (relative) for n up to 1000.
 */
export function gaussLegendre(points: number): QuadratureRule {
  const known = rules.get(points);
  if (known) return known;
  if (!Number.isInteger(points) || points < 1 || points > MAX_POINTS)
    throw new RangeError(`a Gauss–Legendre rule needs 1 to ${MAX_POINTS} points: ${points}`);
  const rule = computeRule(points);
  rules.set(points, rule);
  return rule;
}

function computeRule(n: number): QuadratureRule {
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  // The rule is symmetric: only the nodes in (0, 1] are computed, so mirrored nodes agree to the last bit.
  for (let i = 0; i < n >> 1; i++) {
    const { theta, slope } = legendreRoot(n, i);
    const node = cos(theta);
    nodes[n - 1 - i] = node;
    nodes[i] = -node;
    weights[i] = weights[n - 1 - i] = 2 / (slope * slope);
  }
  if (n % 2 === 1) {
    const slope = legendreAt(n, Math.PI / 2).slope;
    weights[n >> 1] = 2 / (slope * slope);
  }
  return { nodes, weights };
}

/** The root of P_n(cos θ) that is i-th from x = 1. */
function legendreRoot(n: number, i: number): { theta: number; slope: number } {
  const phase = (Math.PI * (4 * i + 3)) / (4 * n + 2);
  let theta = phase + cos(phase) / (8 * n * n * sin(phase));
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const { value, slope } = legendreAt(n, theta);
    const change = value / slope;
    theta -= change;
    // Newton doubles the digits: behind a step below 1e-10 nothing is left to gain.
    if (Math.abs(change) < 1e-10 * theta) return { theta, slope: legendreAt(n, theta).slope };
  }
  throw new Error(`Newton's method did not find root ${i} of the Legendre polynomial of degree ${n}`);
}

/** P_n(cos θ) and its derivative in θ, from dP_n/dx·(1-x²) = n·(P_{n-1} - x·P_n). */
function legendreAt(n: number, theta: number): { value: number; slope: number } {
  const half = sin(theta / 2);
  const gap = 2 * half * half;
  let value = 1;
  let difference = 0;
  for (let k = 0; k < n; k++) {
    difference = (k * difference - (2 * k + 1) * gap * value) / (k + 1);
    value += difference;
  }
  return { value, slope: (n * (difference - gap * value)) / sin(theta) };
}

/** ∫_a^b f by the same Gauss–Legendre rule on equal panels; b < a gives the negative. Cost: panels · points calls. */
export function integrate(
  f: (x: number) => number,
  a: number,
  b: number,
  { panels = 1, points = 20 }: QuadratureOptions = {},
): number {
  if (!Number.isFinite(a) || !Number.isFinite(b))
    throw new RangeError(`the ends of an integral must be finite: ${a}, ${b}`);
  if (!Number.isInteger(panels) || panels < 1)
    throw new RangeError(`an integral needs a whole number of panels, at least 1: ${panels}`);
  const { nodes, weights } = gaussLegendre(points);
  const halfWidth = (b - a) / (2 * panels);
  let sum = 0;
  for (let panel = 0; panel < panels; panel++) {
    const middle = a + (2 * panel + 1) * halfWidth;
    for (let i = 0; i < points; i++) sum += weights[i] * f(middle + halfWidth * nodes[i]);
  }
  return sum * halfWidth;
}
