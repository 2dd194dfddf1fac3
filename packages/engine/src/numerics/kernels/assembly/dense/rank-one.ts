/**
 * A ← A + scale·v·vᵀ for `rows` rows of A (n columns, contiguous) whose entries of v start at `vRows`. The product
 * v_i·v_j is formed first, so that a symmetric A stays symmetric to the last bit. 3·rows·n operations.
 */
export function addOuter(rows: i32, n: i32, a: usize, vRows: usize, v: usize, scale: f64): void {
  const factor = f64x2.splat(scale);
  for (let i = 0; i < rows; i++) {
    const vi = load<f64>(vRows + ((<usize>i) << 3));
    const vv = f64x2.splat(vi);
    let vj = v;
    const pairEnd = v + ((<usize>(n & ~1)) << 3);
    while (vj < pairEnd) {
      v128.store(a, f64x2.add(v128.load(a), f64x2.mul(factor, f64x2.mul(vv, v128.load(vj)))));
      a += 16;
      vj += 16;
    }
    if (n & 1) {
      store<f64>(a, load<f64>(a) + scale * (vi * load<f64>(vj)));
      a += 8;
    }
  }
}
