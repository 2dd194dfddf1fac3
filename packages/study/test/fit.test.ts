import { exp, log, square } from '@sightline/engine/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { latentBlock } from '../src/questions/fit/latent-block.ts';
import type { FitResult } from '../src/questions/fit/plan-and-result.ts';
import { ask, type Files } from './ask.ts';
import { type SparseUnit, simulatedReadings, sparseCsv } from './sparse-fixtures.ts';

const STUDY = {
  sightline: 1,
  time: { horizon: 24, points: 24, unit: 'h' },
  target: { between: [70, 180] },
  calibration: { data: 'sparse.csv' },
  fit: { kernels: ['ou', 'matern32'] },
  protocols: { three: { at: [6, 12, 18], noise: 100 }, one: { at: 8, noise: 100 } },
};

/** Three to eight readings of each of 80 units, at any times. */
const UNITS = simulatedReadings({
  units: 80,
  seed: 2,
  times: (uniform) => Array.from(uniform.subarray(0, 3 + Math.floor(6 * uniform[39]!)), (u) => 24 * u),
});

const files = (change: object = {}, units: readonly SparseUnit[] | string = UNITS): Files => ({
  'study.yaml': JSON.stringify({ ...STUDY, ...change }),
  'sparse.csv': typeof units === 'string' ? units : sparseCsv(units),
});

async function fit(
  change: object = {},
  units?: readonly SparseUnit[] | string,
  asked: object = {},
): Promise<FitResult> {
  const { code, result } = await ask('fit', files(change, units), { ...asked });
  if (code !== 0) throw new Error(JSON.stringify(result.problems));
  return result;
}

const problemsOf = async (
  change: object,
  units?: readonly SparseUnit[] | string,
  command: 'fit' | 'value' | 'identify' | 'design' = 'fit',
) =>
  (await ask(command, files(change, units))).result.problems as {
    path: string;
    why: string;
    accepted: string;
  }[];

/** log N(y; m, C) by elimination: nothing of the engine's. */
function logDensity(y: readonly number[], covariance: (j: number, k: number) => number): number {
  const n = y.length;
  const a = y.map((_, j) => y.map((_, k) => covariance(j, k)));
  const rest = [...y];
  let sum = -(n / 2) * log(2 * Math.PI);
  for (let j = 0; j < n; j++) {
    sum -= (log(a[j]![j]!) + square(rest[j]!) / a[j]![j]!) / 2;
    for (let i = j + 1; i < n; i++) {
      const factor = a[i]![j]! / a[j]![j]!;
      for (let k = j; k < n; k++) a[i]![k]! -= factor * a[j]![k]!;
      rest[i]! -= factor * rest[j]!;
    }
  }
  return sum;
}

type Numbers = { tau: number; trait: number; mean: number; sd: number; noise: number };

function likelihoodOf(units: readonly SparseUnit[], { tau, trait, mean, sd, noise }: Numbers): number {
  return units.reduce((sum, { readings }) => {
    const at = (j: number) => readings[j]![0];
    const rho = (j: number, k: number) => trait + (1 - trait) * exp(-Math.abs(at(j) - at(k)) / tau);
    return (
      sum +
      logDensity(
        readings.map(([, value]) => value - mean),
        (j, k) => sd * sd * rho(j, k) + (j === k ? noise : 0),
      )
    );
  }, 0);
}

