import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../test/compared-with.ts';
import { normalQuantile } from './normal-quantile.ts';

const near = comparedWith('normal quantiles (relative)', 'mpmath, 40 digits');

const quantiles: [number, string][] = JSON.parse(
  readFileSync(new URL('../../fixtures/normal_quantile.json', import.meta.url), 'utf8'),
);

describe('normalQuantile', () => {
  it('has the values of 40-digit arithmetic to 1e-15', () => {
    for (const [p, digits] of quantiles) {
      const exact = Number(digits);
      near(Math.abs(normalQuantile(p) / exact - 1), 1e-15, `p = ${p}`);
    }
  });

  it('is 0 at ½, odd about it, infinite at the ends, undefined outside', () => {
    expect(normalQuantile(0.5)).toBe(0);
    for (let k = 1; k < 512; k++) expect(normalQuantile(k / 1024)).toBe(-normalQuantile(1 - k / 1024));
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
    for (const p of [-0.1, 1.1, Number.NaN]) expect(normalQuantile(p)).toBeNaN();
  });
});
