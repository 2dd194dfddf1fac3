// Sums and products without rounding, as a double and what is missing in it (Dekker 1971, Knuth): these functions give
// what is missing.

/** a + b − sum for sum = a + b. */
export function sumError(a: number, b: number, sum: number): number {
  const part = sum - a;
  return a - (sum - part) + (b - part);
}

/** 2²⁷ + 1: a product with it leaves the upper 26 digits of a double. */
export const SPLITTER: number = 134217729;

/** a·b − product for product = a·b, of factors below 2⁹⁹⁶ whose product is above 2⁻⁹⁶⁰. */
export function productError(a: number, b: number, product: number): number {
  const aScaled = a * SPLITTER;
  const aHigh = aScaled - (aScaled - a);
  const aLow = a - aHigh;
  const bScaled = b * SPLITTER;
  const bHigh = bScaled - (bScaled - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}
