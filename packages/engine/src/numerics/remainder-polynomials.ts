import { chebyshevPowers, shiftedChebyshevPowers } from './chebyshev.ts';

// The remainder R(r) = r⁴·P or r⁵·P of a power series beyond r³, with P as short as a tolerance allows.

/** 1 for an odd series, 2 for an even one, 0 for neither. */
export function parityOf(series: Float64Array): number {
  let odd = false;
  let even = false;
  for (let k = 1; k < series.length; k++) {
    if (series[k] === 0) continue;
    if (k % 2 === 1) odd = true;
    else even = true;
  }
  return odd === even ? 0 : odd ? 1 : 2;
}

/** The power of r in front of P, and the step between the powers in it. */
export function powersOf(parity: number): { lead: number; step: number } {
  return { lead: parity === 1 ? 5 : 4, step: parity === 0 ? 1 : 2 };
}

/** Of the few limits that there are. */
const knownPowers = new Map<number, Float64Array>();

/** 1, x, x², … to x^(count − 1) at least. */
function powersUpTo(x: number, count: number): Float64Array {
  const known = knownPowers.get(x);
  if (known && known.length >= count) return known;
  const powers = new Float64Array(count).fill(1);
  for (let k = 1; k < count; k++) powers[k] = powers[k - 1]! * x;
  knownPowers.set(x, powers);
  return powers;
}

/** The series' own coefficients of P, cut where the rest is below the tolerance on [-limit, limit]. */
export function cutSeries(
  series: Float64Array,
  parity: number,
  limit: number,
  tolerance: number,
): Float64Array {
  const { lead, step } = powersOf(parity);
  const kept: number[] = [];
  for (let k = lead; k < series.length; k += step) kept.push(series[k]!);
  const powers = powersUpTo(limit, series.length);
  let rest = 0;
  while (kept.length > 0) {
    rest += kept.at(-1)! * powers[lead + step * (kept.length - 1)]!;
    if (rest > tolerance) break;
    kept.pop();
  }
  return Float64Array.from(kept);
}

/**
 * A short P within the tolerance on [-limit, limit]. Economisation: the Taylor polynomial is shortened term by term by
 * subtracting the multiple of the Chebyshev polynomial with the same leading term, whose maximum is 2^{n−1} times
 * smaller. Every step changes the remaining coefficients by less than the term it removes, so no digits are lost in
 * going to powers. With a lower `lead`, the error spreads over more powers and is smaller still.
 */
export function economised(
  series: Float64Array,
  parity: number,
  limit: number,
  tolerance: number,
  lead = powersOf(parity).lead,
): Float64Array {
  const { step } = powersOf(parity);
  // P(x) with x = r/limit or (r/limit)², and the factor limit^lead in the coefficients.
  const powers = powersUpTo(limit, series.length);
  const scaled: number[] = [];
  for (let k = lead; k < series.length; k += step) scaled.push(series[k]! * powers[k]!);
  let spent = 0;
  while (scaled.length > 0 && spent + scaled.at(-1)! <= tolerance / 4) spent += scaled.pop()!;
  const chebyshev = parity === 0 ? chebyshevPowers : shiftedChebyshevPowers;
  while (scaled.length > 1) {
    const degree = scaled.length - 1;
    const shape = chebyshev(degree);
    const factor = scaled[degree]! / shape[degree]!;
    spent += Math.abs(factor);
    if (spent > tolerance) break;
    scaled.pop();
    for (let i = 0; i < degree; i++) scaled[i]! -= factor * shape[i]!;
  }
  return Float64Array.from(scaled, (value, i) => value / powers[lead + step * i]!);
}
