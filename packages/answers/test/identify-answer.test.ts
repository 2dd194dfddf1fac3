import type { IdentifyRequest, IdentifyResult } from '@sightline/study';
import { answerOf, questionOf } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { documentText, identifyDocument, undecidedText } from '../src/index.ts';

const STUDY = `sightline: 1
title: A title
time: { horizon: 8, points: 8, unit: h }
target: mean
latent: { kernel: { ou: { tau: 2 } }, trait: 0.1 }
protocols:
  seen: { at: [1, 7], noise: 0.2 }
  again: { at: [1, 7], noise: 0.1 }
  other: [{ at: 3.9, noise: 0.2 }, { at: 5, width: 3, noise: 0 }]
realised: seen
catalogue:
  - { at: [3.6, 5], width: [0, 3], noise: 0.2, cost: 2 }
`;

const identifyText = (result: IdentifyResult) => documentText(identifyDocument(result));

async function resultOf(text: string, request: IdentifyRequest = {}, seed = 0) {
  const read = async () => new TextEncoder().encode(text);
  return answerOf(questionOf('identify'), 'study.yaml', { read }, { ...request, seed });
}

describe('identifyResult', () => {
  it('has the fields of the contract', async () => {
    const { alternatives, ...head } = await resultOf(STUDY, {}, 7);
    expect(head).toEqual({
      sightline: 1,
      command: 'identify',
      study: 'study.yaml',
      inputHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      seed: 7,
      title: 'A title',
      warnings: [],
      repairs: [],
      grid: {
        horizon: 8,
        points: 8,
        unit: 'h',
        spacing: 1,
        largestShift: 0.5,
        reads: [
          { at: 1, from: 0, to: 1 },
          { at: 7, from: 6, to: 7 },
        ],
      },
      target: {
        name: 'mean',
        weights: 'uniform',
        variance: expect.any(Number),
        mean: 0,
        unit: 'sd',
        quantity: 'value',
      },
      realised: 'seen',
      assume: 'any',
      know: null,
      law: 'latent',
      estimand: 'gaussian',
      data: null,
      invisibleDimension: expect.any(Number),
      step: null,
      catalogue: 4,
    });
    expect(Object.keys(alternatives)).toEqual(['again', 'other']);
    const { again, other } = alternatives as Record<
      'again' | 'other',
      IdentifyResult['alternatives'][string]
    >;
    expect(again).toEqual({
      verdict: 'identified',
      by: 'row-space',
      why: expect.stringContaining('row space'),
      value: expect.any(Number),
      rmse: expect.closeTo(Math.sqrt(head.target.variance * (1 - again.value!)), 12),
      rmseRange: { low: again.rmse, high: again.rmse },
      sensitivity: expect.any(Number),
      range: { low: again.value, high: again.value, lowStatus: 'exact', highStatus: 'exact' },
      permuted: null,
      intervals: null,
      worlds: [],
      worldsDiffer: null,
      augmentation: null,
      unsolved: null,
    });
    expect(other).toMatchObject({ verdict: 'not-identified', unsolved: null });
    expect(other.range!.low).toBeLessThan(other.value!);
    expect(other.range!.high).toBeGreaterThan(other.value!);
    // The larger value has the smaller error.
    expect(other.rmseRange!.low).toBeLessThan(other.rmse!);
    expect(other.rmseRange!.high).toBeGreaterThan(other.rmse!);
  });

  it('names what to measure by number, time and width', async () => {
    const { alternatives } = await resultOf(STUDY, { range: false });
    const { actions, at, width, cost, surest } = alternatives.other!.augmentation!;
    const catalogue = [
      [3.6, 0],
      [3.6, 3],
      [5, 0],
      [5, 3],
    ];
    for (const set of [{ actions, at, width, cost }, ...(surest ? [surest] : [])]) {
      expect(set.at.map((time, i) => [time, set.width[i]])).toEqual(set.actions.map((a) => catalogue[a]));
      expect(set.cost).toBe(2 * set.actions.length);
    }
    // What the alternative measures lies in the catalogue: a point on the grid point 3.5 and the window around 5.
    expect((surest ?? { actions }).actions).toEqual([0, 3]);
  });

  it('shows the pair of times in which the worlds differ most', async () => {
    const { worlds, worldsDiffer } = (await resultOf(STUDY)).alternatives.other!;
    const [low, high] = worlds.map(({ covariance }) => covariance!);
    const { times, correlations } = worldsDiffer!;
    const [j, k] = times.map((time) => time - 0.5) as [number, number];
    expect(correlations).toEqual([low![j]![k], high![j]![k]]);
    const differences = low!.flatMap((row, a) => row.map((value, b) => Math.abs(value - high![a]![b]!)));
    expect(Math.max(...differences)).toBeCloseTo(Math.abs(correlations[0] - correlations[1]), 8);
  });

  it('says what it did not compute or use', async () => {
    const kinds = async (text: string, request: IdentifyRequest = {}) =>
      (await resultOf(text, request)).warnings.map(({ kind }) => kind);
    expect(await kinds(STUDY.replace('points: 8', 'points: 257'))).toEqual(['no-range']);
    expect(await kinds(STUDY.replace('points: 8', 'points: 257'), { range: false })).toEqual([]);
    expect(await kinds(`${STUDY}know: { nonNegative: true }\n`)).toEqual(['know-unused']);
    expect(await kinds(STUDY.replace('mean', '{ above: 1 }'), { step: 0.5, range: false })).toEqual([
      'option-unused',
    ]);
    expect(await kinds(STUDY.replace('[1, 7], noise: 0.2', '[1, 1], noise: 0'))).toEqual([
      'repeated',
      'nothing-new',
    ]);
    expect(await kinds(STUDY.replace('[1, 7], noise: 0.2', '[1, 7]'))).toEqual(['no-noise']);
  });
});

