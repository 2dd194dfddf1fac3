// Data of several realised protocols, each of other units.
import { describe, expect, it } from 'vitest';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { target } from '../../model/target.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { type Action, action, applyAction } from '../../model/value/action.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { identify } from '../identify.ts';
import { agreement } from './agreement.ts';
import { identifyFromData } from './from-data.ts';

const P = 6;
const grid = timeGrid(P, P);
const weights = targetWeights('uniform', grid);
const ou = (tau: number) => kernelMatrix({ ou: { tau } }, 0, grid);
const readings = (...times: number[]) => times.map((at) => action({ at, noise: 0.2 }, grid));
const first = readings(0.5, 3.5);
const second = readings(3.5, 5.5);

function simulate(units: number, seed: number, law: Matrix, actions: readonly Action[], by = 1) {
  const factor = defaultKernels().cholesky(law);
  if (!factor.ok) throw new Error('singular');
  const measurements = zeros(units, actions.length);
  const targets = new Float64Array(units);
  const normals = new Float64Array(P + actions.length);
  for (let i = 0; i < units; i++) {
    fillNormal(randomStream(seed, i), normals);
    const path = Float64Array.from(
      { length: P },
      (_, j) => by * dot(factor.factor.data.subarray(j * P, j * P + j + 1), normals.subarray(0, j + 1)),
    );
    actions.forEach((a, n) => {
      measurements.data[i * actions.length + n] =
        applyAction(a, path) + by * Math.sqrt(a.noise) * normals[P + n]!;
    });
    targets[i] = dot(weights, path);
  }
  return { measurements, targets };
}

describe('data of two protocols', () => {
  it('come near to the range that both laws leave', async () => {
    const alternatives = [readings(0.5, 5.5)];
    const input = { weights, realised: [first, second], covarianceClass: 'any' as const };
    const known = identify({
      ...{ ...input, covariance: ou(2), target: target('mean') },
      alternative: alternatives[0]!,
    }).range!;
    const samples = [simulate(4000, 1, ou(2), first), simulate(3000, 2, ou(2), second)];
    const { fit, answers } = await identifyFromData({ ...input, samples, alternatives }, { resamples: 20 });
    expect(fit).toMatchObject({ units: 7000, compatible: true });
    expect(fit.alone!.map(({ units, compatible }) => [units, compatible])).toEqual([
      [4000, true],
      [3000, true],
    ]);
    const { range, intervals } = answers[0]!;
    expect(Math.abs(range!.low - known.low)).toBeLessThan(0.06);
    expect(Math.abs(range!.high - known.high)).toBeLessThan(0.06);
    expect(intervals!.low[0]).toBeLessThan(intervals!.low[1]);
  });

  it('have in common the variance of the target, and what readings they share tell', () => {
    const samples = [simulate(500, 3, ou(2), first), simulate(400, 4, ou(2), second)];
    const { shared } = agreement(samples, [first, second], { weights }, 1, 0);
    expect(shared.map(({ of }) => of)).toEqual([
      [null, null],
      [null, 1],
      [1, 1],
    ]);
    const variance = ({ targets }: { targets: Float64Array }) => {
      const mean = targets.reduce((sum, value) => sum + value, 0) / targets.length;
      return targets.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (targets.length - 1);
    };
    shared[0]!.values.forEach((value, k) => {
      expect(value).toBeCloseTo(variance(samples[k]!), 12);
      // Of a Gaussian variance, √(2/n) of itself.
      expect(shared[0]!.standardErrors[k]! / value / Math.sqrt(2 / samples[k]!.targets.length)).toBeCloseTo(
        1,
        0,
      );
    });
  });

  it('are seldom said to disagree where one law made both, and mostly where two did', () => {
    const shareBelow = (tau: number, runs: number) => {
      let below = 0;
      for (let run = 0; run < runs; run++) {
        const samples = [simulate(150, 10 + run, ou(2), first), simulate(150, 5000 + run, ou(tau), second)];
        if (agreement(samples, [first, second], { weights }, 1, run).pValue < 0.05) below++;
      }
      return below / runs;
    };
    // 5 % of 40 is 2, give or take 1.4.
    expect(shareBelow(2, 40)).toBeLessThan(0.18);
    expect(shareBelow(0.5, 10)).toBeGreaterThan(0.8);
  });

  it('that disagree leave no range', async () => {
    const samples = [simulate(400, 5, ou(2), first), simulate(400, 6, ou(0.5), second)];
    const { fit, answers } = await identifyFromData({
      ...{ weights, realised: [first, second], covarianceClass: 'any' },
      ...{ samples, alternatives: [readings(0.5, 5.5)] },
    });
    expect(fit.compatible).toBe(false);
    expect(fit.alone!.every(({ compatible }) => compatible)).toBe(true);
    expect(answers[0]).toMatchObject({ verdict: 'undecided', range: null });
    expect(answers[0]!.why).toContain('do not agree with one law');
  });

  it('say which protocol a problem is in, and are read in their own unit', async () => {
    const input = {
      weights,
      realised: [first, second],
      covarianceClass: 'any' as const,
      alternatives: [readings(1.5)],
    };
    const few = [simulate(400, 5, ou(2), first), simulate(4, 6, ou(2), second)];
    await expect(identifyFromData({ ...input, samples: few })).rejects.toMatchObject({
      problems: [{ path: ['data', 1] }],
    });
    const inUnit = {
      ...input,
      scale: new Float64Array(P).fill(50),
      realised: input.realised.map((actions) => actions.map((one) => ({ ...one, noise: 2500 * one.noise }))),
      alternatives: input.alternatives.map((actions) =>
        actions.map((one) => ({ ...one, noise: 2500 * one.noise })),
      ),
      samples: [simulate(300, 5, ou(2), first, 50), simulate(300, 6, ou(2), second, 50)],
    };
    const standard = [simulate(300, 5, ou(2), first), simulate(300, 6, ou(2), second)];
    const [one, other] = await Promise.all(
      [inUnit, { ...input, samples: standard }].map((each) => identifyFromData(each, { resamples: 0 })),
    );
    expect(one!.answers[0]!.range!.low).toBeCloseTo(other!.answers[0]!.range!.low, 6);
    const [large, small] = [one!, other!].map(({ fit }) => fit.agreement!.shared[0]!.values[0]);
    expect(large! / small!).toBeCloseTo(2500, 6);
  });
});
