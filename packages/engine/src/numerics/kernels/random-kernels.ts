/** Random numbers in bulk. */
export interface RandomKernels {
  /**
   * out[i] = the normal quantile of number i of the blocks that begin at counter `block`, of two numbers each; the
   * same bytes whichever kernels they come from.
   */
  fillNormals(
    block: number,
    origin: readonly [number, number],
    key: readonly [number, number],
    out: Float64Array,
  ): void;
}
