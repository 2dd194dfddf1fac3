import type { Section } from '../document/document.ts';
import { section, stated } from '../document/parts.ts';
import { digits } from '../words/quantities.ts';

/** More terms than this are counted. */
const MOST_TERMS = 12;

interface Linear {
  intercept: number;
  coefficients: readonly number[];
  at: readonly number[];
  clock?: readonly string[];
}

/** 'Θ̂ = 12.3 + 0.41·y(07:00) − 0.02·y(12:00)': readings by their times. */
export function formulaText({ intercept, coefficients, at, clock }: Linear): string {
  const terms = coefficients
    .slice(0, MOST_TERMS)
    .map((own, a) => ` ${own < 0 ? '−' : '+'} ${digits(Math.abs(own))}·y(${clock?.[a] ?? digits(at[a]!)})`);
  const more = coefficients.length - MOST_TERMS;
  return `Θ̂ = ${digits(intercept)}${terms.join('')}${more > 0 ? ` + … (${more} more terms)` : ''}`;
}

/** What predicts the target from the readings y of each protocol. */
export function formulasSection(predictors: readonly { name: string; text: string }[]): Section[] {
  return section('predictors', 'Predictors', [
    predictors.length > 0 && stated(...predictors.map(({ name, text }) => [name, text] as const)),
  ]);
}
