import type { Support } from './seen.ts';

/** Epanechnikov's kernel at distance d, up to a factor; 0 from the bandwidth on. */
const weightAt = (d: number, bandwidth: number) => {
  const share = d / bandwidth;
  return share > -1 && share < 1 ? 1 - share * share : 0;
};

/**
 * A slope that the readings do not show is 0: this share of what a slope's own square would be, b²Σw, is added, which is far
 * below anything that readings at two times or more leave of it.
 */
const RIDGE = 1e-8;

/** The nodes first … first + weights.length − 1 that lie within the bandwidth of a time, the kernel's weight of each and its distance. */
interface Neighbours {
  first: number;
  weights: Float64Array;
  /** The time minus the node. */
  offsets: Float64Array;
}

/** Evenly spaced nodes: start, start + spacing, … */
export interface Nodes {
  readonly start: number;
  readonly spacing: number;
  readonly count: number;
}

function neighbours(time: number, nodes: Nodes, bandwidth: number): Neighbours {
  const { start, spacing, count } = nodes;
  const first = Math.max(0, Math.ceil((time - bandwidth - start) / spacing));
  const last = Math.min(count - 1, Math.floor((time + bandwidth - start) / spacing));
  const length = Math.max(0, last - first + 1);
  const offsets = Float64Array.from({ length }, (_, i) => time - (start + (first + i) * spacing));
  return { first, weights: offsets.map((d) => weightAt(d, bandwidth)), offsets };
}

/** Sums of a local-linear fit at each node, laid out node by node. They add up over readings, so that folds can be left out. */
export type Moments = Float64Array;

/** Σw, Σwd, Σwd², Σwy, Σwyd. */
const OF_CURVE = 5;
/** Σw, Σwd, Σwe, Σwd², Σwde, Σwe², Σwy, Σwyd, Σwye: d and e are the distances of the later and the earlier time. */
const OF_SURFACE = 9;

export function curveMoments(
  times: Float64Array,
  values: Float64Array,
  nodes: Nodes,
  bandwidth: number,
): Moments {
  const into = new Float64Array(OF_CURVE * nodes.count);
  times.forEach((time, i) => {
    const { first, weights, offsets } = neighbours(time, nodes, bandwidth);
    const y = values[i]!;
    weights.forEach((w, n) => {
      const at = OF_CURVE * (first + n);
      const wd = w * offsets[n]!;
      into[at]! += w;
      into[at + 1]! += wd;
      into[at + 2]! += wd * offsets[n]!;
      into[at + 3]! += w * y;
      into[at + 4]! += wd * y;
    });
  });
  return into;
}

/** How a fit at one node weighs a reading: kernel weight × (constant + slope·d). Null where there is no reading. */
interface CurveWeights {
  constant: number;
  slope: number;
}

function curveWeights(moments: Moments, j: number, bandwidth: number): CurveWeights | null {
  const at = OF_CURVE * j;
  const [s0, s1] = [moments[at]!, moments[at + 1]!];
  if (!(s0 > 0)) return null;
  const s2 = moments[at + 2]! + RIDGE * s0 * bandwidth * bandwidth;
  const determinant = s0 * s2 - s1 * s1;
  return { constant: s2 / determinant, slope: -s1 / determinant };
}

/** The local-linear estimate at each node; NaN where no reading is near. */
export function curveAt(moments: Moments, count: number, bandwidth: number): Float64Array {
  return Float64Array.from({ length: count }, (_, j) => {
    const own = curveWeights(moments, j, bandwidth);
    return own
      ? own.constant * moments[OF_CURVE * j + 3]! + own.slope * moments[OF_CURVE * j + 4]!
      : Number.NaN;
  });
}

/** The place of the pair of nodes j ≥ k. */
export const placeOf = (j: number, k: number): number => (j * (j + 1)) / 2 + k;

/** Readings of one trajectory after another, and of which group each trajectory is. */
export interface PairSource {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly starts: Int32Array;
}

/**
 * Products of two readings of one trajectory, each pair once and the later time first: on the side of the diagonal on which
 * covariances are smooth, also where they have a kink on it. A reading's own square, which has the noise in it, is left out. O(pairs ×
 * nodes within the bandwidth, squared).
 */
export function surfaceMoments(
  { times, values, starts }: PairSource,
  trajectories: Iterable<number>,
  nodes: Nodes,
  bandwidth: number,
): Moments {
  const into = new Float64Array((OF_SURFACE * nodes.count * (nodes.count + 1)) / 2);
  eachPair({ times, values, starts }, trajectories, nodes, bandwidth, (place, weight, d, e, y) => {
    const at = OF_SURFACE * place;
    const [wd, we, wy] = [weight * d, weight * e, weight * y];
    into[at]! += weight;
    into[at + 1]! += wd;
    into[at + 2]! += we;
    into[at + 3]! += wd * d;
    into[at + 4]! += wd * e;
    into[at + 5]! += we * e;
    into[at + 6]! += wy;
    into[at + 7]! += wy * d;
    into[at + 8]! += wy * e;
  });
  return into;
}

