/**
 * A target as it stands in a study file: g of Θ = Σ_j ω_j g(Z_j).
 * mean g(z) = z; above c: 1{z > c}; outside c: 1{|z| > c}; logistic s: 1/(1 + e^{−sz}); square: z²;
 * hermite [a₁, a₂, …]: Σ_k a_k·H_k(z)/k!.
 */
export type TargetSpec =
  | 'mean'
  | { above: number }
  | { outside: number }
  | { logistic: number }
  | { square: true }
  | { hermite: readonly number[] };
