// lostBelowOne of step-covariance.ts for pairs of thresholds that are met again and again. With J_n = ∫₀^u v^{2n}e^{−h²/v²} dv/2^n·e^{h²/w}, u² = w,
// the sum Σ_n L_n·J_n there is u·Σ_i D_i·(w/2)^i/(2i + 1) − D_0·h√π·e^{x²}erfc x at x = h/u, where D_i = L_i − D_{i+1}·h²/(2i + 3): the D_i
// are the pair's own, and are kept in a slot that many pairs share, until another one comes.
import { exp } from '../../../elementary/exponential';
import { scaledErfc } from '../../../elementary/scaled-erfc';
import { lostBelowOne } from '../../../step-covariance';

const ROOT_PI: f64 = 1.7724538509055159;
/** 1/(√2·π). */
const FACTOR: f64 = 0.22507907903927651;
/** As many as w ≤ 0.3 and thresholds up to 4.9 need. */
const TERMS: i32 = 24;
/** A slot: its pair, h, D_0·h√π, the factor in front, then D_i/(2i + 1). */
const HEAD: i32 = 4;
export const pairDoubles: i32 = HEAD + TERMS;
const SLOT_BITS: i32 = 14;
export const pairSlots: i32 = 1 << SLOT_BITS;
/** Beyond this m²/2, which is (c + d)²/8, there are more terms. */
const MOST: f64 = 12;

let slots: usize = 0;

/** Takes room for the slots, all of them empty. */
export function forgetPairs(newSlots: usize): void {
  slots = newSlots;
  for (let i = 0; i < pairSlots; i++) store<f64>(slotAt(i), -1);
}

function slotAt(i: i32): usize {
  return slots + ((<usize>(i * pairDoubles)) << 3);
}

/** lostBelowOne(c, d, w) for the pair of this number, w ≤ 0.3. */
export function lostOfPair(pair: usize, c: f64, d: f64, w: f64): f64 {
  if (w === 0) return 0;
  const x = 0.125 * (c + d) * (c + d);
  if (x > MOST) return lostBelowOne(c, d, w);
  // Neighbours far apart: numbers of pairs come in rows.
  const slot = slotAt(<i32>((<u32>pair * 2654435761) >> (32 - SLOT_BITS)));
  if (load<f64>(slot) !== <f64>pair) prepare(slot, pair, c, d, x);
  const h = load<f64>(slot, 8);
  const apart = (h * h) / w;
  if (apart > 40) return 0;
  const u = sqrt(w);
  // Even and odd powers of w/2 beside each other.
  const half = 0.5 * w;
  const square = f64x2.splat(half * half);
  const first = slot + ((<usize>HEAD) << 3);
  let at = first + ((<usize>(TERMS - 2)) << 3);
  let both = v128.load(at);
  while (at !== first) {
    at -= 16;
    both = f64x2.add(f64x2.mul(both, square), v128.load(at));
  }
  const sum = u * (f64x2.extract_lane(both, 0) + half * f64x2.extract_lane(both, 1));
  const factor = load<f64>(slot, 24);
  if (h === 0) return factor * sum;
  return factor * exp(-apart) * (sum - load<f64>(slot, 16) * scaledErfc(h / u));
}

function prepare(slot: usize, pair: usize, c: f64, d: f64, x: f64): void {
  const h = 0.5 * abs(c - d);
  const first = slot + ((<usize>HEAD) << 3);
  let before = 0.0;
  let laguerre = 1.0;
  for (let i = 0; i < TERMS; i++) {
    store<f64>(first + ((<usize>i) << 3), laguerre);
    const n = <f64>(i + 1);
    const next = ((2 * n - 1.5 - x) * laguerre - (n - 1.5) * before) / n;
    before = laguerre;
    laguerre = next;
  }
  let rest = 0.0;
  for (let i = TERMS - 1; i >= 0; i--) {
    const place = first + ((<usize>i) << 3);
    rest = load<f64>(place) - (rest * h * h) / <f64>(2 * i + 3);
    store<f64>(place, rest / <f64>(2 * i + 1));
  }
  store<f64>(slot, <f64>pair);
  store<f64>(slot, h, 8);
  store<f64>(slot, rest * h * ROOT_PI, 16);
  store<f64>(slot, FACTOR * exp(-x), 24);
}
