import { expect, it } from 'vitest';
import { ask } from '../../test/ask.ts';

/** Points and windows of 2 h at every hour of the day. */
const study = (forbidden: string) => `sightline: 1
time: { horizon: 24, points: 48, unit: h, start: "00:00" }
target: mean
latent: { kernel: { ou: { tau: 3 } } }
catalogue: [{ at: { from: 0, to: 24, every: 1 }, width: [0, 2], noise: 0.4 }]
choose: { exactly: 3, forbidden: ${forbidden} }
`;
const design = async (forbidden: string) =>
  (await ask('design', { 'study.yaml': study(forbidden) }, { sensitivity: true })).result;
/** The numbers of what is read at these times, as the contract words it: from ≤ at < to, windows that overlap included. */
const numbers = (isClosed: (from: number, to: number) => boolean) =>
  JSON.stringify(
    Array.from({ length: 25 }, (_, hour) => [
      ...(isClosed(hour, hour) ? [2 * hour] : []),
      ...(isClosed(hour - 1, hour + 1) ? [2 * hour + 1] : []),
    ]).flat(),
  );

it.each([
  ['[{ from: 6, to: 9 }]', (a: number, b: number) => a < 9 && (a === b ? a >= 6 : b > 6)],
  ['[{ from: "06:00", to: "09:00" }]', (a: number, b: number) => a < 9 && (a === b ? a >= 6 : b > 6)],
  ['[{ from: "22:00", to: "05:00" }]', (a: number, b: number) => a < 5 || (a === b ? a >= 22 : b > 22)],
  ['[{ from: "18:00", to: "24:00" }]', (a: number, b: number) => a < 24 && (a === b ? a >= 18 : b > 18)],
  ['[{ from: "18:00", to: "00:00" }]', (a: number, b: number) => a < 24 && (a === b ? a >= 18 : b > 18)],
] as const)('%s forbids what reads in it', async (stretch, isClosed) => {
  const [byStretch, byNumber] = [await design(stretch), await design(numbers(isClosed))];
  expect(byStretch.best).toEqual(byNumber.best);
  expect(byStretch.sets).toBe(byNumber.sets);
  expect(byStretch.choose.forbidden).toEqual([]);
  expect(byStretch.choose.stretches).toHaveLength(1);
  expect('stretches' in byNumber.choose).toBe(false);
});

it('forbids numbers beside stretches', async () => {
  const mixed = await design('[3, { from: 0, to: 12 }, 49]');
  const alone = await design(numbers((a) => a < 12).replace(']', ',49]'));
  expect(mixed.best).toEqual(alone.best);
  expect(mixed.choose).toMatchObject({ forbidden: [3, 49], stretches: [{ from: 0, to: 12 }] });
});

it('lets no action be moved into a stretch, between the times of the catalogue either', async () => {
  const { sensitivity } = await design('[{ from: "10:00", to: "14:00" }]');
  for (const { curve, freedom } of sensitivity) {
    for (const { at, allowed } of curve) if (at >= 10 && at < 14) expect(allowed).toBe(false);
    expect(freedom.to < 10 || freedom.from >= 14).toBe(true);
  }
});