describe('sightline fit', () => {
  let result: FitResult;
  beforeAll(async () => {
    result = await fit({ fit: { kernels: ['ou'] } });
  });

  it('has the likelihood of its law, and no neighbour a larger one', () => {
    const { best } = result;
    const own = { ...best, tau: (best.kernel as { ou: { tau: number } }).ou.tau, mean: best.mean as number };
    expect(best.logLikelihood).toBeCloseTo(likelihoodOf(UNITS, own), 6);
    for (const name of ['tau', 'trait', 'mean', 'sd', 'noise'] as const)
      for (const factor of [0.99, 1.01])
        expect(likelihoodOf(UNITS, { ...own, [name]: factor * own[name] })).toBeLessThan(best.logLikelihood);
    expect(best.bic).toBeCloseTo(-2 * best.logLikelihood + 5 * log(80), 9);
  });

  it('says how sure it is: by the names of the law, and near what a larger study would show', () => {
    const { standardErrors: errors, parameters, best } = result;
    expect(parameters.map(({ name }) => name)).toEqual(['tau', 'trait', 'mean', 'sd', 'noise']);
    expect(Object.keys(errors)).toEqual(['kernel', 'trait', 'mean', 'sd', 'noise']);
    expect((errors.kernel as { ou: { tau: number } }).ou.tau).toBe(parameters[0]!.standardError);
    // The variance of a unit's mean is known: that of the estimated mean is about its mean over the number of units.
    expect(errors.mean).toBeGreaterThan(0.5 * (best.sd / Math.sqrt(80 * 3)));
    expect(errors.mean).toBeLessThan(best.sd / Math.sqrt(80) + 1);
    for (const { name, low, high, value } of parameters) {
      expect(low! < value && value < high!, name).toBe(true);
      const truth = { tau: 3, trait: 0.2, mean: 140, sd: 50, noise: 100 }[name]!;
      expect(low! < truth && truth < high!, name).toBe(true);
    }
    expect(result).toMatchObject({ units: 80, trajectories: 80, method: 'ml' });
    expect(result.readings).toBe(UNITS.reduce((sum, { readings }) => sum + readings.length, 0));
  });

  it('shows beside the law what pairs of readings say without a kernel', () => {
    const { best, lags, data } = result;
    const tau = (best.kernel as { ou: { tau: number } }).ou.tau;
    const pairs = UNITS.flatMap(({ readings }) =>
      readings.flatMap(([t, x], j) =>
        readings.slice(0, j).map(([s, y]) => ({
          lag: t - s,
          product:
            ((x - (best.mean as number)) * (y - (best.mean as number))) / (square(best.sd) + best.noise),
        })),
      ),
    );
    expect(lags.reduce((sum, one) => sum + one.pairs, 0)).toBe(pairs.length);
    const first = pairs.filter(({ lag }) => lag < data.longestGap / 12);
    const mean = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
    expect(lags[0]!.pairs).toBe(first.length);
    expect(lags[0]!.lag).toBeCloseTo(mean(first.map(({ lag }) => lag)), 10);
    expect(lags[0]!.correlation).toBeCloseTo(mean(first.map(({ product }) => product)), 10);
    const signal = square(best.sd) / (square(best.sd) + best.noise);
    const law = (lag: number) => signal * (best.trait + (1 - best.trait) * exp(-lag / tau));
    expect(lags[0]!.fitted).toBeCloseTo(mean(first.map(({ lag }) => law(lag))), 10);
    for (const { lag, correlation, standardError, fitted } of lags) {
      // It is convex: the mean over a class lies above it.
      expect(fitted).toBeGreaterThan(law(lag) - 1e-12);
      expect(Math.abs(correlation - fitted)).toBeLessThan(4 * standardError!);
    }
  });

  it('makes the law that every question computes with, and its block is that law to the last bit', async () => {
    for (const change of [
      {},
      { fit: { kernels: ['ou'], mean: 'smooth' } },
      { calibration: { ...STUDY.calibration, noise: 100 } },
    ]) {
      const own = await fit(change);
      const { calibration: _, fit: __, ...rest } = STUDY;
      const asked = { target: 'mean', ...change };
      const fitted = await ask('value', files(asked), { draws: 100 });
      const study = { ...rest, target: 'mean', ...parse(latentBlock(own)) };
      const written = await ask('value', { 'study.yaml': JSON.stringify(study) }, { draws: 100 });
      expect(fitted.result.law).toBe('fit');
      expect(written.result.law).toBe('latent');
      expect(written.result.protocols).toEqual(fitted.result.protocols);
      expect(written.result.target).toEqual(fitted.result.target);
    }
  });

  it('does not depend on the order of the rows', async () => {
    const turned = UNITS.map(({ unit, readings }) => ({ unit, readings: [...readings].reverse() })).reverse();
    const { inputHash: _, ...own } = await fit();
    const { inputHash: __, ...other } = await fit({}, turned);
    expect(other).toEqual(own);
  });

  it('compares the kernels that it is asked for', async () => {
    const { candidates, best } = await fit();
    expect(candidates.map(({ kernel }) => Object.keys(kernel)[0])).toEqual(['ou', 'matern32']);
    expect(best.bic).toBe(Math.min(...candidates.map(({ bic }) => bic)));
    expect(Math.min(...candidates.map(({ behind }) => behind.difference))).toBe(0);
  });

  it('holds a noise that is given, and fits without a trait', async () => {
    const { best, standardErrors, parameters } = await fit({
      calibration: { data: 'sparse.csv', noise: 100 },
      fit: { kernels: ['ou'], trait: false },
    });
    expect(best).toMatchObject({ noise: 100, trait: 0 });
    expect(standardErrors).toMatchObject({ noise: null, trait: null });
    expect(parameters.map(({ name }) => name)).toEqual(['tau', 'mean', 'sd']);
  });

  it('takes logarithms: the law is theirs', async () => {
    const powers = UNITS.map(({ unit, readings }) => ({
      unit,
      readings: readings.map(([time, value]) => [time, exp(value / 100)] as const),
    }));
    const { best } = await fit(
      { calibration: { data: 'sparse.csv', transform: 'log' }, fit: { kernels: ['ou'] } },
      powers,
    );
    const { best: own } = result;
    expect(best.mean).toBeCloseTo((own.mean as number) / 100, 6);
    expect(best.sd).toBeCloseTo(own.sd / 100, 6);
    expect(best.trait).toBeCloseTo(own.trait, 5);
  });

  it('has trajectories of a unit by day, and errors by unit', async () => {
    const days = UNITS.map(({ readings }, i) =>
      readings.map(([time, value]) => {
        const [hour, minute] = [Math.floor(time), Math.floor(60 * (time % 1))];
        const clock = `${hour}`.padStart(2, '0') + `:${`${minute}`.padStart(2, '0')}`;
        return `p${i % 10},2024-03-0${1 + Math.floor(i / 10)} ${clock},${value}`;
      }),
    );
    const text = `unit,time,value\n${days.flat().join('\n')}\n`;
    const change = {
      calibration: { data: 'sparse.csv', split: 'day', duplicates: 'keep' },
      fit: { kernels: ['ou'] },
    };
    const { units, trajectories, best, covariance } = await fit(change, text);
    expect({ units, trajectories }).toEqual({ units: 10, trajectories: 80 });
    // Minutes are rounded.
    expect(best.mean as number).toBeCloseTo(result.best.mean as number, 0);
    const byDay = await fit({ ...change, calibration: { ...change.calibration, independent: 'day' } }, text);
    expect(byDay.units).toBe(8);
    expect(byDay.best.logLikelihood).toBe(best.logLikelihood);
    expect(byDay.covariance).not.toEqual(covariance);
  });

  it('has values where a law along the ridge leaves nothing to predict', async () => {
    const coarse = simulatedReadings({ units: 60, times: () => [2, 10, 18], tau: 1e-3, trait: 0, noise: 0 });
    const study = { fit: { kernels: ['squaredExponential'] }, target: { between: [0, 300] } };
    const { code, result: valued } = await ask('value', files(study, coarse), { draws: 100 });
    const told = JSON.stringify(code === 0 ? valued.warnings : valued.problems);
    expect(told).toMatch(/do not determine|hardly varies/);
  });

  it('says what the times cannot tell', async () => {
    const coarse = simulatedReadings({ units: 60, times: () => [2, 10, 18], tau: 1, trait: 0, noise: 100 });
    const { warnings, parameters } = await fit({ fit: { kernels: ['ou'] } }, coarse);
    const open = parameters.filter(({ determined }) => !determined).map(({ name }) => name);
    expect(open).toContain('tau');
    expect(open).toContain('noise');
    const { what } = warnings.find(({ kind }) => kind === 'undetermined')!;
    expect(what).toContain(
      'two of a trajectory are 8 to 16 h apart; over less time noise and a short memory look alike',
    );
    expect(latentBlock(await fit({ fit: { kernels: ['ou'] } }, coarse))).toContain(
      `undetermined: [${open.join(', ')}]`,
    );
  });
});

