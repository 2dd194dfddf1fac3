import { expect, it } from 'vitest';
import { askInNode } from '../../../test/ask-in-node.ts';
import { RESULTS } from '../parts/results.ts';
import { type ClassValues, classValues, familyStudy, notToldApart } from './nested-classes.ts';

it('has the classes of the paper, with what each loses by its coarseness', async () => {
  const { result } = await askInNode({ command: 'value' }, familyStudy());
  const classes = classValues(result!);
  expect(classes.map(({ size }) => size)).toEqual([2, 5, 75, 568]);
  expect(RESULTS.resolutions.classes.map(({ size }) => size)).toEqual([2, 5, 75, 568]);
  // The paper's restriction regret of the coarsest class, which no number of units removes.
  expect(classes[0]!.restriction).toBeCloseTo(0.03706, 5);
  expect(classes.at(-1)!.restriction).toBe(0);
  // A simulation that selects without error in the coarsest class has just this regret.
  expect(RESULTS.resolutions.classes[0]!.regret.at(-1)!.value).toBeCloseTo(classes[0]!.restriction, 6);
});

it('counts those within twice the error of the best', () => {
  const own: ClassValues = { size: 4, values: [0.5, 0.42, 0.4, 0.1], restriction: 0 };
  expect([0, 0.039, 0.041, 0.051, 1].map((error) => notToldApart(own, error))).toEqual([0, 0, 1, 2, 3]);
});
