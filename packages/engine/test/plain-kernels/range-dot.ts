/** Σ x[fromX + i]·y[fromY + i] with four partial sums: a single one would wait for every addition. */
export function rangeDot(
  x: Float64Array,
  fromX: number,
  y: Float64Array,
  fromY: number,
  length: number,
): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    s0 += x[fromX + i] * y[fromY + i];
    s1 += x[fromX + i + 1] * y[fromY + i + 1];
    s2 += x[fromX + i + 2] * y[fromY + i + 2];
    s3 += x[fromX + i + 3] * y[fromY + i + 3];
  }
  for (; i < length; i++) s0 += x[fromX + i] * y[fromY + i];
  return s0 + s1 + (s2 + s3);
}
