import { listed } from '../input/expectation.ts';
import type { Problem } from '../input/invalid-input.ts';
import { seriesTransform } from '../transform/series-transform.ts';
import { targetKind } from '../transform/target-kind.ts';

export const hermite = targetKind({
  name: 'hermite',
  rank: 8,
  parameter: {
    type: 'numbers',
    symbol: '[a1, a2, …]',
    meaning: 'Coefficients a1, a2, … of H_k(z)/k!, in probabilists’ Hermite polynomials',
    items: 'coefficients',
    accepted: { type: 'list', of: 'coefficient', filled: true },
    each: {
      type: 'number',
      name: 'coefficient',
      why: 'a coefficient is not a number',
      example: 1,
      typical: [-2, 2],
    },
    example: [1, 0.5],
  },
  title: 'Hermite series',
  formula: 'Σ_k a_k·H_k(z)/k!, at least one a_k other than 0',
  aliases: ['polynomial', 'series'],
  words: (coefficients) =>
    `the mean of a polynomial of the quantity (Hermite coefficients ${listed(coefficients, ' and ')})`,
  g: (coefficients) => (z) => hermiteSum(coefficients, z),
  linear: (coefficients) => coefficients.slice(1).every((a) => a === 0),
  problems: (coefficients, path) => {
    const problem = (why: string, accepted: string): Problem[] => [
      { path, value: coefficients, why, accepted },
    ];
    if (!coefficients.some((a) => a !== 0))
      return problem(
        'every coefficient is 0, so the target does not vary',
        'at least one coefficient other than 0',
      );
    const normalised = normalisedCoefficients(coefficients);
    const vanished = coefficients.findIndex((a, i) => a !== 0 && normalised[i] === 0);
    if (vanished >= 0)
      return [
        {
          path: [...path, vanished],
          value: coefficients[vanished],
          why: `divided by the square root of ${vanished + 1}! this coefficient underflows to 0`,
          accepted: 'coefficients of orders up to about 300',
        },
      ];
    const variance = normalised.reduce((sum, a) => sum + a * a, 0);
    return variance > 1e-200 && variance < 1e200
      ? []
      : problem(
          `the target's variance would be ${variance}, too far from 1 to compute with`,
          'coefficients nearer to 1: the value does not depend on their common factor',
        );
  },
  prepare: (coefficients) => seriesTransform([0, ...normalisedCoefficients(coefficients)]),
});

/** α_k = a_k/√k!, the factorial built up factor by factor. */
function normalisedCoefficients(coefficients: readonly number[]): number[] {
  let root = 1;
  return coefficients.map((a, i) => {
    root *= Math.sqrt(i + 1);
    return a / root;
  });
}

/** Σ a_k H_k(z)/k! by the recursion of the probabilists' polynomials. */
function hermiteSum(coefficients: readonly number[], z: number): number {
  let [before, now] = [1, z];
  let factorial = 1;
  let sum = 0;
  coefficients.forEach((a, i) => {
    const k = i + 1;
    factorial *= k;
    sum += (a * now) / factorial;
    [before, now] = [now, z * now - k * before];
  });
  return sum;
}
