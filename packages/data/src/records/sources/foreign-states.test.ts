import { reasonText } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import type { StatesSaid } from './foreign-cells.ts';
import { foreignStates } from './foreign-states.ts';
import { parseStateTable } from './table.ts';

const NIGHTS: Record<string, string> = { anna: 'WWN2 N2 N2 R', ben: 'W N2 N2 WWWR' };
const statesOf = (night: string): string[] => night.match(/W|N2|R/g)!;
const EPOCHS = Object.entries(NIGHTS).flatMap(([unit, night]) =>
  statesOf(night).map((state, k) => ({ unit, k, state })),
);

const read = async (text: string, said: Partial<StatesSaid> & Pick<StatesSaid, 'shape'>) =>
  foreignStates('t.csv', new TextEncoder().encode(text), {
    columns: { unit: 'unit', state: 'state', time: 'time' },
    cells: [],
    times: 1,
    epoch: 30,
    ...said,
  });
const csvOf = async (...asked: Parameters<typeof read>) => {
  const found = await read(...asked);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.csv;
};
const problemsOf = async (...asked: Parameters<typeof read>) => {
  const found = await read(...asked);
  return found.ok
    ? []
    : found.problems.map(({ line, column, why }) => `${line}:${column} ${reasonText(why)}`);
};

const EXPECTED = [
  'record,unit,from,to,state',
  'anna,anna,0,60,W',
  'anna,anna,60,150,N2',
  'anna,anna,150,180,R',
  'ben,ben,0,30,W',
  'ben,ben,30,90,N2',
  'ben,ben,90,180,W',
  'ben,ben,180,210,R',
  '',
].join('\n');