/** Every pair of readings of the trajectories at every pair of nodes j ≥ k within the bandwidth of it. */
function eachPair(
  { times, values, starts }: PairSource,
  trajectories: Iterable<number>,
  nodes: Nodes,
  bandwidth: number,
  tell: (place: number, weight: number, d: number, e: number, product: number) => void,
): void {
  for (const i of trajectories) {
    const [from, to] = [starts[i]!, starts[i + 1]!];
    const near = Array.from({ length: to - from }, (_, n) => neighbours(times[from + n]!, nodes, bandwidth));
    for (let a = 0; a < near.length; a++)
      for (let b = 0; b < a; b++) {
        const [later, earlier] =
          times[from + a]! >= times[from + b]! ? [near[a]!, near[b]!] : [near[b]!, near[a]!];
        const product = values[from + a]! * values[from + b]!;
        for (let x = 0; x < later.weights.length; x++) {
          const j = later.first + x;
          const count = Math.min(earlier.weights.length, j - earlier.first + 1);
          const [wx, d] = [later.weights[x]!, later.offsets[x]!];
          for (let y = 0; y < count; y++)
            tell(placeOf(j, earlier.first + y), wx * earlier.weights[y]!, d, earlier.offsets[y]!, product);
        }
      }
  }
}

/** How a fit at a pair of nodes weighs a product: kernel weight × (constant + later·d + earlier·e). */
interface SurfaceWeights {
  constant: number;
  later: number;
  earlier: number;
}

/** First row of (Σ w·xxᵀ)⁻¹ with x = (1, d, e); null where no pair is near. */
function surfaceWeights(moments: Moments, place: number, bandwidth: number): SurfaceWeights | null {
  const at = OF_SURFACE * place;
  const s0 = moments[at]!;
  if (!(s0 > 0)) return null;
  const ridge = RIDGE * s0 * bandwidth * bandwidth;
  const [d, e] = [moments[at + 1]!, moments[at + 2]!];
  // Centred at the mean of the distances, so that the determinant of two slopes keeps its digits.
  const dd = moments[at + 3]! - (d * d) / s0 + ridge;
  const de = moments[at + 4]! - (d * e) / s0;
  const ee = moments[at + 5]! - (e * e) / s0 + ridge;
  const determinant = dd * ee - de * de;
  const later = -(ee * d - de * e) / (s0 * determinant);
  const earlier = -(dd * e - de * d) / (s0 * determinant);
  return { constant: 1 / s0 - (later * d + earlier * e) / s0, later, earlier };
}

export function surfaceAt(moments: Moments, place: number, bandwidth: number): number {
  const own = surfaceWeights(moments, place, bandwidth);
  if (!own) return Number.NaN;
  const at = OF_SURFACE * place;
  return own.constant * moments[at + 6]! + own.later * moments[at + 7]! + own.earlier * moments[at + 8]!;
}

const NOTHING: Support = { units: 0, beside: [], off: [] };

/** What the fit of a curve at each node rests on. */
export function curveSupport(
  { times, starts }: PairSource,
  units: readonly (readonly number[])[],
  moments: Moments,
  nodes: Nodes,
  bandwidth: number,
): Support[] {
  const fits = Array.from({ length: nodes.count }, (_, j) => curveWeights(moments, j, bandwidth));
  const squares = new Float64Array(nodes.count);
  const own = new Float64Array(nodes.count);
  for (const trajectories of units) {
    own.fill(0);
    for (const i of trajectories)
      for (let r = starts[i]!; r < starts[i + 1]!; r++) {
        const { first, weights, offsets } = neighbours(times[r]!, nodes, bandwidth);
        weights.forEach((w, n) => {
          const fit = fits[first + n];
          if (fit) own[first + n]! += w * (fit.constant + fit.slope * offsets[n]!);
        });
      }
    for (let j = 0; j < nodes.count; j++) squares[j]! += own[j]! * own[j]!;
  }
  return fits.map((fit, j): Support => {
    if (!fit) return NOTHING;
    const at = OF_CURVE * j;
    const [s0, s1, s2] = [moments[at]!, moments[at + 1]!, moments[at + 2]!];
    return {
      units: 1 / squares[j]!,
      beside: [s1 / s0 / bandwidth],
      off: [fit.constant * s1 + fit.slope * s2],
    };
  });
}

/** The same at each pair of nodes. */
export function surfaceSupport(
  source: PairSource,
  units: readonly (readonly number[])[],
  moments: Moments,
  nodes: Nodes,
  bandwidth: number,
): Support[] {
  const places = (nodes.count * (nodes.count + 1)) / 2;
  const fits = Array.from({ length: places }, (_, place) => surfaceWeights(moments, place, bandwidth));
  const squares = new Float64Array(places);
  const own = new Float64Array(places);
  const touched: number[] = [];
  const seen = new Uint8Array(places);
  for (const trajectories of units) {
    eachPair(source, trajectories, nodes, bandwidth, (place, weight, d, e) => {
      const fit = fits[place];
      if (!fit) return;
      if (!seen[place]) {
        seen[place] = 1;
        touched.push(place);
      }
      own[place]! += weight * (fit.constant + fit.later * d + fit.earlier * e);
    });
    for (const place of touched) {
      squares[place]! += own[place]! * own[place]!;
      own[place] = 0;
      seen[place] = 0;
    }
    touched.length = 0;
  }
  return fits.map((fit, place): Support => {
    if (!fit) return NOTHING;
    const [s0, d, e, dd, de, ee] = [0, 1, 2, 3, 4, 5].map((n) => moments[OF_SURFACE * place + n]!) as Six;
    const { constant, later, earlier } = fit;
    return {
      units: 1 / squares[place]!,
      beside: [d / s0 / bandwidth, e / s0 / bandwidth],
      off: [constant * d + later * dd + earlier * de, constant * e + later * de + earlier * ee],
    };
  });
}

type Six = [number, number, number, number, number, number];
