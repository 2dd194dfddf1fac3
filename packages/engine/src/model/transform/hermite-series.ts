import { exp, square } from '../../numerics/elementary.ts';
import { gaussLegendre } from '../../numerics/quadrature.ts';
import { type Problem, refuse } from '../input/invalid-input.ts';
import { shortNumber } from '../input/short-number.ts';

/** g in the Hermite basis of L²(φ): g = Σ_k α_k h_k with h_k = He_k/√k!, so that a_k = α_k·√k!. */
export interface HermiteSeries {
  /** α_0 = E g, α_1 = a_1, … */
  coefficients: Float64Array;
  /**
   * At least the largest error of C_g on [-1, 1]: Var g less what the series holds, and what the quadrature and the digits of
   * g's values may be off by.
   */
  truncation: number;
}

export interface HermiteOptions {
  /** Order of the last term. */
  terms: number;
  /** Where g or its derivatives jump: pieces of the quadrature begin and end there. Others are looked for. */
  breaks?: readonly number[];
  /** The shortest length over which g changes its shape, jumps aside; the quadrature's pieces are no longer than twice that. */
  detail?: number;
}

/** Up to here √φ is a number, and so far out g is looked at. */
const FURTHEST = 52;
/** What g may have of E g² beyond the pieces that are used, as a share of it; and beyond |z| = 52. */
const OUTSIDE = 1e-33;
const MOST_OUTSIDE = 1e-18;
/** What a piece may lose of E g², as a share of it, before it is halved; and how often it is. */
const PIECE_TOLERANCE = 1e-17;
const MOST_HALVINGS = 44;
const MOST_PIECES = 40_000;
/** Beyond these a series takes minutes, and pieces are millions before the function is looked at. */
const MOST_TERMS = 20_000;
const LEAST_DETAIL = 1e-4;
/** α_k² below this share of the variance is rounding of the quadrature and becomes 0, so that symmetry of g shows. */
const ROUNDING = 1e-30;
/** A series that leaves out more than this share of the variance says nothing about the target. */
const MOST_LEFT_OUT = 0.1;
const EPSILON = 2.220446049250313e-16;

interface Piece {
  from: number;
  to: number;
}

/**
 * α_k = E{g(U) h_k(U)} for k = 0 … terms, by composite Gauss–Legendre quadrature with pieces shorter than a wave of h_terms, halved
 * where g is not resolved. All of it with √φ on each factor, so that growing g are followed as far out as they have any
 * of their variance, and about g's mean, so that a large constant costs no digits. Refuses g whose variance does not end by
 * |z| = 52, that is not a number somewhere on the way, that no pieces resolve, or of which the series misses a tenth.
 * O(terms^{3/2}) and more where g is rough.
 */
export function hermiteSeries(g: (z: number) => number, options: HermiteOptions): HermiteSeries {
  const { terms, breaks = [], detail = 1 } = options;
  if (!(Number.isInteger(terms) && terms >= 1 && terms <= MOST_TERMS))
    throw new RangeError(`the number of terms is no whole number from 1 to ${MOST_TERMS}: ${terms}`);
  if (!(detail >= LEAST_DETAIL))
    throw new RangeError(`the length of detail is not a number from ${LEAST_DETAIL}: ${detail}`);
  const odd = breaks.find((z) => !Number.isFinite(z));
  if (odd !== undefined) throw new RangeError(`a break is not a number: ${odd}`);
  const width = Math.min(0.5, 2 * detail, 2 / Math.sqrt(terms + 1));
  const mean = pilotMean(g, piecesBetween(breaks, width, FURTHEST));
  const centred = (z: number) => valueAt(g, z) - mean;
  const { inner, outside } = innermost(centred, piecesBetween(breaks, width, FURTHEST));
  const { pieces, missed } = resolved(centred, inner, Math.abs(mean));

  const coefficients = new Float64Array(terms + 1);
  const addTerms = hermiteAdder(coefficients);
  let power = 0;
  // What the last digit of g's values may do to E g².
  let blurred = 0;
  for (const piece of pieces)
    eachNode(piece, (z, share) => {
      const value = centred(z);
      const root = rootDensity(z);
      const weighted = value * root;
      const blur = 2 * EPSILON * (Math.abs(value) + Math.abs(mean)) * root;
      power += share * weighted * weighted;
      blurred += share * blur * (2 * Math.abs(weighted) + blur);
      addTerms(z, share * weighted * root);
    });
  const variance = power - square(coefficients[0]!);
  let held = 0;
  let slope = 0;
  for (let k = terms; k >= 1; k--) {
    if (square(coefficients[k]!) < ROUNDING * variance) coefficients[k] = 0;
    held += square(coefficients[k]!);
    slope += k * square(coefficients[k]!);
  }
  // What lies outside has coefficients whose squares sum to at most its power (Bessel), and enters beside those inside.
  const beyond = 2 * Math.sqrt(Math.max(0, variance)) * Math.sqrt(outside) + outside;
  // A last digit of r moves C by C'(1) = Σ k·α_k² of it.
  const rounding = blurred + missed + beyond + EPSILON * (64 * power + 8 * slope);
  refuse(varianceProblems(variance, blurred, missed));
  const truncation = Math.max(0, variance - held) + rounding;
  if (truncation > MOST_LEFT_OUT * variance)
    refuse([
      problem(
        `its Hermite series up to order ${terms} leaves out ${shortNumber(truncation)} of a variance of ${shortNumber(variance)}`,
        `a function that changes more slowly, or more terms (now ${terms}); for a threshold, \`above\` and \`outside\``,
      ),
    ]);
  coefficients[0]! += mean;
  return { coefficients, truncation };
}

