import { describe, expect, it } from 'vitest';
import { parseStateTable } from './table.ts';
import type { StateTableRequest } from './table-request.ts';

const read = (text: string, request: StateTableRequest) =>
  parseStateTable('t.csv', new TextEncoder().encode(text), request);
const DAYS: StateTableRequest = { split: true };
const H = 3600;

async function records(text: string, request: StateTableRequest) {
  const found = await read(text, request);
  if (!found.ok) throw new Error(found.problems.map(({ why }) => String(why)).join('\n'));
  return found;
}

describe('days of units', () => {
  it('begin where they are told to, and have the names of unit and date', async () => {
    const text = 'id,who,when,x\n1,a,2024-05-01T05:00,1\n2,a,2024-05-01T07:00,2\n3,a,2024-05-02T05:59,3\n';
    const found = await records(text, {
      ...DAYS,
      start: 6 * H,
      columns: { unit: 'who', time: 'when', value: 'x' },
    });
    expect(found.ignored).toEqual(['id']);
    expect(
      found.records.map((own) => [own.record, own.unit, [...('times' in own ? own.times : [])]]),
    ).toEqual([
      ['a 2024-04-30', 'a', [23 * H]],
      ['a 2024-05-01', 'a', [H, 24 * H - 60]],
    ]);
  });

  it('of states are cut where a day begins', async () => {
    const text =
      'unit,from,to,state\na,2024-05-01 22:00,2024-05-02 06:00,sleep\na,2024-05-02 06:00,2024-05-02 07:00,wake\n';
    const { records: days } = await records(text, DAYS);
    expect(days).toMatchObject([
      { record: 'a 2024-05-01', intervals: [{ from: 22 * H, to: 24 * H, state: 'sleep' }] },
      {
        record: 'a 2024-05-02',
        intervals: [
          { from: 0, to: 6 * H, state: 'sleep' },
          { from: 6 * H, to: 7 * H, state: 'wake' },
        ],
      },
    ]);
    const changes =
      'unit,time,state\na,2024-05-01 22:00,sleep\na,2024-05-02 06:00,wake\na,2024-05-02 07:00,\n';
    expect((await records(changes, DAYS)).records).toEqual(days);
  });

  it('without a single value are days without values', async () => {
    const { records: days } = await records(
      'unit,time,value\na,2024-05-01 10:00,1\na,2024-05-02 10:00,NA\n',
      DAYS,
    );
    expect(days.map((own) => [own.record, 'times' in own && own.times.length])).toEqual([
      ['a 2024-05-01', 1],
      ['a 2024-05-02', 0],
    ]);
  });

  it('know what is known of them', async () => {
    const text =
      'unit,time,value,ward\na,2024-05-01 10:00,1,x\na,2024-05-02 10:00,2,y\nb,2024-05-01 10:00,2,y\n';
    const { records: days } = await records(text, { ...DAYS, covariates: ['ward'] });
    expect(days.map(({ covariates }) => covariates.ward)).toEqual(['x', 'y', 'y']);
  });
});

describe('columns by the names of the file', () => {
  it('tell the form that is meant, where there are several', async () => {
    const text = 'who,when,state,mg\na,0,up,1\na,10,down,2\na,20,,3\n';
    const columns = { unit: 'who', time: 'when' };
    expect((await records(text, { columns: { ...columns, value: 'mg' } })).kind).toBe('values');
    const states = await records(text, { columns });
    expect([states.kind, states.ignored]).toEqual(['states', ['mg']]);
    expect(states.records).toMatchObject([{ record: 'a', unit: 'a' }]);
  });

  it('may be in another unit of time', async () => {
    const found = await records('unit,time,value\na,0.5,1\n', { columns: {}, unit: H });
    expect('times' in found.records[0]! && [...found.records[0].times]).toEqual([1800]);
  });
});