describe('what cannot be fitted is a problem', () => {
  it.each([
    ['no readings', { calibration: undefined }, 'calibration', 'a law is fitted to readings'],
    ['a wrong kernel', { fit: { kernels: ['toeplitz'] } }, 'fit.kernels[0]', 'this is text'],
    [
      'a kernel twice',
      { fit: { kernels: ['ou', 'ou'] } },
      'fit.kernels[1]',
      'this kernel stands in the list before',
    ],
    [
      'a list of noises',
      { calibration: { data: 'sparse.csv', noise: Array(24).fill(1) } },
      'calibration.noise',
      'one variance of the noise',
    ],
    [
      'a rule of the grid',
      { calibration: { data: 'sparse.csv', align: 'mean' } },
      'calibration.align',
      'no grid to align',
    ],
    [
      'a rule for gaps',
      { calibration: { data: 'sparse.csv', missing: 'drop' } },
      'calibration.missing',
      'is no reading',
    ],
    [
      'averages',
      { calibration: { data: 'sparse.csv', duplicates: 'average' } },
      'calibration.duplicates',
      'less noise',
    ],
    [
      'a standardised law',
      { calibration: { data: 'sparse.csv', scale: 'standardised' } },
      'calibration.scale',
      'are fitted',
    ],
    ['too many knots', { fit: { mean: { smooth: 9999 } } }, 'fit.mean.smooth', 'not determined by readings'],
  ])('%s', async (_what, change, path, why) => {
    for (const command of ['fit', 'value'] as const) {
      const found = await problemsOf(change, undefined, command);
      expect(found.map((one) => one.path)).toContain(path);
      expect(found.find((one) => one.path === path)!.why).toContain(why);
    }
  });

  it.each([
    [
      'one reading of each unit',
      UNITS.map(({ unit, readings }) => ({ unit, readings: readings.slice(0, 1) })),
      'no trajectory has readings at two times',
    ],
    ['four units', UNITS.slice(0, 4), 'there are 4 units'],
    [
      'one value',
      UNITS.map(({ unit, readings }) => ({ unit, readings: readings.map(([time]) => [time, 5] as const) })),
      'all readings are the same',
    ],
  ])('%s', async (_what, units, why) => {
    const [problem, ...others] = await problemsOf({}, units);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ path: 'calibration.data' });
    expect(problem!.why).toContain(why);
  });

  it.each(['fit', 'value', 'identify', 'design'] as const)(
    'readings whose products of variances vanish: %s',
    async (command) => {
      const tiny = UNITS.map(({ unit, readings }) => ({
        unit,
        readings: readings.map(([time, value]) => [time, value * 1e-90] as const),
      }));
      const more = {
        target: 'mean',
        protocols: { one: { at: 8, noise: 1 }, two: { at: [2, 9], noise: 1 } },
        realised: 'one',
        catalogue: [{ at: [2, 4, 6], noise: 1 }],
        choose: { exactly: 2 },
      };
      expect(await problemsOf(more, tiny, command)).toMatchObject([
        { path: 'calibration.data', accepted: expect.stringContaining('1e-70 or more') },
      ]);
    },
  );

  it('noise that is larger than all that varies', async () => {
    const [problem] = await problemsOf({ calibration: { data: 'sparse.csv', noise: 1e5 } });
    expect(problem).toMatchObject({ path: 'calibration.noise' });
    expect(problem!.why).toContain('no larger than the noise variance');
  });

  it('says that readings of noise alone tell no law', async () => {
    const noise = simulatedReadings({
      units: 60,
      times: () => [2, 5, 5.5, 12],
      sd: 1e-6,
      noise: 100,
      seed: 3,
    });
    const { warnings, lags } = await fit({ fit: { kernels: ['ou'] } }, noise);
    const kinds = warnings.map(({ kind }) => kind);
    expect(kinds.includes('noise-alone') || kinds.includes('undetermined')).toBe(true);
    for (const { correlation } of lags) expect(Math.abs(correlation)).toBeLessThan(0.5);
  });

  it('what belongs to a fit is a problem without one, and noise is needed then', async () => {
    const found = await problemsOf(
      { fit: undefined, calibration: { data: 'sparse.csv' } },
      undefined,
      'value',
    );
    expect(found.map(({ path }) => path)).toEqual(['calibration.noise']);
    const kept = { fit: undefined, calibration: { data: 'sparse.csv', noise: 1, duplicates: 'keep' } };
    const paths = (await problemsOf(kept, undefined, 'value')).map(({ path }) => path);
    expect(paths).toContain('calibration.duplicates');
    const asked = await problemsOf({ fit: undefined, calibration: { data: 'sparse.csv', noise: 1 } });
    expect(asked.map(({ path }) => path)).toContain('fit');
  });
});

describe('sightline run', () => {
  it('begins with the fit, where the study asks for one', async () => {
    const { code, result } = await ask(
      'run',
      files({ fit: { kernels: ['ou'] }, target: 'mean', protocols: { one: { at: 8, noise: 100 } } }),
      {
        draws: 100,
      },
    );
    expect(code).toBe(0);
    expect(Object.keys(result.steps).slice(0, 2)).toEqual(['fit', 'value']);
    expect(result.steps.fit).toMatchObject({ command: 'fit', units: 80 });
  });
});
