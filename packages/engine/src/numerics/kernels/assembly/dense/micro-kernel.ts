/** What a product does to the matrix that receives it. */
export const STORE: i32 = 0;
export const ADD: i32 = 1;
export const SUBTRACT: i32 = 2;

/** Rows and columns of the tile that the micro-kernel holds in registers: 8 sums, 2 + 1 operands, 1 product. */
export const TILE: i32 = 4;

/** One tile of room, for tiles that stick out over the edge of the result. */
const edgeTile: usize = memory.data(16 * 8, 16);

function merge(target: usize, sum: v128, mode: i32): void {
  if (mode === STORE) v128.store(target, sum);
  else if (mode === ADD) v128.store(target, f64x2.add(v128.load(target), sum));
  else v128.store(target, f64x2.sub(v128.load(target), sum));
}

/**
 * The 4 × 4 tile Σ_l a_l·b_lᵀ over packed operands (4 doubles for each l), stored in, added to or subtracted from c.
 * Deliberately not unrolled over l: V8 then hoists the loads of later steps and spills sums to the stack, which costs
 * a third of the speed.
 */
export function multiplyTile(depth: i32, a: usize, b: usize, c: usize, rowBytes: usize, mode: i32): void {
  let s00 = f64x2.splat(0);
  let s01 = f64x2.splat(0);
  let s10 = f64x2.splat(0);
  let s11 = f64x2.splat(0);
  let s20 = f64x2.splat(0);
  let s21 = f64x2.splat(0);
  let s30 = f64x2.splat(0);
  let s31 = f64x2.splat(0);
  const end = a + ((<usize>depth) << 5);
  while (a < end) {
    const b0 = v128.load(b, 0);
    const b1 = v128.load(b, 16);
    let ai = v128.load_splat<f64>(a, 0);
    s00 = f64x2.add(s00, f64x2.mul(ai, b0));
    s01 = f64x2.add(s01, f64x2.mul(ai, b1));
    ai = v128.load_splat<f64>(a, 8);
    s10 = f64x2.add(s10, f64x2.mul(ai, b0));
    s11 = f64x2.add(s11, f64x2.mul(ai, b1));
    ai = v128.load_splat<f64>(a, 16);
    s20 = f64x2.add(s20, f64x2.mul(ai, b0));
    s21 = f64x2.add(s21, f64x2.mul(ai, b1));
    ai = v128.load_splat<f64>(a, 24);
    s30 = f64x2.add(s30, f64x2.mul(ai, b0));
    s31 = f64x2.add(s31, f64x2.mul(ai, b1));
    a += 32;
    b += 32;
  }
  merge(c, s00, mode);
  merge(c + 16, s01, mode);
  c += rowBytes;
  merge(c, s10, mode);
  merge(c + 16, s11, mode);
  c += rowBytes;
  merge(c, s20, mode);
  merge(c + 16, s21, mode);
  c += rowBytes;
  merge(c, s30, mode);
  merge(c + 16, s31, mode);
}

/** The same for a tile of which only `rows` × `cols` lie inside the result. */
export function multiplyEdgeTile(
  depth: i32,
  a: usize,
  b: usize,
  c: usize,
  rowBytes: usize,
  mode: i32,
  rows: i32,
  cols: i32,
): void {
  multiplyTile(depth, a, b, edgeTile, 32, STORE);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      const sum = load<f64>(edgeTile + ((<usize>(4 * i + j)) << 3));
      const target = c + <usize>i * rowBytes + ((<usize>j) << 3);
      if (mode === STORE) store<f64>(target, sum);
      else if (mode === ADD) store<f64>(target, load<f64>(target) + sum);
      else store<f64>(target, load<f64>(target) - sum);
    }
  }
}
