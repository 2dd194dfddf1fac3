import type { DesignResult } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { CHOICE, run, STUDY, said } from '../../../test/report-fixtures.ts';
import { designDocument } from './document.ts';

const { latent: _, ...LAWLESS } = STUDY;
const ESTIMATED = { ...LAWLESS, ...CHOICE, calibration: { data: 'dense.csv', noise: 0 } };
const told = (design: DesignResult) => designDocument(design).verdict.join(' ');

describe('best', () => {
  it('under an estimated law, nothing is better under the estimate only, and what comes close is named', async () => {
    const { design } = (await run(ESTIMATED)).steps;
    const { best, comparators, places } = design!;
    const others = Object.values(comparators).filter(({ actions }) => `${actions}` !== `${best.actions}`);
    const most = Math.max(...others.map(({ value }) => value));
    const { actions } = others.find(({ value }) => value === most)!;
    expect(told(design!)).toContain(
      `R² ${best.value.toFixed(3)} under the law estimated from 20 units, at a cost of 2. ` +
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
    expect(said(result, 'Best?')).toMatch(/^Measure at 0\.5, 1\.5 and 3\.5 h \(actions 1, 2 and 0\):/);
  });
});
