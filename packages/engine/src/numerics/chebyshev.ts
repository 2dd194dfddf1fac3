import { cos } from './elementary.ts';
/**
 * Coefficients c_k of the polynomial Σ c_k T_k(x) that interpolates f in the n Chebyshev points of [-1, 1].
 * O(n²), n values of f. For f analytic in the ellipse with half-axes (ρ ± 1/ρ)/2 the error falls like ρ^{-n}.
 */
export function chebyshevCoefficients(f: (x: number) => number, n: number): Float64Array {
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) values[i] = f(cos((Math.PI * (i + 0.5)) / n));
  const coefficients = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    let sum = 0;
    // The angle is reduced exactly, in whole multiples of π/2n, before the cosine is taken.
    for (let i = 0; i < n; i++) sum += values[i]! * cos((Math.PI * ((k * (2 * i + 1)) % (4 * n))) / (2 * n));
    coefficients[k] = ((k === 0 ? 1 : 2) * sum) / n;
  }
  return coefficients;
}

/** How many leading coefficients are needed for the others to sum to at most `tolerance` in absolute value. */
export function neededCoefficients(coefficients: Float64Array, tolerance: number): number {
  let rest = 0;
  let needed = coefficients.length;
  while (needed > 1) {
    rest += Math.abs(coefficients[needed - 1]!);
    if (rest > tolerance) break;
    needed--;
  }
  return needed;
}

const powersOf: Float64Array[] = [Float64Array.of(1), Float64Array.of(0, 1)];

/** T_n(x) in powers of x, constant first. */
export function chebyshevPowers(n: number): Float64Array {
  for (let k = powersOf.length; k <= n; k++) {
    const powers = new Float64Array(k + 1);
    powersOf[k - 1]!.forEach((value, i) => {
      powers[i + 1] = 2 * value;
    });
    powersOf[k - 2]!.forEach((value, i) => {
      powers[i]! -= value;
    });
    powersOf.push(powers);
  }
  return powersOf[n]!;
}

/** T_n(2y − 1), the Chebyshev polynomial of y in [0, 1], in powers of y: T_2n(√y). */
export function shiftedChebyshevPowers(n: number): Float64Array {
  return chebyshevPowers(2 * n).filter((_, i) => i % 2 === 0);
}
