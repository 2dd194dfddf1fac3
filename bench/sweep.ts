import {
  asFamily,
  familyValues,
  kernelMatrix,
  subsets,
  type Target,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';
import { evenReadings } from './design-problem.ts';

/** Work that numpy_yardstick.py does as well, under the same name. */
export interface YardstickItem {
  name: string;
  /** What is to be measured; it returns a number that both must find. */
  prepare: () => () => number;
}

/** The values of all 495 four-subsets of 12 points: OU, tau 1, T = 20, p = 128, noise 0.5; their sum. */
export function sweep(name: string, prepared: Target): YardstickItem {
  return {
    name: `sweep-495-p128-${name}`,
    prepare: () => {
      const grid = timeGrid(20, 128);
      const model = {
        covariance: kernelMatrix({ ou: { tau: 1 } }, 0, grid),
        weights: targetWeights('uniform', grid),
      };
      const catalogue = evenReadings(grid, 12, 0.5);
      const family = asFamily(subsets([...catalogue.keys()], 4));
      return () =>
        familyValues(model, prepared, catalogue, family).value.reduce((sum, value) => sum + value, 0);
    },
  };
}
