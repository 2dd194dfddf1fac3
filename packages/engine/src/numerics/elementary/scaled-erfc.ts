import { entry, integer } from './double-bits.ts';
import { SCALED_ERFC } from './tables.ts';

/** 1/√π. */
const INVERSE_ROOT_PI = 0.5641895835477563;

/**
 * e^(x²)·erfc x for x ≥ 0. Up to 12 a polynomial of y = 4/(4 + x) on each 24th of ¼ ≤ y ≤ 1 (error below 1e-18), beyond eleven terms
 * of the asymptotic series. Relative error below 1e-15.
 */
export function scaledErfc(x: number): number {
  if (!(x < 12)) return farScaledErfc(x);
  const place = (4 / (4 + x) - 0.25) * 32;
  const piece = Math.min(23, Math.floor(place));
  const z = 2 * (place - piece) - 1;
  const at = integer(piece) * 9;
  let sum = entry(SCALED_ERFC, at + 8);
  for (let k = 7; k >= 0; k--) sum = sum * z + entry(SCALED_ERFC, at + k);
  return sum;
}

/** Σ (−1)^k (2k − 1)!!/(2x²)^k over x√π. */
function farScaledErfc(x: number): number {
  const step = 0.5 / (x * x);
  let sum = 1.0;
  for (let k = 11; k >= 1; k--) sum = 1 - (2 * k - 1) * step * sum;
  return (INVERSE_ROOT_PI / x) * sum;
}
