import { digits } from './quantities.ts';

/** More terms than this are counted. */
const MOST_TERMS = 12;

/** 'Θ̂ = 12.3 + 0.41·y(07:00) − 0.02·y(12:00)', with the readings by their names. */
export function formulaText(
  { intercept, coefficients }: { intercept: number; coefficients: readonly number[] },
  names: readonly string[],
): string {
  const terms = coefficients.slice(0, MOST_TERMS).map((own, a) => {
    const size = digits(Math.abs(own));
    return ` ${own < 0 ? '−' : '+'} ${size}·y(${names[a]})`;
  });
  const more = coefficients.length - MOST_TERMS;
  return `Θ̂ = ${digits(intercept)}${terms.join('')}${more > 0 ? ` + … (${more} more terms)` : ''}`;
}
