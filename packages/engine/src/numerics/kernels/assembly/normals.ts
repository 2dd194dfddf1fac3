// Philox and the normal quantile, four blocks at a time: the same operations in the same order as in TypeScript, so the
// same bytes. Tails need a logarithm and come last, in pairs.

import { log } from '../../elementary/logarithm';
import { normalQuantile } from '../../normal-quantile';

const MULTIPLIER_0: u32 = 0xd2511f53;
const MULTIPLIER_1: u32 = 0xcd9e8d57;
const INCREMENT_0: u32 = 0x9e3779b9;
const INCREMENT_1: u32 = 0xbb67ae85;
const ROUNDS: i32 = 10;

/** Numbers in a tail are moved out of the way by a power of two, and back. */
const AWAY: f64 = reinterpret<f64>((<u64>(1023 + 1000)) << 52);
const BACK: f64 = reinterpret<f64>((<u64>(1023 - 1000)) << 52);
const LARGEST_CENTRAL: f64 = 2;

/**
 * Normal numbers from `blocks` blocks, a multiple of four, two for each: those of the counters (block, upper) onwards,
 * where a carry goes into `upper`. `tails` has room for a position more than there are numbers.
 */
export function normals(
  block: u32,
  upper: u32,
  origin0: u32,
  origin1: u32,
  key0: u32,
  key1: u32,
  blocks: i32,
  out: usize,
  tails: usize,
): void {
  const start = out;
  const firstTail = tails;
  const m0 = i32x4.splat(MULTIPLIER_0);
  const m1 = i32x4.splat(MULTIPLIER_1);
  for (let b = 0; b < blocks; b += 4) {
    let c0 = i32x4.add(i32x4.splat(block), i32x4(0, 1, 2, 3));
    // Lanes that went beyond 2³² carry: all ones is -1.
    let c1 = i32x4.sub(i32x4.splat(upper), i32x4.lt_u(c0, i32x4.splat(block)));
    let c2 = i32x4.splat(origin0);
    let c3 = i32x4.splat(origin1);
    let k0 = key0;
    let k1 = key1;
    for (let round = 0; round < ROUNDS; round++) {
      const low0 = i64x2.extmul_low_i32x4_u(c0, m0);
      const high0 = i64x2.extmul_high_i32x4_u(c0, m0);
      const low1 = i64x2.extmul_low_i32x4_u(c2, m1);
      const high1 = i64x2.extmul_high_i32x4_u(c2, m1);
      c0 = v128.xor(v128.xor(v128.shuffle<i32>(low1, high1, 1, 3, 5, 7), c1), i32x4.splat(k0));
      c1 = v128.shuffle<i32>(low1, high1, 0, 2, 4, 6);
      c2 = v128.xor(v128.xor(v128.shuffle<i32>(low0, high0, 1, 3, 5, 7), c3), i32x4.splat(k1));
      c3 = v128.shuffle<i32>(low0, high0, 0, 2, 4, 6);
      k0 += INCREMENT_0;
      k1 += INCREMENT_1;
    }
    const first = i32x4.shr_u(c0, 6);
    const second = i32x4.shr_u(c1, 6);
    const third = i32x4.shr_u(c2, 6);
    const fourth = i32x4.shr_u(c3, 6);
    storePairs(out, first, second, third, fourth);
    storePairs(
      out + 32,
      v128.shuffle<i32>(first, first, 2, 3, 2, 3),
      v128.shuffle<i32>(second, second, 2, 3, 2, 3),
      v128.shuffle<i32>(third, third, 2, 3, 2, 3),
      v128.shuffle<i32>(fourth, fourth, 2, 3, 2, 3),
    );
    // What is in a tail is above every quantile in the centre.
    for (let k: usize = 0; k < 64; k += 8) {
      const value = load<f64>(out + k);
      store<i32>(tails, <i32>((out + k - start) >> 3));
      if (value <= LARGEST_CENTRAL) continue;
      store<f64>(out + k, value * BACK);
      tails += 4;
    }
    out += 64;
    const next = block + 4;
    if (next < block) upper++;
    block = next;
  }
  // The last one may stand alone: it is then done twice.
  for (let at = firstTail; at < tails; at += 8) {
    const first = start + (<usize>load<i32>(at) << 3);
    const second = start + (<usize>load<i32>(at + 4 < tails ? at + 4 : at) << 3);
    storeTails(first, second);
  }
}

