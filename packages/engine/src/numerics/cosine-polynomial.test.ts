import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosines, lowestCosine } from './cosine-polynomial.ts';
import { cos } from './elementary.ts';
import { fillNormal, randomStream } from './random/random-stream.ts';

const valueAt = (a: ArrayLike<number>, angle: number) =>
  Array.from(a).reduce((sum, own, l) => sum + own * cos(l * angle), 0);

describe('the lowest value of a cosine polynomial', () => {
  it('is a bound that lies within the precision of the lowest of many values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer(), (n, seed) => {
        const a = new Float64Array(n);
        fillNormal(randomStream(seed, n), a);
        // Minima are asked for below 0.
        a[0] = -10;
        const { lowest, minima } = lowestCosine(a, 1e-9);
        const looked = Array.from({ length: 400 * n + 1 }, (_, i) => valueAt(a, (Math.PI * i) / (400 * n)));
        expect(lowest).toBeLessThanOrEqual(Math.min(...looked));
        const found = Math.min(...looked, ...minima.map((angle) => valueAt(a, angle)));
        expect(found - lowest).toBeLessThanOrEqual(1e-9 + 1e-12 * n);
      }),
      { numRuns: 40 },
    );
  });

  it('finds every zero of a square, and is 0 there', () => {
    // |Π (z − e^{iθ})(z − e^{−iθ})|² on the circle, by its autocorrelations.
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const zeros = Array.from({ length: n }, (_, i) => ((i + 0.2 + 0.6 * share) * Math.PI) / n);
        let q = [1];
        for (const angle of zeros) {
          const by = [1, -2 * cos(angle), 1];
          const product = new Array<number>(q.length + 2).fill(0);
          q.forEach((x, i) => {
            by.forEach((y, j) => {
              product[i + j]! += x * y;
            });
          });
          q = product;
        }
        const a = Float64Array.from(
          q,
          (_, l) => (l === 0 ? 1 : 2) * q.slice(l).reduce((sum, x, i) => sum + x * q[i]!, 0),
        );
        a[0]! -= 1e-7;
        const { lowest, minima } = lowestCosine(a, 1e-10);
        expect(Math.abs(lowest + 1e-7)).toBeLessThanOrEqual(1.01e-10 + 1e-13 * a[0]!);
        expect(minima).toHaveLength(n);
        minima.forEach((angle, i) => {
          expect(angle).toBeCloseTo(zeros[i]!, 7);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('cosines by rotation are cosines', () => {
    const angles = [0, 0.3, 1, Math.PI / 2, 3, Math.PI];
    const { data } = cosines(angles, 300);
    angles.forEach((angle, n) => {
      for (let l = 0; l < 300; l++) expect(data[n * 300 + l]).toBeCloseTo(cos(l * angle), 12);
    });
  });
});
