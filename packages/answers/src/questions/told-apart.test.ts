import type { CalibrateResult, RunResult, RunSteps, UnitsPlanResult } from '@sightline/study';
import { beforeAll, describe, expect, it } from 'vitest';
import { run, STUDY, said } from '../../test/report-fixtures.ts';
import { reportPage } from '../html/report-page.ts';
import { calibrateDocument } from './calibrate.ts';
import { planDocument } from './plan.ts';

const told = ({ calibrate, value, plan }: Partial<RunSteps>) =>
  [
    ...(calibrate ? calibrateDocument(calibrate, value).verdict : []),
    ...(plan ? planDocument(plan).verdict : []),
  ].join(' ');
const DENSE = { calibration: { data: 'dense.csv', noise: 0, scale: 'standardised' } };

describe('told apart', () => {
  let both: RunResult;
  beforeAll(async () => {
    both = await run({ ...STUDY, ...DENSE });
  });
  const calibrate = (): CalibrateResult => both.steps.calibrate!;
  const plan = (more: Partial<UnitsPlanResult>, needed: number, range: UnitsPlanResult['range']) => {
    const own = both.steps.plan!;
    return { ...own, ...more, pairwise: { ...own.pairwise, realistic: true, unitsNeeded: needed, range } };
  };

  it('pairs with the protocol that was run come first', async () => {
    const protocols = { ...STUDY.protocols, last: { at: 3.5 } };
    const pairs = async (more: object) => {
      const { steps } = await run({ ...STUDY, ...DENSE, protocols, ...more });
      return steps.calibrate!.comparisons.map(({ a, b }) => [a, b].sort().join(' '));
    };
    const plain = await pairs({});
    for (const realised of Object.keys(protocols)) {
      const ordered = await pairs({ realised });
      expect(ordered.slice(0, 2).every((pair) => pair.includes(realised))).toBe(true);
      expect([...ordered].sort()).toEqual([...plain].sort());
    }
  });

  it('a report says which of its values are corrected for overfitting', async () => {
    const { latent: _, ...lawless } = STUDY;
    const page = (result: RunResult) =>
      reportPage(result, { version: '1', command: 'sightline run study.yaml' });
    const linear = { data: 'dense.csv', noise: 0, estimand: 'linear' };
    const note = 'Values are not corrected here for overfitting';
    expect(page(await run({ ...lawless, calibration: linear }))).toContain(note);
    expect(page(both)).not.toContain(note);
  });

  it('the best is the best of those named', () => {
    const { protocols } = calibrate();
    const one = { value: 0.6, low: 0.5, high: 0.7, cost: 1, actions: 1 };
    const three = { ...protocols, third: { ...protocols.first!, ...one } };
    expect(told({ calibrate: { ...calibrate(), bestSet: ['third'], protocols: three } })).toContain(
      '‘third’ is best, with R² 0.600 (95 % interval 0.500 to 0.700; RMSE 0.472 SD): 20 units tell it apart from both others.',
    );
    expect(told({ calibrate: { ...calibrate(), bestSet: ['first'] } })).toContain(
      '20 units tell it apart from the other one.',
    );
  });

  it('what is told apart already needs more units in a new study only', () => {
    const pair = { a: 'x', b: 'y', difference: 0.16, low: 0.01, high: 0.3, distinguishable: true };
    const pairUnits = { pair, gapFrom: 'pair', power: 0.8, units: 50 } as const;
    const clear =
      '50 units tell ‘x’ from ‘y’: the first is estimated 0.160 higher (95 % interval 0.010 to 0.300).';
    expect(told({ plan: plan(pairUnits, 65, { low: 11, high: 658 }) })).toBe(
      `${clear} A new study would need about 65 units (11 to 658 given the uncertainty of these data) to do so with ` +
        '80 % power.',
    );
    expect(told({ plan: plan(pairUnits, 40, { low: 11, high: 658 }) })).toBe(clear);
    const open = plan(
      { ...pairUnits, gap: 0.16, pair: { ...pair, low: -0.01, distinguishable: false } },
      65,
      { low: 11, high: 658 },
    );
    expect(told({ plan: open })).toMatch(
      /50 units do not tell ‘x’ from ‘y’: .* To tell these two apart with 80 % power, a difference of this size takes about 65 units/,
    );
    const small = plan({ ...pairUnits, gap: 0.01, gapFrom: 'option' }, 9000, { low: 9000, high: 9000 });
    expect(told({ plan: small })).toMatch(/a difference of 0\.010 takes about 9 000 units/);
  });

  it('a law that is given is held against the data', () => {
    const values = (first: number, middle: number): RunSteps['value'] => {
      const own = both.steps.value!;
      const { first: a, middle: b } = own.protocols;
      return { ...own, protocols: { first: { ...a!, value: first }, middle: { ...b!, value: middle } } };
    };
    const { first, middle } = calibrate().protocols;
    const inside = told({ calibrate: calibrate(), value: values(first!.low, middle!.high) });
    expect(inside).toMatch(
      / The estimates do not use the law given in the study, whose values lie inside the 95 % intervals\./,
    );
    const above = told({ calibrate: calibrate(), value: values(first!.high + 0.01, middle!.high) });
    const [own, low, high] = [first!.high + 0.01, first!.low, first!.high].map((one) => one.toFixed(3));
    expect(above).toContain(
      `the two disagree: outside the 95 % interval, that law gives R² ${own} for ‘first’ (${low} to ${high} from the data).`,
    );
    expect(told({ calibrate: calibrate(), value: values(0, 1) })).toMatch(
      /R² \d\.\d{3} for ‘\w+’ \([^)]*\) and R² \d\.\d{3} for ‘\w+’/,
    );
    const many = ['p', 'q', 'r', 's', 't'];
    const each = <One>(one: One) => Object.fromEntries(many.map((name) => [name, one]));
    const off = values(first!.high + 0.01, 0).protocols.first!;
    const five = told({
      calibrate: { ...calibrate(), bestSet: many, protocols: each(first!) },
      value: { ...both.steps.value!, protocols: each(off) },
    });
    expect(five).toMatch(/for ‘p’ .* for ‘r’ \([^)]*\) and 2 more\./);
  });

  it('and nothing is said of it where the law is itself the estimate, or the values are of another kind', async () => {
    const { latent: _, ...lawless } = STUDY;
    expect(said(await run({ ...lawless, ...DENSE }), 'Told apart?')).not.toContain(
      'do not use the law given',
    );
    const linear = { calibration: { data: 'dense.csv', noise: 0, estimand: 'linear' } };
    expect(said(await run({ ...STUDY, ...linear }), 'Told apart?')).not.toContain('do not use the law given');
    expect(said(both, 'Told apart?')).toContain('do not use the law given');
  });
});
