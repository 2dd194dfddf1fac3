/** 2²⁶. */
const HALF = 0x4000000;
/** Numbers are odd multiples of 2⁻⁵³: 52 random bits and a half, symmetric about ½, never 0 and never 1. This is 2⁵². */
export const STEPS = 0x10000000000000;
const STEP = 1 / STEPS;

/** 52 random bits of two words. */
export function bitsOf(first: number, second: number): number {
  return (first >>> 6) * HALF + (second >>> 6);
}

/** A uniform number on (0, 1). A product with a power of two, because a quotient is slow. */
export function uniformOf(first: number, second: number): number {
  return (bitsOf(first, second) + 0.5) * STEP;
}
