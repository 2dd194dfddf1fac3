import { type ComparatorChoice, comparatorKind } from '../selection/comparator-kind.ts';
import { additions } from '../selection/own-gain.ts';
import { initialResidual, meanGain } from '../selection/residual.ts';
import type { FeasibleFamily } from '../selection/rules.ts';
import type { Scenario } from '../selection/scenarios.ts';

export const kernelQuadrature = comparatorKind({
  name: 'kernelQuadrature',
  rank: 4,
  shown: 6,
  title: 'kernel quadrature',
  meaning: 'the mean as if no reading had noise, greedily',
  choose: ({ reference, problem }) => quadratureChoice(reference, problem.family),
});

/**
 * Noiseless kernel quadrature: the linear criterion as if nothing had noise, until nothing more is affordable. In the unit of the
 * data the integral is that of X, Σ ω_j s_j Z_j. (With `log`, X stands for log X.)
 */
export function quadratureChoice(scenario: Scenario, family: FeasibleFamily): ComparatorChoice {
  const noiseless = family.catalogue.map((action) => ({ ...action, noise: 0 }));
  return additions(initialResidual(scenario, noiseless), family, meanGain, family.longest);
}
