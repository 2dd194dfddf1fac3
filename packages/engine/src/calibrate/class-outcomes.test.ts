import { describe, expect, it } from 'vitest';
import { catalogueOf, covarianceOf, mixedFamily, targets } from '../../test/laws.ts';
import { target } from '../model/target.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { familyValuesOfTargets } from '../model/value/value.ts';
import { classOutcomes } from './class-outcomes.ts';

const points = 61;
const weights = targetWeights('uniform', timeGrid(20, points));
const catalogue = catalogueOf(points, 0.5);
const family = mixedFamily([1, 2, 3, 4, 6], 200);
const every = Array.from({ length: 200 }, (_, i) => i);
const classes = [every.slice(0, 1), every.filter((i) => i % 7 === 0), every];
const valuesOf = (covariance: ReturnType<typeof covarianceOf>) =>
  familyValuesOfTargets({ covariance, weights }, targets, catalogue, family).map(({ value }) => value);
const truth = valuesOf(covarianceOf(points, 'true'));

describe('the outcome in a class', () => {
  it.each([5, 20, 300])('is that of all values: %d units', (units) => {
    const covariance = covarianceOf(points, units);
    const values = valuesOf(covariance);
    const found = classOutcomes({ covariance, weights }, targets, catalogue, family, truth, classes);
    expect(found.map((outcomes) => outcomes.length)).toEqual(targets.map(() => classes.length));
    found.forEach((outcomes, t) => {
      outcomes.forEach(({ error, selected }, c) => {
        const errors = classes[c]!.map((i) => Math.abs(values[t]![i]! - truth[t]![i]!));
        const most = Math.max(...classes[c]!.map((i) => values[t]![i]!));
        expect(error).toBeCloseTo(Math.max(...errors), 13);
        expect(values[t]![selected]).toBeCloseTo(most, 13);
        expect(selected).toBe(classes[c]!.find((i) => values[t]![i]! > most - 1e-13));
      });
    });
  });

  it('is no error and the best protocol where the law is the true one', () => {
    const covariance = covarianceOf(points, 'true');
    const [[, , all]] = classOutcomes(
      { covariance, weights },
      [target({ above: 0 })],
      catalogue,
      family,
      [truth[1]!],
      classes,
    ) as [[unknown, unknown, { error: number; selected: number }]];
    expect(all.error).toBeLessThan(1e-14);
    expect(truth[1]![all.selected]).toBeCloseTo(Math.max(...truth[1]!), 14);
  });
});
