// What is said of a design under laws that are not known.
import { expect, it } from 'vitest';
import { CALIBRATED, WORLDS } from '../../study/test/design-under-fixtures.ts';
import { design, text, unwrapped } from './design-fixtures.ts';

it.each([
  [2, 0.1],
  [9, 0.1],
  [10, 0.55],
  [10, 0.97],
  [25, 0.3],
])('the quantile of %i laws at %d is the one that is named', async (laws, level) => {
  const options = ['--under', 'draws', '--draws', `${laws}`, '--quantile', `${level}`];
  const { best } = (await design(CALIBRATED, ...options)).result;
  const reached = best.values.filter((value: number) => value >= best.objective).length;
  const said = unwrapped(await text(CALIBRATED, ...options));
  expect(said).toContain(`or more under ${reached} of ${laws} laws drawn`);
  expect(said).toContain(`the i-th smallest of ${laws} stands at i/${laws + 1}`);
});

it('an estimate is called one, unless laws are drawn', async () => {
  const [plain, draws] = [
    await text(CALIBRATED),
    await text(CALIBRATED, '--under', 'draws', '--draws', '10'),
  ];
  const units = (await design(CALIBRATED)).result.units;
  expect(unwrapped(plain)).toContain(`This holds under the estimated law: ${units} units may not tell`);
  expect(draws).not.toContain('This holds under');
  expect(unwrapped(draws)).toContain('or more under 9 of 10 laws drawn');
  expect(unwrapped(draws)).toContain(
    '0.1 of the way from the value of rank 1 to that of rank 2 (the i-th smallest of 10 stands at i/11)',
  );
});

it('worlds are counted, and a regret is called one', async () => {
  expect(unwrapped(await text(WORLDS, '--under', 'worlds'))).toContain('in all of 3 worlds');
  expect(await text(WORLDS, '--under', 'worlds', '--criterion', 'regret')).toMatch(
    /^choice +largest regret +cost +at \(h\)$/m,
  );
  const settled = WORLDS.replace('late: { at: [6, 7], noise: 0.2 }', 'late: { at: 2, noise: 0.5 }');
  const alone = unwrapped(await text(settled, '--under', 'worlds'));
  expect(alone).toContain('No world was found');
  expect(alone).toContain('under the law given in the study, at a cost');
});
