import type { DesignResult } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { CHOICE, run, STUDY, said } from '../../../test/report-fixtures.ts';
import { methodsText } from '../run/methods.ts';
import { designDocument } from './document.ts';

const { latent: _, ...LAWLESS } = STUDY;
const ESTIMATED = {
  ...LAWLESS,
  ...CHOICE,
  calibration: { data: 'dense.csv', noise: 0, scale: 'standardised' },
};
const told = (design: DesignResult) => designDocument(design).verdict.join(' ');

describe('best', () => {
  it('under an estimated law, nothing is better under the estimate only, and what comes close is named', async () => {
    const { design } = (await run(ESTIMATED)).steps;
    const { best, comparators, places } = design!;
    const others = Object.values(comparators).filter(({ actions }) => `${actions}` !== `${best.actions}`);
    const most = Math.max(...others.map(({ value }) => value));
    const { actions } = others.find(({ value }) => value === most)!;
    expect(told(design!)).toContain(
      `R² ${best.value.toFixed(3)} (RMSE ${best.rmse!.toPrecision(3)} SD) under the law estimated from 20 units, at a cost of 2. ` +
        'No other choice within these rules is better (all 6 compared). This holds under the estimated law: 20 units may ' +
        `not tell the choice apart from measuring at ${actions.map((action) => places[action]!.at).join(' and ')} h, with R² ${most.toFixed(3)}.`,
    );
  });

  it('says so as well where nothing is proved, and where the other rules take the same', async () => {
    const { design } = (await run(ESTIMATED)).steps;
    const open: DesignResult['best'] = {
      ...design!.best,
      method: 'branch and bound',
      certified: false,
      gap: 0.01,
    };
    expect(told({ ...design!, best: open })).toContain(
      'At most 0.010 better is possible (6 choices; the search reached its own limit, `--method branch` continues). This ' +
        'holds under the estimated law: 20 units may not tell the choice apart from measuring',
    );
    const same = Object.fromEntries(
      Object.entries(design!.comparators).map(([name, one]) => [
        name,
        { ...one, actions: design!.best.actions },
      ]),
    ) as DesignResult['comparators'];
    expect(told({ ...design!, comparators: same })).toContain(
      '20 units may not tell the choice apart from other choices.',
    );
  });

  it('under a law that is given, the proof stands as it is', async () => {
    const text = said(await run({ ...STUDY, ...CHOICE }), 'Best?');
    expect(text).toContain('No other choice within these rules is better (all 6 compared).');
    expect(text).not.toContain('estimate');
  });

  it('under a surface, which was fitted without a kernel, no law is said to be given', async () => {
    const { design } = (await run({ ...STUDY, ...CHOICE })).steps;
    expect(told({ ...design!, law: 'fit' })).toContain('under the law fitted to sparse readings, at a cost');
  });

  it('of another target than the study’s own is compared with what protocols are worth for that', async () => {
    const choose = (targets: object[], combine = 'mean') => ({
      ...STUDY,
      ...CHOICE,
      choose: { exactly: 2, targets, combine },
    });
    const methods = async (study: object) =>
      methodsText({ ...(await run(study)), version: '1' }).paragraphs.join(' ');
    const below = { target: { below: -1 } };
    const own = said(await run(choose([{ target: 'mean' }])), 'Best?');
    expect(own).toContain('The best protocol that the study names, ‘middle’, has R²');
    const { value, design } = (await run(choose([{ target: 'mean' }]))).steps;
    for (const [name, one] of Object.entries(design!.proposed!)) {
      expect(one.value).toBeCloseTo(value!.protocols[name]!.value, 12);
      expect(one.rmse).toBeCloseTo(value!.protocols[name]!.rmse, 12);
      expect(one.efficiency! * design!.best.value).toBeCloseTo(one.value, 12);
    }
    const other = said(await run(choose([below])), 'Best?');
    expect(other).toMatch(
      /The best protocol that the study names, ‘middle’, has R² .* for below −1 at a cost of/,
    );
    expect(await methods(choose([below]))).toContain(
      ', for the share of time below −1 standard deviations; all 6',
    );
    const both = [{ ...below, weight: 3 }, { target: 'mean' }];
    expect(said(await run(choose(both)), 'Best?')).toContain(
      ' over 2 targets under the law given in the study,',
    );
    expect(await methods(choose(both))).toContain(
      ', for the weighted mean of the values for the share of time below −1 standard deviations (weight 0.75) and the mean over the horizon (weight 0.25); all 6',
    );
    expect(await methods(choose([below, { target: 'mean' }], 'worst'))).toContain(
      ', for the smallest of the values for the share of time below −1 standard deviations and the mean over the horizon; all 6',
    );
  });

  it('names the times from the first to the last, whatever the order of the catalogue', async () => {
    const result = await run({
      ...STUDY,
      catalogue: [
        { at: [3.5, 0.5], noise: 0.1 },
        { at: 1.5, noise: 0.1 },
      ],
      choose: { exactly: 3 },
    });
    expect(result.steps.design!.best.at).toEqual([3.5, 0.5, 1.5]);
    expect(said(result, 'Best?')).toMatch(/^Measure at 0\.5, 1\.5 and 3\.5 h:/);
  });
});
