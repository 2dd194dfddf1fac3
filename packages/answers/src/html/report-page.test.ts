import { describe, expect, it } from 'vitest';
import { CHOICE, run, STUDY, said } from '../../test/report-fixtures.ts';
import { runDocument } from '../questions/run/document.ts';
import { methodsText } from '../questions/run/methods.ts';
import { reportPage } from './report-page.ts';

describe('the answer', () => {
  it('known: with the value, and that the benchmark determines it', async () => {
    const result = await run({
      ...STUDY,
      realised: 'first',
      protocols: { ...STUDY.protocols, again: { at: 0.5, repeats: 2 } },
    });
    const { alternatives } = result.steps.identify!;
    expect(alternatives.again!.verdict).toBe('identified');
    expect(said(result, 'Known?')).toContain(
      `‘again’ is identified: R² ${alternatives.again!.value!.toFixed(3)}; the benchmark of ‘first’ determines its value.`,
    );
    const { low, high } = alternatives.middle!.range!;
    expect(said(result, 'Known?')).toContain(
      `the benchmark of ‘first’ is compatible with R² from ${low.toFixed(3)} to ${high.toFixed(3)}`,
    );
  });

  it('known: what else to measure, where that settles it', async () => {
    const result = await run({ ...STUDY, realised: 'first', ...CHOICE, catalogue: [{ at: [1.5, 2.5] }] });
    expect(said(result, 'Known?')).toContain(
      'Measuring at 1.5 and 2.5 h as well, at a cost of 2, would identify it.',
    );
  });

  it('told apart: only what the comparisons say', async () => {
    const { latent: _, ...rest } = STUDY;
    const result = await run({
      ...rest,
      calibration: { data: 'dense.csv', noise: 0, scale: 'standardised' },
    });
    const { bestSet, protocols } = result.steps.calibrate!;
    const text = said(result, 'Told apart?');
    expect(text).toContain(`R² ${protocols[bestSet[0]!]!.value.toFixed(3)}`);
    expect(text.includes('cannot tell it apart')).toBe(bestSet.length > 1);
  });

  it('best: the times, the value and the proof', async () => {
    const result = await run({ ...STUDY, ...CHOICE });
    const { best } = result.steps.design!;
    const text = said(result, 'Best?');
    expect(text).toContain(`Measure at ${best.at.join(' and ')} h: R² ${best.value.toFixed(3)}`);
    expect(text).toContain('No other choice within these rules is better (all 6 compared).');
    const bare = await run(STUDY);
    expect(said(bare, 'Best?')).toBe('');
    expect(runDocument(bare, '1').next.find(({ label }) => label === 'design')!.text).toMatch(
      /; needs `catalogue`/,
    );
  });
});