const clock = (seconds: number) => {
  const [hour, minute, second] = [
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
};
const BED = 86_400 - 60;

describe('a table of states as somebody has it', () => {
  it('is the same in whichever shape it comes', async () => {
    const rows = (time: (k: number) => string | number) =>
      ['unit,time,state', ...EPOCHS.map(({ unit, k, state }) => `${unit},${time(k)},${state}`)].join('\n');
    expect(
      await csvOf(
        rows((k) => 30 * k),
        { shape: 'epochs' },
      ),
    ).toBe(EXPECTED);
    expect(
      await csvOf(
        rows((k) => k / 2),
        { shape: 'epochs', times: 60 },
      ),
    ).toBe(EXPECTED);
    expect(
      await csvOf(
        rows((k) => k),
        { shape: 'epochs', times: 30 },
      ),
    ).toBe(EXPECTED);
    // Over midnight.
    expect(
      await csvOf(
        rows((k) => clock(BED + 30 * k)),
        { shape: 'epochs', times: 'clocks' },
      ),
    ).toBe(EXPECTED);
    const date = (k: number) => `2024-05-0${k < 2 ? 1 : 2} ${clock(BED + 30 * k)}`;
    expect(await csvOf(rows(date), { shape: 'epochs', times: 'moments' })).toBe(EXPECTED);
    const noTime = rows(() => '')
      .replaceAll(',,', ',')
      .replace(',time', '');
    const columns = { unit: 'unit', state: 'state' };
    expect(await csvOf(noTime, { shape: 'epochs', times: 'none', columns })).toBe(EXPECTED);

    const e = Array.from({ length: 7 }, (_, k) => `e${k}`);
    const wide = [
      ['unit', ...e],
      ...Object.entries(NIGHTS).map(([unit, night]) => [unit, ...statesOf(night)].concat('').slice(0, 8)),
    ];
    const wideText = wide.map((row) => row.join(',')).join('\n');
    expect(await csvOf(wideText, { shape: 'wide', cells: e, columns: { unit: 'unit' } })).toBe(EXPECTED);
    const turned = [
      'epoch,anna,ben',
      ...e.map((_, k) => `${k + 1},${statesOf(NIGHTS.anna!)[k] ?? ''},${statesOf(NIGHTS.ben!)[k]}`),
    ];
    expect(
      await csvOf(turned.join('\n'), {
        shape: 'columns',
        cells: ['anna', 'ben'],
        columns: {},
        times: 'none',
      }),
    ).toBe(EXPECTED);

    const stretches = EXPECTED.trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const lasting = stretches.map(([, unit, from, to, state]) => [
      unit,
      from,
      Number(to) - Number(from),
      state,
    ]);
    expect(
      await csvOf(['who,onset,duration,what', ...lasting.map((row) => row.join(','))].join('\n'), {
        shape: 'stretches',
        columns: { unit: 'who', from: 'onset', duration: 'duration', state: 'what' },
      }),
    ).toBe(EXPECTED);
    const changes = [
      'unit,time,state',
      ...stretches.map(([, unit, from, , state]) => `${unit},${from},${state}`),
    ];
    expect(await csvOf([...changes, 'anna,180,', 'ben,210,'].join('\n'), { shape: 'changes' })).toBe(
      EXPECTED,
    );
    expect(await parseStateTable('t.csv', new TextEncoder().encode(EXPECTED))).toMatchObject({
      ok: true,
      records: [{ record: 'anna' }, { record: 'ben' }],
    });
  });

  it('says how long each state was there, and what is not annotated', async () => {
    const text = 'unit,time,state\na,0,W\na,30,\na,60,W\na,90,N2\nb,0,N2\n';
    expect(await read(text, { shape: 'epochs' })).toMatchObject({
      units: 2,
      records: 2,
      lengths: [30, 90],
      states: [
        { state: 'N2', seconds: 60 },
        { state: 'W', seconds: 60 },
      ],
      empty: 1,
    });
  });

  it('tells nights of one unit apart by their pauses or by a column, and keeps strata', async () => {
    const night = (day: number) => `a,2024-05-0${day} 01:00,W\na,2024-05-0${day} 01:00:30,R`;
    const text = ['unit,time,state', night(1), night(2)].join('\n');
    expect(await csvOf(text, { shape: 'epochs', times: 'moments' })).toMatch(
      /^a 1,a,0,30,W\na 1,a,30,60,R\na 2,a,0/m,
    );
    const columns = { unit: 'who', record: 'night', stratum: 'site', time: 'time', state: 'state' };
    expect(
      await csvOf('who,night,site,time,state\na,1,x,0,W\nb,1,y,0,"W, awake"\n', { shape: 'epochs', columns }),
    ).toBe('record,unit,stratum,from,to,state\na 1,a,x,0,30,W\nb 1,b,y,0,30,"W, awake"\n');
  });

  it('is refused at the cell that is wrong', async () => {
    const rows = (...lines: string[]) => ['unit,time,state', ...lines].join('\n');
    expect(await problemsOf(rows('a,0,W', 'a,x,W', ',60,W'), { shape: 'epochs' })).toEqual([
      '3:3 this is no time',
      '4:1 this row names no unit',
    ]);
    expect(await problemsOf(rows('a,0,W', 'a,30,W', 'a,30,R'), { shape: 'epochs' })).toEqual([
      '4:3 this time stands twice in its record',
    ]);
    expect(await problemsOf(rows('a,0,W', 'a,10,W'), { shape: 'epochs' })).toEqual([
      '3:3 this comes 10 s after the row before, and an epoch lasts 30 s',
    ]);
    expect(await problemsOf(rows('a,0,W', 'a,600,R'), { shape: 'changes' })).toEqual([
      '3:7 nothing says how long the last state of this record lasts',
    ]);
    expect(
      await problemsOf('unit,from,to,state\na,0,60,W\na,30,90,R\na,99,90,R', {
        shape: 'stretches',
        columns: { unit: 'unit', from: 'from', to: 'to', state: 'state' },
      }),
    ).toEqual([
      '3:3 the stretch overlaps with another of its record, from 0 to 60 s',
      '4:6 the stretch ends before it begins',
    ]);
    expect(await problemsOf(rows('a,25:00,W'), { shape: 'epochs', times: 'clocks' })).toEqual([
      '2:3 this is no time of day',
    ]);
    expect(
      await problemsOf('unit,e1\na,W\na,R', { shape: 'wide', cells: ['e1'], columns: { unit: 'unit' } }),
    ).toEqual(['3:1 this record has a row already']);
    expect(await problemsOf('a,b\n1,2', { shape: 'epochs' })).toHaveLength(3);
  });
});