describe('the text', () => {
  const long = 'a name that is much longer than the column it would have to stand in, really and truly';

  it('gives the answer first, within 80 columns', async () => {
    const text = identifyText(
      await resultOf(`${STUDY.replace('other:', `${long}:`)}know: { nonNegative: true }\n`, { step: 0.5 }),
    );
    for (const line of text.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
    const flat = text.replace(/\s+/g, ' ');
    expect(text.indexOf('is not identified: ')).toBeLessThan(text.indexOf('\ntarget '));
    expect(flat).toContain('‘again’ is identified: R² 0.');
    expect(text).toMatch(/^ {2}range +0\.\d{3} … [01]\.\d{3} \(lowest proved, highest (proved|attained)\)$/m);
    expect(text).toMatch(/^a name that is much l… {2}0\.5 ·*━+●━+·* 1$/m);
    expect(flat).toContain('any correlation matrix; no negative correlation');
  });

  it('places the worlds at a step only where it has an effect', async () => {
    const placed = async (text: string) =>
      /at 0\.5 of\s+the\s+largest step/.test(identifyText(await resultOf(text, { step: 0.5 })));
    expect(await placed(STUDY)).toBe(true);
    expect(await placed(STUDY.replace('mean', '{ between: [-1, 0.5] }'))).toBe(false);
  });

  it('says how far a solver got', async () => {
    const result = await resultOf(STUDY, { range: false });
    expect(undecidedText(result)).toBeUndefined();
    const unsolved = { why: 'the solver did not reach its tolerance', relativeGap: 0.012, residual: 3e-7 };
    const other = { ...result.alternatives.other!, unsolved };
    // A verdict that stands without the solver is an answer.
    expect(undecidedText({ ...result, alternatives: { other } })).toBeUndefined();
    const open = { ...result, alternatives: { other: { ...other, verdict: 'undecided' as const } } };
    expect(undecidedText(open)!.replace(/\s+/g, ' ')).toBe(
      'numerically undecided other: the solver did not reach its tolerance (reached: relative gap 1.2e-2, residual 3.0e-7) ',
    );
    expect(identifyText(open)).toContain('\nother: undecided\n');
  });
});
