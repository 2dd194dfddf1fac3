import { lookAtTable } from '@sightline/data';
import { describe, expect, it } from 'vitest';
import { proposal } from './proposal.ts';

/** A table of rows for each combination of two numbers, from 0. */
async function proposed(
  head: string,
  units: number,
  times: number,
  row: (u: number, t: number) => unknown[],
) {
  const rows = Array.from({ length: units * times }, (_, n) =>
    row(Math.floor(n / times), n % times).join(','),
  );
  return proposal(await lookAtTable('t.csv', new TextEncoder().encode([head, ...rows].join('\n'))));
}
const reading = (u: number, t: number) => (5 + 0.5 * Math.sin(3 * u + t)).toFixed(3);

describe('the columns of a long table', () => {
  it('time may count weeks, which are no value', async () => {
    const { said } = await proposed('river,week,ntu', 8, 12, (u, t) => [`R${u}`, t + 0.5, reading(u, t)]);
    expect(said.columns).toEqual({ unit: 'river', time: 'week', value: 'ntu' });
    expect(said).toMatchObject({ horizon: 12, points: 12, align: 'exact', unitOfTime: 'week' });
  });

  it.each(['day', 'month', 'visit', 'study_week', 'weeks'])('or stand under %s', async (name) => {
    const { said } = await proposed(`subject,${name},score`, 6, 8, (u, t) => [`S${u}`, t + 1, reading(u, t)]);
    expect(said.columns).toEqual({ unit: 'subject', time: name, value: 'score' });
  });

  it('a shift is no value: it tells the rows of a machine apart that have the same minute', async () => {
    const { said, noiseBound } = await proposed('machine,shift,minute,mm_s', 5, 36, (u, n) => [
      `M${u}`,
      1 + Math.floor(n / 12),
      7 * (n % 12) + 3.5,
      reading(u, n),
    ]);
    expect(said.columns).toEqual({ unit: 'machine', trajectory: 'shift', time: 'minute', value: 'mm_s' });
    expect(said).toMatchObject({ horizon: 84, points: 12, missing: 'refuse' });
    // Half the mean square of a step of the values, by hand.
    let [sum, steps] = [0, 0];
    for (let u = 0; u < 5; u++)
      for (let n = 1; n < 36; n++)
        if (n % 12 !== 0) {
          sum += (Number(reading(u, n)) - Number(reading(u, n - 1))) ** 2;
          steps++;
        }
    expect(noiseBound).toBeCloseTo(sum / steps / 2, 12);
  });

  it('with hours beside days, days are no time', async () => {
    const { said } = await proposed('patient,day,hour,bpm', 4, 24, (u, n) => [
      `p${u}`,
      1 + Math.floor(n / 8),
      n % 8,
      60 + ((7 * n + u) % 13),
    ]);
    expect(said.columns).toEqual({ unit: 'patient', trajectory: 'day', time: 'hour', value: 'bpm' });
  });

  it('what counts rows, is the same throughout or belongs to the unit is no value where another column is left', async () => {
    const { said } = await proposed('plot,hour,row,depth,area,flux', 6, 10, (u, t) => [
      `P${u}`,
      t,
      10 * u + t + 1,
      30,
      12 + u,
      reading(u, t),
    ]);
    expect(said.columns).toMatchObject({ unit: 'plot', time: 'hour', value: 'flux' });
    const only = await proposed('plot,hour,row', 6, 10, (u, t) => [`P${u}`, t, 10 * u + t + 1]);
    expect(only.said.columns.value).toBe('row');
  });
});
