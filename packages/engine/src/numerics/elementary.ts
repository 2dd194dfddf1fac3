/**
 * The elementary functions, from arithmetic and square roots alone. The language leaves the last digits of Math.exp and its
 * like, and of `**`, to the engine that runs it; these give the same bytes everywhere, in WebAssembly as well: the folder
 * below is compiled by both compilers. At most one unit in the last place off (tested against 40 digits over all exponents).
 */
export { exp, tanh } from './elementary/exponential.ts';
export { hypot } from './elementary/hypotenuse.ts';
export { atanh, log, log2, log10, pow } from './elementary/logarithm.ts';
export { asin, cos, sin } from './elementary/trigonometric.ts';

/** 10^k for a whole k, as a literal is read: rounded correctly, which the language does lay down. */
export function powerOfTen(k: number): number {
  return Number(`1e${k}`);
}

export function square(x: number): number {
  return x * x;
}