describe('the page', () => {
  it('is well-formed, needs nothing from elsewhere, and shows every number once more in a table', async () => {
    const result = await run({
      ...STUDY,
      ...CHOICE,
      realised: 'first',
      calibration: { data: 'dense.csv', noise: 0, scale: 'standardised' },
    });
    const page = reportPage(result, { version: '9.9.9', command: 'sightline run study.yaml' });
    expect(unbalanced(page)).toEqual([]);
    expect(page).not.toMatch(/<script|\son\w+=|NaN|undefined|\[object/);
    for (const { value, linearValue } of Object.values(result.steps.value!.protocols))
      for (const number of [value, linearValue]) expect(page).toContain(`>${number.toFixed(4)}<`);
    const signed = (value: number) => `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(3)}`;
    for (const { difference, low, high } of result.steps.calibrate!.comparisons) {
      expect(page).toContain(`>${signed(difference)}<`);
      expect(page).toContain(`>${signed(low)} … ${signed(high)}<`);
    }
    for (const { objective } of Object.values(result.steps.design!.comparators))
      expect(page).toContain(`>${objective.toFixed(4)}<`);
    for (const text of ['9.9.9', result.inputHash, 'sightline run study.yaml', 'seed 0'])
      expect(page).toContain(text);
    // Each picture twice: for a screen and for a phone.
    expect(page.match(/<svg /g)!.length).toBe(2 * page.match(/<figure>/g)!.length);
  });

  it('keeps a number and its percent sign on one line of the answer, and shows names of commands as code', async () => {
    const { latent: _, ...rest } = STUDY;
    const result = await run({
      ...rest,
      calibration: { data: 'dense.csv', noise: 0, scale: 'standardised' },
    });
    const page = reportPage(result, { version: '1', command: 'sightline run study.yaml' });
    const [, answer] = page.split('<h2>The answer</h2>');
    expect(answer!.split('<h2>')[0]).toContain('95\u00a0% interval');
    expect(answer!.split('<h2>')[0]).not.toMatch(/\d %/);
    expect(result.warnings.some(({ what }) => what.includes('`sightline calibrate`'))).toBe(true);
    expect(page).toContain('<code>sightline calibrate</code>');
  });

  it('says of the two worlds what the benchmark sees, and it is the same', async () => {
    const result = await run({ ...STUDY, realised: 'first' });
    const { targetVariance, realisedValue } = result.worlds.middle!;
    expect(targetVariance[0]).toBeCloseTo(targetVariance[1], 8);
    expect(realisedValue![0]).toBeCloseTo(realisedValue![1], 6);
    expect(realisedValue![0]).toBeCloseTo(result.steps.value!.protocols.first!.value, 6);
  });
});

describe('the methods paragraph', () => {
  const kernels = [
    [{ ou: { tau: 1 } }, 'Ornstein–Uhlenbeck correlation (τ = 1 h)'],
    [{ matern32: { tau: 2 } }, 'Matérn-3/2 correlation (τ = 2 h)'],
    [{ matern52: { tau: 2 } }, 'Matérn-5/2'],
    [{ squaredExponential: { tau: 2 } }, 'squared exponential'],
    [{ dampedCosine: { decay: 3, period: 2 } }, 'decay 3 h, period 2 h'],
    [{ varyingOu: { from: 1, to: 2 } }, 'τ from 1 h to 2 h'],
    [{ toeplitz: [1, 0.5, 0.2, 0.1] }, 'lag by lag'],
    [
      {
        mixture: [
          { weight: 0.5, ou: { tau: 1 } },
          { weight: 0.5, matern32: { tau: 2 } },
        ],
      },
      '(share 0.5)',
    ],
  ] as const;
  it.each(kernels)('names the law %j', async (kernel, words) => {
    const { given, steps } = await run({ ...STUDY, latent: { kernel, trait: 0.2 } });
    const [model] = methodsText({ given, steps, version: '1', seed: 0 }).paragraphs;
    expect(model).toContain(words);
    expect(model).toContain('a share of 0.2 of the variance');
    expect(model).toContain('4 midpoints over 4 h, 1 h apart');
  });

  const targets = [
    ['mean', 'the mean over the horizon'],
    [{ above: 1 }, 'above 1 standard deviation,'],
    [{ outside: 1.5 }, 'further than 1.5 standard deviations from the mean'],
    [{ logistic: 2 }, 'slope 2'],
    [{ square: true }, 'squared quantity'],
    [{ hermite: [1, 0.5] }, 'coefficients 1 and 0.5'],
  ] as const;
  it.each(targets)('names the target %j', async (target, words) => {
    const { given, steps } = await run({ ...STUDY, target, weights: { recency: 6 } });
    const [model] = methodsText({ given, steps, version: '1', seed: 0 }).paragraphs;
    expect(model).toContain(words);
    expect(model).toContain('e every 6 h');
  });

  it('says what was done, and no more', async () => {
    const plain = await run(STUDY);
    const { paragraphs, references } = methodsText({ ...plain, version: '1.2.3', seed: 7 });
    expect(paragraphs).toHaveLength(3);
    expect(paragraphs.at(-1)).toContain('Sightline 1.2.3');
    expect(paragraphs.at(-1)).toContain('seed 7');
    expect(references).toEqual(['X. Zhang. Counterfactual Evaluation of Temporal Observation Protocols.']);
    const more = await run({ ...STUDY, ...CHOICE, realised: 'first' });
    const told = methodsText({ ...more, version: '1', seed: 0 });
    expect(told.paragraphs).toHaveLength(5);
    // Every reference is cited, and every citation has its reference.
    const cited = [...told.paragraphs.join(' ').matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
    expect(new Set(cited)).toEqual(new Set(told.references.map((_, i) => i + 1)));
    expect(told.references[1]).toContain('Semidefinite programming');
  });
});

/** Tags that are not closed in their order. */
function unbalanced(page: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const alone = new Set(['meta', '!doctype']);
  const body = page.replace(/<style>[\s\S]*?<\/style>/, '');
  for (const [, end, name, own] of body.matchAll(/<(\/?)([!\w]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (alone.has(name!) || own) continue;
    if (!end) open.push(name!);
    else if (open.pop() !== name) wrong.push(name!);
  }
  return [...wrong, ...open];
}
