/**
 * Correlation functions ρ(u) of the lag u. `tau` is always ∫₀^∞ ρ(u) du, so that kernels of one tau remember equally
 * long, whatever their smoothness. `varyingOu` and `toeplitz` depend on more than the lag or only on the grid's lags.
 */
export type KernelSpec =
  | { ou: { tau: number } }
  | { matern32: { tau: number } }
  | { matern52: { tau: number } }
  | { squaredExponential: { tau: number } }
  | { dampedCosine: { decay: number; period: number } }
  | { varyingOu: { from: number; to: number } }
  | { toeplitz: readonly number[] }
  | { mixture: readonly WeightedKernel[] };

export type WeightedKernel = { weight: number } & KernelSpec;

export type KernelName = KernelSpec extends infer Spec ? (Spec extends unknown ? keyof Spec : never) : never;