/** The numbers of two blocks, from the halves of their bits in the lower lanes. */
@inline
function storePairs(out: usize, first: v128, second: v128, third: v128, fourth: v128): void {
  const even = centralNormal(uniform(first, second));
  const odd = centralNormal(uniform(third, fourth));
  v128.store(out, v128.shuffle<f64>(even, odd, 0, 2));
  v128.store(out, v128.shuffle<f64>(even, odd, 1, 3), 16);
}

/** 52 bits and a half. */
@inline
function uniform(upper: v128, lower: v128): v128 {
  const bits = f64x2.add(
    f64x2.mul(f64x2.convert_low_i32x4_s(upper), f64x2.splat(67108864.0)),
    f64x2.convert_low_i32x4_s(lower),
  );
  return f64x2.mul(f64x2.add(bits, f64x2.splat(0.5)), f64x2.splat(2.220446049250313e-16));
}

@inline
function step(sum: v128, r: v128, coefficient: f64): v128 {
  return f64x2.add(f64x2.mul(sum, r), f64x2.splat(coefficient));
}

/** Wichura's quantile within 0.425 of the middle. */
@inline
function centralNormal(p: v128): v128 {
  const q = f64x2.sub(p, f64x2.splat(0.5));
  const r = f64x2.sub(f64x2.splat(0.180625), f64x2.mul(q, q));
  let above = step(f64x2.splat(2509.0809287301227), r, 33430.57558358813);
  let below = step(f64x2.splat(5226.495278852854), r, 28729.085735721943);
  above = step(above, r, 67265.7709270087);
  below = step(below, r, 39307.89580009271);
  above = step(above, r, 45921.95393154987);
  below = step(below, r, 21213.794301586597);
  above = step(above, r, 13731.69376550946);
  below = step(below, r, 5394.196021424751);
  above = step(above, r, 1971.5909503065513);
  below = step(below, r, 687.1870074920579);
  above = step(above, r, 133.14166789178438);
  below = step(below, r, 42.31333070160091);
  above = step(above, r, 3.3871328727963665);
  below = step(below, r, 1.0);
  return v128.bitselect(
    f64x2.div(f64x2.mul(q, above), below),
    f64x2.mul(p, f64x2.splat(AWAY)),
    f64x2.le(f64x2.abs(q), f64x2.splat(0.425)),
  );
}

/** Wichura's quantile of two numbers beyond 0.425 of the middle: by his second function, or his third where it is rare. */
function storeTails(first: usize, second: usize): void {
  const p0 = load<f64>(first);
  const p1 = load<f64>(second);
  const tail = f64x2.sqrt(
    f64x2.neg(f64x2.replace_lane(f64x2.splat(log(p0 < 0.5 ? p0 : 1 - p0)), 1, log(p1 < 0.5 ? p1 : 1 - p1))),
  );
  if (v128.any_true(f64x2.gt(tail, f64x2.splat(5)))) {
    store<f64>(first, normalQuantile(p0));
    if (second !== first) store<f64>(second, normalQuantile(p1));
    return;
  }
  const r = f64x2.sub(tail, f64x2.splat(1.6));
  let above = step(f64x2.splat(0.0007745450142783414), r, 0.022723844989269184);
  let below = step(f64x2.splat(1.0507500716444169e-9), r, 0.0005475938084995345);
  above = step(above, r, 0.2417807251774506);
  below = step(below, r, 0.015198666563616457);
  above = step(above, r, 1.2704582524523684);
  below = step(below, r, 0.14810397642748008);
  above = step(above, r, 3.6478483247632045);
  below = step(below, r, 0.6897673349851);
  above = step(above, r, 5.769497221460691);
  below = step(below, r, 1.6763848301838038);
  above = step(above, r, 4.630337846156546);
  below = step(below, r, 2.053191626637759);
  above = step(above, r, 1.4234371107496835);
  below = step(below, r, 1.0);
  const size = f64x2.div(above, below);
  const low = f64x2.extract_lane(size, 0);
  const high = f64x2.extract_lane(size, 1);
  store<f64>(first, p0 < 0.5 ? -low : low);
  store<f64>(second, p1 < 0.5 ? -high : high);
}
