import { action, timeGrid } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { ask } from '../../test/ask.ts';
import { gridSummary } from './horizon.ts';

const study = (time: string, [a, b, c]: readonly [string, string, string], more = '') => `sightline: 1
time: ${time}
target: mean
latent: { kernel: { ou: { tau: 2 } } }
protocols:
  seen: { at: ${a}, noise: 0.2 }
  other: [{ at: [${b}, ${c}], noise: 0.2 }, { at: ${b}, width: 2, noise: 0.1 }]
realised: seen
know: { correlations: [{ times: [${a}, ${c}], value: VALUE }] }
catalogue: [{ at: { from: ${a}, to: ${c}, count: 4 }, noise: 0.2 }]
choose: { exactly: 2 }
${more}`;
/** From 22:00 to 08:00 in cells of half an hour: a, b and c are 1, 4.5 and 8 h after its beginning. */
const NUMBERS = ['1', '4.5', '8'] as const;
const TEXTS = ['"23:00"', '"02:30"', '"06:00"'] as const;
const NIGHT = '{ horizon: 10, points: 20, unit: h, start: "22:00" }';
/** The grid points that 1 and 8 are read at are 7 h apart. */
const correlation = (text: string) => text.replace('VALUE', String(Math.exp(-3.5)));

describe('times of day', () => {
  it.each(['value', 'identify', 'design'] as const)(
    'give %s the numbers that they stand for',
    async (command) => {
      const by = async (times: readonly [string, string, string]) => {
        const { code, result } = await ask(command, { 'study.yaml': correlation(study(NIGHT, times)) });
        expect(code).toBe(0);
        const { inputHash: _, ...rest } = result;
        return rest;
      };
      expect(await by(TEXTS)).toEqual(await by(NUMBERS));
    },
  );

  it('change no number of a study that has the same times without a clock', async () => {
    const by = async (time: string) =>
      (await ask('value', { 'study.yaml': correlation(study(time, NUMBERS)) })).result.protocols;
    expect(await by(NIGHT)).toEqual(await by('{ horizon: 10, points: 20, unit: h }'));
  });

  it.each([
    ['with quotes', '"23:00"', ''],
    ['without', '23:00', ''],
    ['where YAML would have a number of base 60', '23:00', '%YAML 1.1\n---\n'],
    ['with seconds', '"23:00:00"', ''],
  ])('are written %s', async (_, time, head) => {
    const text = head + study(NIGHT, [time, '4.5', '8']).replace(/^know.*\n/m, '');
    const { code, result } = await ask('value', { 'study.yaml': text });
    expect([code, result.grid?.reads?.[0]]).toEqual([
      0,
      { at: 1, from: 0.5, to: 1, clock: { at: '23:00', from: '22:30', to: '23:00' } },
    ]);
  });

  it('are refused everywhere on a horizon of more than a day, each in its place', async () => {
    const long = '{ horizon: 30, points: 30, unit: h, start: "22:00" }';
    const text = study(long, TEXTS, '').replace(
      'exactly: 2',
      'exactly: 2, forbidden: [{ from: "23:00", to: 5 }]',
    );
    const { code, result } = await ask('design', { 'study.yaml': correlation(text) });
    expect(code).toBe(3);
    expect(result.problems.map(({ path }: { path: string }) => path)).toEqual([
      'protocols.seen.at',
      'protocols.other[0].at[0]',
      'protocols.other[0].at[1]',
      'protocols.other[1].at',
      'know.correlations[0].times[0]',
      'know.correlations[0].times[1]',
      'catalogue[0].at.from',
      'catalogue[0].at.to',
      'choose.forbidden[0].from',
    ]);
    for (const { why } of result.problems) expect(why).toContain('more than a day');
  });
});

it('finds the largest shift among very many actions', () => {
  const grid = timeGrid(10, 20, 'h');
  const near = action({ at: 0.3 }, grid);
  const far = action({ at: 0.5 }, grid);
  const many = [...Array.from({ length: 500_000 }, () => near), far];
  expect(gridSummary(grid, many).largestShift).toBe(0.25);
  expect(gridSummary(grid, many, { otherShift: 0.4 }).largestShift).toBe(0.4);
});

it('names the cell that a time between two of them reads, by the clock too', () => {
  const grid = timeGrid(24, 96, 'h', 0);
  const times = [12, 7.5, 7.5, 8.1, 24];
  const actions = [...times.map((at) => action({ at }, grid)), action({ at: 6, width: 2 }, grid)];
  const cell = (at: number, from: number, clock: string[]) => ({
    at,
    from,
    to: at,
    clock: { at: clock[0], from: clock[1], to: clock[0] },
  });
  expect(gridSummary(grid, actions)).toMatchObject({
    start: 0,
    reads: [cell(7.5, 7.25, ['07:30', '07:15']), cell(12, 11.75, ['12:00', '11:45'])],
  });
  expect('reads' in gridSummary(grid, actions, { named: [] })).toBe(false);
});
