// The law that identify works under: given on any scale, estimated, or stationary but for the digits that a file keeps.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

const POINTS = 6;
const times = Array.from({ length: POINTS }, (_, j) => j + 0.5);
const correlation = (j: number, k: number) => 0.7 ** Math.abs(j - k);
const csv = (entry: (j: number, k: number) => number) =>
  `${times.map((_, j) => times.map((_, k) => entry(j, k)).join(',')).join('\n')}\n`;

const study = (more = '') => `sightline: 1
time: { horizon: ${POINTS}, points: ${POINTS} }
target: mean
latent: { covariance: cov.csv }
protocols:
  seen: { at: [0.5, 4.5], noise: 0.1 }
  other: { at: [1.5, 2.5], noise: 0.1 }
realised: seen
${more}`;

describe('a covariance whose diagonal is not 1', () => {
  // Deviations whose products with the correlations depend, in the last digit, on the order of the factors.
  const deviation = [0.83, 1.31, 0.77, 1.19, 0.91, 1.43];
  const raw = csv((j, k) => correlation(Math.max(j, k), Math.min(j, k)) * (deviation[j]! * deviation[k]!));
  const standardised = csv(correlation);

  it('gives the answer of the one that was standardised beforehand', async () => {
    const text = study();
    const [one, two] = await Promise.all(
      [raw, standardised].map((file) => ask('identify', { 'study.yaml': text, 'cov.csv': file })),
    );
    expect([one!.code, two!.code]).toEqual([0, 0]);
    const [a, b] = [one!.result.alternatives.other, two!.result.alternatives.other];
    expect(a.verdict).toBe('not-identified');
    expect(a.verdict).toBe(b.verdict);
    expect(a.range.low).toBeCloseTo(b.range.low, 6);
    expect(a.range.high).toBeCloseTo(b.range.high, 5);
    expect(a.range.high - a.range.low).toBeGreaterThan(0.1);
  });

  it('is judged under the same worlds by design', async () => {
    const text = study('catalogue: [{ at: [0.5, 2.5, 4.5], noise: 0.1 }]\nchoose: { exactly: 2 }\n');
    const [one, two] = await Promise.all(
      [raw, standardised].map((file) =>
        ask('design', { 'study.yaml': text, 'cov.csv': file }, { under: 'worlds' }),
      ),
    );
    expect([one!.code, two!.code]).toEqual([0, 0]);
    const values = ({ result }: { result: { best: { value: number } } }) => result.best.value;
    expect(values(one as never)).toBeCloseTo(values(two as never), 5);
    const { value: own } = (await ask('design', { 'study.yaml': text, 'cov.csv': raw })).result.best;
    expect(values(one as never)).toBeLessThan(own - 0.01);
  });
});

it('a law estimated from dense data leaves the range that its covariance leaves', async () => {
  const folder = join(import.meta.dirname, '../../../examples/calibration');
  const text = readFileSync(join(folder, 'study.yaml'), 'utf8')
    .replace(/^target:.*$/m, 'target: mean')
    .replace(/^classes:.*$/m, 'realised: contiguous');
  const files = { 'study.yaml': text, 'dense.csv': readFileSync(join(folder, 'dense.csv'), 'utf8') };
  const { code, result } = await ask('identify', files);
  expect(code).toBe(0);
  for (const { verdict, range } of Object.values<{ verdict: string; range: { low: number; high: number } }>(
    result.alternatives,
  )) {
    expect(verdict).toBe('not-identified');
    expect(range.high - range.low).toBeGreaterThan(0.5);
  }
});

describe('a covariance that is stationary but for its last digits', () => {
  const off = (by: number) => csv((j, k) => correlation(j, k) + (j + k === 1 ? by : 0));
  it.each([1e-10, 5e-10, 9.9e-10])('is stationary when %d off', async (by) => {
    for (const [command, request] of [
      ['identify', {}],
      ['design', { under: 'worlds' }],
    ] as const) {
      const text = study(
        'assume: stationary\ncatalogue: [{ at: [0.5, 2.5, 4.5], noise: 0.1 }]\nchoose: { exactly: 1 }\n',
      );
      const { code } = await ask(command, { 'study.yaml': text, 'cov.csv': off(by) }, request);
      expect(code).toBe(0);
    }
  });
  it.each([1.1e-9, 1e-8, 1e-3])('is refused when %d off', async (by) => {
    const files = { 'study.yaml': study('assume: stationary\n'), 'cov.csv': off(by) };
    const { code, result } = await ask('identify', files);
    expect(code).toBe(3);
    expect(result.problems[0]).toMatchObject({ path: 'assume', value: 'stationary' });
  });
});

it('says that no times could be exchanged where each has a mean of its own', async () => {
  const law = (mean: string) => `sightline: 1
time: { horizon: ${POINTS}, points: ${POINTS} }
target: { above: 12 }
latent: { kernel: { ou: { tau: 2 } }, mean: ${mean}, sd: 2 }
protocols: { seen: { at: [0.5, 3.5], noise: 1 }, other: { at: [1.5, 4.5], noise: 1 } }
realised: seen
`;
  const whyOf = async (mean: string) =>
    (await ask('identify', { 'study.yaml': law(mean) })).result.alternatives.other.why;
  expect(await whyOf('[10, 11, 12, 13, 14, 15]')).toContain('there was nothing to try');
  expect(await whyOf('12')).toContain('changes the value');
});
