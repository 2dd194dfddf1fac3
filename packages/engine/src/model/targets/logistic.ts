import { exp, log, square, tanh } from '../../numerics/elementary.ts';
import { hermiteSeries } from '../transform/hermite-series.ts';
import { logisticSeries } from '../transform/logistic-series.ts';
import { seriesTransform } from '../transform/series-transform.ts';
import { targetKind } from '../transform/target-kind.ts';

/** What the Hermite series may leave out, and the steepest slope that some 5000 terms do it for. */
const SERIES_TOLERANCE = 1e-11;
const STEEPEST_SLOPE = 20;
const TOO_STEEP = {
  at: STEEPEST_SLOPE,
  why: `a slope this steep needs more than 5000 Hermite terms for an error below ${SERIES_TOLERANCE}`,
  instead: '{ above: 0 }, which it is close to',
};
/** From here on a logistic target is taken as a step less what is missing beside it. */
const STEEP_SLOPE = 2;

export const logistic = targetKind({
  name: 'logistic',
  rank: 6,
  parameter: {
    type: 'number',
    name: 'slope',
    meaning: 'Mean of 1/(1 + e^(-slope·z))',
    least: { ...TOO_STEEP, at: -STEEPEST_SLOPE },
    most: TOO_STEEP,
    size: {
      at: 1e-90,
      why: 'with a slope this flat the target’s variance is too small to compute with',
      instead: 'mean, which it is close to',
    },
    example: 2,
    typical: [0.2, 8],
  },
  title: 'logistic',
  formula: '1/(1 + e^(−slope·z))',
  aliases: ['sigmoid', 'expit', 'logit', 'softthreshold'],
  words: (slope) => `the mean of a logistic function of the quantity (slope ${slope})`,
  g: (slope) => (z) => 1 / (1 + exp(-slope * z)),
  prepare: (slope) => {
    // g − ½ is odd, so its even coefficients vanish; taking the odd part says so exactly.
    const odd = (z: number) => tanh((slope * z) / 2) / 2;
    // The coefficients fall like e^{−(2π/|slope|)·√(2k)}: a first guess of how many are needed.
    const needed = square(log(SERIES_TOLERANCE) * slope) / (8 * square(Math.PI));
    for (let terms = Math.max(64, Math.ceil(1.5 * needed)); ; terms = Math.ceil(1.25 * terms)) {
      const { coefficients, truncation } =
        Math.abs(slope) < STEEP_SLOPE
          ? hermiteSeries(odd, { terms })
          : logisticSeries(Math.abs(slope), terms);
      if (truncation > SERIES_TOLERANCE) continue;
      for (let k = 0; k < coefficients.length; k += 2) coefficients[k] = 0;
      // C_g is the same for both signs of the slope, and a_1 is not.
      if (slope <= -STEEP_SLOPE) for (let k = 1; k < coefficients.length; k += 2) coefficients[k]! *= -1;
      coefficients[0] = 0.5;
      return { ...seriesTransform(coefficients), truncation };
    }
  },
});
