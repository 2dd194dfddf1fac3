import { expect, it } from 'vitest';
import { exactRow, explainedRow, simulatedRow } from './row.ts';
import { rowNumbers, written } from './row-numbers.ts';

it('writes printed zeros again, and ours to the same decimals', () => {
  expect(rowNumbers(exactRow('a', 0.38825, 0.3882504, 6))).toEqual({
    published: '0.388250',
    computed: '0.388250',
    tolerance: '5e−7',
  });
  expect(rowNumbers(exactRow('a', 1, 0.99996, 3))).toMatchObject({ published: '1.000', computed: '1.000' });
  expect(rowNumbers(exactRow('a', 568, 568, 0))).toMatchObject({ published: '568', computed: '568' });
  expect(rowNumbers(exactRow('a', 0, 1.1e-16, 15))).toMatchObject({ published: '0', computed: '1.1e−16' });
});

it('shows a decimal more where the tolerance is no rounding', () => {
  const row = { ...exactRow('a', 0.6817, 0.681648, 4), tolerance: 7.3e-5 };
  // To four decimals they would seem to differ by more than the tolerance.
  expect(rowNumbers(row)).toMatchObject({ computed: '0.68165', tolerance: '0.000073' });
  expect(rowNumbers(simulatedRow('a', -0.4134, -0.41573, 0.0046)).computed).toBe('−0.4157');
});

it('shows that a number differs', () => {
  const { published, computed } = rowNumbers(
    explainedRow(exactRow('a', 0.864, 0.8743, 3), { predicted: 0.8636, decimals: 3 }, 'a tie'),
  );
  expect([published, computed]).toEqual(['0.864', '0.874']);
});

it('has one way for what is no number, and no minus before nothing', () => {
  expect(written(Number.NaN, 3)).toBe('–');
  expect(written(-0.0001, 3)).toBe('0.000');
  expect(written(-2.5, 1)).toBe('−2.5');
});