const problem = (why: string, accepted: string): Problem => ({
  path: [],
  value: 'a function',
  why,
  accepted,
});

/** `blurred` by the digits of the function's values; `missed` where no pieces resolve it, as at a pole. */
function varianceProblems(variance: number, blurred: number, missed: number): Problem[] {
  if (!(variance > 4 * (blurred + missed)) || variance === 0)
    return [
      missed > blurred
        ? problem(
            'the function grows so steeply towards a point that its variance is infinite, or cannot be integrated',
            'a function whose square can be integrated',
          )
        : problem(
            'the function does not vary, or varies by less than rounding',
            'a function of z that varies',
          ),
    ];
  if (!(variance > 1e-200 && variance < 1e200))
    return [
      problem(
        `the variance of the function is ${shortNumber(variance)}, too far from 1 to compute with`,
        'the function times a constant that brings its variance nearer to 1: the value does not depend on it',
      ),
    ];
  return [];
}

function valueAt(g: (z: number) => number, z: number): number {
  const value = g(z);
  if (!Number.isFinite(value))
    refuse([
      problem(
        `the function is ${value} at ${shortNumber(z)}`,
        `a function that is a number for all z from -${FURTHEST} to ${FURTHEST}`,
      ),
    ]);
  return value;
}

/** √φ(z). */
function rootDensity(z: number): number {
  return exp((-z * z) / 4) / Math.sqrt(Math.sqrt(2 * Math.PI));
}

/** [-reach, reach] in pieces of no more than a width, cut at the breaks and at 0. */
function piecesBetween(breaks: readonly number[], width: number, reach: number): Piece[] {
  const inside = [...new Set([...breaks, 0])].filter((z) => Math.abs(z) < reach).sort((a, b) => a - b);
  const edges = [-reach, ...inside, reach];
  const pieces: Piece[] = [];
  for (let e = 0; e + 1 < edges.length; e++) {
    const from = edges[e]!;
    const length = edges[e + 1]! - from;
    const count = Math.ceil(length / width);
    for (let n = 0; n < count; n++)
      pieces.push({ from: from + (length * n) / count, to: from + (length * (n + 1)) / count });
  }
  return pieces;
}

/** The 16 points of a piece, with what each counts in an integral over it. */
function eachNode({ from, to }: Piece, use: (z: number, share: number) => void): void {
  const { nodes, weights } = gaussLegendre(16);
  const half = (to - from) / 2;
  for (let i = 0; i < nodes.length; i++) use(from + half * (1 + nodes[i]!), half * weights[i]!);
}

/** Adds factor·h_k(z) to each coefficient. */
export function hermiteAdder(coefficients: Float64Array): (z: number, factor: number) => void {
  const terms = coefficients.length - 1;
  const roots = Float64Array.from({ length: terms + 2 }, (_, k) => Math.sqrt(k));
  return (z, factor) => {
    let h = factor;
    let previous = 0;
    for (let k = 0; k <= terms; k++) {
      coefficients[k]! += h;
      const next = (z * h - roots[k]! * previous) / roots[k + 1]!;
      previous = h;
      h = next;
    }
  };
}

