import type { DividedWork } from '../numerics/divided-work.ts';
import type { FitModel } from './fit-model.ts';
import { criteria, type FitOptions } from './fitted-law.ts';
import { likelihoodOf, type Point } from './likelihood.ts';
import { climb } from './maximum.ts';
import { prepareFits } from './prepared-fit.ts';

import { usualKnots } from './smooth-mean.ts';
import type { SparseReadings } from './sparse-readings.ts';

/** BIC of the same model with a constant mean and with a smooth one, both by maximum likelihood. */
export interface MeanComparison {
  readonly constant: number;
  readonly smooth: number;
}

interface MeanInput extends Omit<FitOptions, 'method'> {
  readonly readings: SparseReadings;
  /** With a constant mean. */
  readonly model: FitModel;
  /** Where its likelihood, or its restricted one, is largest. */
  readonly start: Point;
}

/**
 * Whether readings whose mean was taken as constant have one that changes with time: a season that all units share looks like memory
 * otherwise. Restricted likelihoods of different means are of different contrasts of the readings and cannot be compared, so this is
 * always maximum likelihood. Two climbs from the law that was found: what the second of them misses makes the smooth mean look worse than it
 * is, never better. One piece; undefined where no covariance of the readings is positive definite.
 */
export const meanOverTime: DividedWork<MeanInput, MeanComparison | undefined> = {
  name: 'mean-over-time',
  prepare({ readings, model, horizon, start }) {
    return () => {
      const smooth = usualKnots(readings.times);
      const models = [model, { ...model, mean: { smooth } }];
      const prepared = prepareFits(readings, models, horizon);
      const [constant, varying] = models.map((own, n) => {
        const fit = prepared(n);
        const { data, kernel, box } = fit;
        const found = climb(likelihoodOf(data, kernel, 'ml'), kernel.names.length, start, box);
        return found && criteria(fit, own, found, 'ml').bic;
      });
      return constant === undefined || varying === undefined ? undefined : { constant, smooth: varying };
    };
  },
};
