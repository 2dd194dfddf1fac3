import { describe, expect, it } from 'vitest';
import { gaussLegendre, integrate } from './quadrature.ts';

const relative = (value: number, expected: number) => Math.abs(value - expected) / Math.abs(expected);

describe('gaussLegendre', () => {
  it('has the closed-form rules of 1, 2, 3 and 5 points', () => {
    expect([...gaussLegendre(1).nodes, ...gaussLegendre(1).weights]).toEqual([0, 2]);
    expect(gaussLegendre(2).nodes[1]).toBeCloseTo(1 / Math.sqrt(3), 15);
    expect(gaussLegendre(2).weights[0]).toBeCloseTo(1, 15);
    expect(gaussLegendre(3).nodes[0]).toBeCloseTo(-Math.sqrt(3 / 5), 15);
    expect(gaussLegendre(3).nodes[1]).toBe(0);
    expect(gaussLegendre(3).weights[1]).toBeCloseTo(8 / 9, 15);
    expect(gaussLegendre(3).weights[2]).toBeCloseTo(5 / 9, 15);
    const outer = Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3;
    expect(gaussLegendre(5).nodes[4]).toBeCloseTo(outer, 15);
    expect(gaussLegendre(5).weights[4]).toBeCloseTo((322 - 13 * Math.sqrt(70)) / 900, 15);
  });

  it.each([1, 2, 3, 4, 7, 10, 31, 64])(
    'integrates every even power up to degree 2n - 1 exactly (n = %i)',
    (n) => {
      const { nodes, weights } = gaussLegendre(n);
      for (let degree = 0; degree <= 2 * n - 1; degree += 2) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += weights[i] * nodes[i] ** degree;
        expect(relative(sum, 2 / (degree + 1)), `degree ${degree}`).toBeLessThan(4e-15 * (degree + 1));
      }
    },
  );

  it('is not exact at degree 2n', () => {
    const { nodes, weights } = gaussLegendre(3);
    const sum = nodes.reduce((total, x, i) => total + weights[i] * x ** 6, 0);
    expect(Math.abs(sum - 2 / 7)).toBeGreaterThan(1e-3);
  });

  it.each([500, 1001])('is symmetric, ascending, positive and sums to 2 with %i points', (n) => {
    const { nodes, weights } = gaussLegendre(n);
    for (let i = 0; i < n; i++) {
      expect(nodes[i] + nodes[n - 1 - i]).toBe(0);
      expect(weights[i]).toBe(weights[n - 1 - i]);
      expect(weights[i]).toBeGreaterThan(0);
      if (i > 0) expect(nodes[i]).toBeGreaterThan(nodes[i - 1]);
    }
    expect(Math.abs(weights.reduce((a, b) => a + b) - 2)).toBeLessThan(1e-13);
  });

  it('has the outermost weight of the asymptotic form 2 / (n + 1/2)² / J1(j01)² at large n', () => {
    // J1(2.404825557695773) = 0.519147497289467; the next term of the expansion is O(n^-2) relative.
    const n = 1000;
    expect(relative(gaussLegendre(n).weights[0], 2 / ((n + 0.5) * 0.519147497289467) ** 2)).toBeLessThan(
      2e-6,
    );
  });

  it('gives the cached rule again', () => expect(gaussLegendre(12)).toBe(gaussLegendre(12)));

  it.each([0, -1, 2.5, Number.NaN, 1e9])('refuses %d points', (n) => {
    expect(() => gaussLegendre(n)).toThrow(`: ${n}`);
  });
});

describe('integrate', () => {
  it('meets closed forms of smooth integrands', () => {
    expect(relative(integrate(Math.exp, 0, 1), Math.E - 1)).toBeLessThan(1e-15);
    expect(
      relative(
        integrate((x) => 1 / x, 1, 2),
        Math.LN2,
      ),
    ).toBeLessThan(2e-15);
    expect(
      relative(
        integrate((x) => 4 / (1 + x * x), 0, 1),
        Math.PI,
      ),
    ).toBeLessThan(1e-15);
    expect(integrate(Math.sin, 3, 3)).toBe(0);
  });

  it('changes sign with the direction', () =>
    expect(integrate(Math.exp, 1, 0)).toBeCloseTo(-(Math.E - 1), 14));

  it('resolves a narrow peak with enough panels and not with one', () => {
    const peak = (x: number) => Math.exp(-((x / 0.01) ** 2));
    const exact = 0.01 * Math.sqrt(Math.PI);
    expect(relative(integrate(peak, -1, 1, { panels: 80, points: 10 }), exact)).toBeLessThan(1e-10);
    expect(relative(integrate(peak, -1, 1), exact)).toBeGreaterThan(0.1);
  });

  it('puts a kink on a panel boundary', () =>
    expect(integrate(Math.abs, -1, 3, { panels: 4, points: 2 })).toBeCloseTo(5, 14));

  it('refuses infinite ends and no panels', () => {
    expect(() => integrate(Math.exp, 0, Number.POSITIVE_INFINITY)).toThrow('Infinity');
    expect(() => integrate(Math.exp, 0, 1, { panels: 0 })).toThrow(': 0');
  });
});