/** Near enough to E g for the rest to be small beside g's own variation. */
function pilotMean(g: (z: number) => number, pieces: readonly Piece[]): number {
  let sum = 0;
  for (const piece of pieces) {
    // Beyond, φ is below 1e-42, and g may be anything.
    if (Math.max(Math.abs(piece.from), Math.abs(piece.to)) > 14) continue;
    eachNode(piece, (z, share) => {
      sum += share * valueAt(g, z) * square(rootDensity(z));
    });
  }
  return sum;
}

/** ∫ g²φ over a piece by 16 points. */
function powerOf(centred: (z: number) => number, piece: Piece): number {
  let power = 0;
  eachNode(piece, (z, share) => {
    const weighted = centred(z) * rootDensity(z);
    power += share * weighted * weighted;
  });
  return power;
}

/** The pieces without those far out in which g has no visible part of its variance. */
function innermost(
  centred: (z: number) => number,
  pieces: readonly Piece[],
): { inner: Piece[]; outside: number } {
  const powers = pieces.map((piece) => powerOf(centred, piece));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const ends = powers[0]! + powers.at(-1)!;
  if (!(ends <= MOST_OUTSIDE * total) && total > 0)
    refuse([
      problem(
        `the variance of the function does not converge by |z| = ${FURTHEST}: the last steps there still add ${shortNumber(ends / total)} of it`,
        'a function that grows more slowly than e^(z²/4)',
      ),
    ]);
  let [first, last] = [0, pieces.length - 1];
  // Where it falls from piece to piece as it must to have ended, all further pieces hold no more than some dozens of the last.
  let outside = 50 * ends;
  for (; first < last && powers[first]! <= OUTSIDE * total; first++) outside += powers[first]!;
  for (; last > first && powers[last]! <= OUTSIDE * total; last--) outside += powers[last]!;
  return { inner: pieces.slice(first, last + 1), outside };
}

/** Pieces halved until 16 points see on each what twice as many see: at a jump they become as narrow as digits allow. */
function resolved(
  centred: (z: number) => number,
  coarse: readonly Piece[],
  offset: number,
): { pieces: Piece[]; missed: number } {
  const { nodes } = gaussLegendre(16);
  let total = 0;
  for (const piece of coarse) total += powerOf(centred, piece);
  const pieces: Piece[] = [];
  let missed = 0;
  const settle = (piece: Piece, depth: number) => {
    const centre = (piece.from + piece.to) / 2;
    const half = (piece.to - piece.from) / 2;
    // What the sixteen values say of g at other places, against g there.
    const values = Float64Array.from(nodes, (x) => centred(centre + half * x));
    let worst = 0;
    let level = 0;
    for (let i = 0; i + 1 < nodes.length; i++) {
      const x = (nodes[i]! + nodes[i + 1]!) / 2;
      const z = centre + half * x;
      const value = centred(z);
      const root = rootDensity(z);
      worst = Math.max(worst, Math.abs(value - interpolated(nodes, values, x)) * root);
      level = Math.max(level, Math.abs(value) * root);
    }
    // An error of `worst` in g√φ over the piece changes E g² by no more than this.
    const lost = 2 * half * worst * (2 * level + worst);
    const rounding = 64 * EPSILON * (level + offset * rootDensity(centre));
    if (lost <= PIECE_TOLERANCE * total || worst <= rounding || depth === MOST_HALVINGS) {
      if (worst > rounding) missed += lost;
      pieces.push(piece);
      return;
    }
    if (pieces.length > MOST_PIECES)
      refuse([
        problem(
          'the function changes too quickly to be integrated',
          `a function that is smooth over lengths of 0.001, apart from jumps`,
        ),
      ]);
    settle({ from: piece.from, to: centre }, depth + 1);
    settle({ from: centre, to: piece.to }, depth + 1);
  };
  for (const piece of coarse) settle(piece, 0);
  return { pieces, missed };
}

const factors = new Map<number, Float64Array>();

/** The polynomial through values at the Gauss–Legendre nodes, at another place (barycentric form). */
function interpolated(nodes: Float64Array, values: Float64Array, x: number): number {
  let own = factors.get(nodes.length);
  if (!own) {
    own = Float64Array.from(nodes, (a, i) => {
      let product = 1;
      nodes.forEach((b, j) => {
        if (i !== j) product *= a - b;
      });
      return 1 / product;
    });
    factors.set(nodes.length, own);
  }
  let upper = 0;
  let lower = 0;
  for (let i = 0; i < nodes.length; i++) {
    const share = own[i]! / (x - nodes[i]!);
    upper += share * values[i]!;
    lower += share;
  }
  return upper / lower;
}
