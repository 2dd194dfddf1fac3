import { describe, expect, it } from 'vitest';
import { parseDenseCsv } from './parse.ts';
import type { DenseRequest, DenseUnits } from './units.ts';

const times = Float64Array.of(0.5, 1.5, 2.5, 3.5);

function read(text: string, request: Partial<DenseRequest>): DenseUnits {
  const found = parseDenseCsv(text, { times, ...request });
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.data;
}

const rowsOf = ({ units, values }: DenseUnits) =>
  Object.fromEntries(
    units.map((unit, i) => [unit, [...values.data.slice(i * times.length, (i + 1) * times.length)]]),
  );

const HEAD = 'unit,0.5,1.5,2.5,3.5\n';
const GAPS = `${HEAD}a,1,2,3,4\nb,5,NA,,11\nc,,7,8,9\nd,9,8,7,6\n`;
const LONG_GAPS =
  'unit,time,value\na,0.5,1\na,1.5,2\na,2.5,3\na,3.5,4\nb,3.5,11\nb,0.5,5\nb,1.5,\nc,1.5,7\nc,2.5,8\nc,3.5,9\nd,0.5,9\nd,1.5,8\nd,2.5,7\nd,3.5,6\n';

describe('missing values', () => {
  it.each([
    ['wide', GAPS],
    ['long', LONG_GAPS],
  ])('drop: units without all their values are left out and named (%s)', (_format, text) => {
    const data = read(text, { missing: 'drop' });
    expect(rowsOf(data)).toEqual({ a: [1, 2, 3, 4], d: [9, 8, 7, 6] });
    expect(data.report.dropped).toEqual({
      count: 2,
      units: [
        { unit: 'b', why: 'no value at 2 of 4 times: 1.5, 2.5' },
        { unit: 'c', why: 'no value at 1 of 4 times: 0.5' },
      ],
    });
    expect(data.report.units).toBe(2);
  });

  it.each([
    ['wide', GAPS],
    ['long', LONG_GAPS],
  ])('interpolate: a straight line in time, and never beyond the ends (%s)', (_format, text) => {
    const data = read(text, { missing: 'interpolate' });
    expect(rowsOf(data)).toEqual({ a: [1, 2, 3, 4], b: [5, 7, 9, 11], d: [9, 8, 7, 6] });
    expect(data.report.interpolated).toBe(2);
    expect(data.report.dropped.units).toEqual([
      { unit: 'c', why: 'no value at 1 of 4 times: 0.5; the ends are not extrapolated' },
    ]);
  });

  it('interpolate: by time, not by place', () => {
    const uneven = Float64Array.of(0, 1, 4, 5);
    const data = read('unit,0,1,4,5\na,0,3,,15\nb,1,1,2,0\n', { times: uneven, missing: 'interpolate' });
    expect([...data.values.data.slice(0, 4)]).toEqual([0, 3, 12, 15]);
    // How far each lies between those beside it: the noise that is left follows from it.
    expect([...data.filled!.data]).toEqual([0, 0, 0.75, 0, 0, 0, 0, 0]);
    expect(read('unit,0,1,4,5\na,0,3,1,15\n b,1,1,2,0\n', { times: uneven }).filled).toBeUndefined();
  });

  it('interpolate: a wide file may lack a column inside, as a long one may lack its rows', () => {
    const data = read('unit,0.5,2.5,3.5\na,1,3,4\nb,4,8,1\n', { missing: 'interpolate' });
    expect(rowsOf(data)).toEqual({ a: [1, 2, 3, 4], b: [4, 6, 8, 1] });
  });

  it('a target that is missing cannot be interpolated', () => {
    const data = read('unit,rem,0.5,1.5,2.5,3.5\na,1,1,2,3,4\nb,NA,1,2,3,4\nc,3,4,3,2,1\n', {
      missing: 'interpolate',
      target: 'rem',
    });
    expect([...data.targets!]).toEqual([1, 3]);
    expect(data.report.dropped.units).toEqual([{ unit: 'b', why: 'no target' }]);
  });

  it('a target that is missing in one row is missing', () => {
    const rows = (unit: string, ...targets: string[]) =>
      targets.map((target, j) => `${unit},${target},${times[j]},${unit.charCodeAt(0) * (j + 1)}\n`).join('');
    const text = `unit,rem,time,value\n${rows('a', '1', '1', '1', '1')}${rows('b', '2', '2', '', '2')}${rows('c', '3', '3', '3', '3')}`;
    expect([...read(text, { missing: 'drop', target: 'rem' }).targets!]).toEqual([1, 3]);
  });

  it('a unit is dropped with all its replicates', () => {
    const text = 'unit,rep,0.5,1.5,2.5,3.5\na,1,1,2,3,4\na,2,2,3,4,5\nb,1,1,2,3,4\nb,2,1,,3,4\nc,1,0,0,0,0\n';
    const data = read(text, { missing: 'drop', replicates: 'rep' });
    expect(data.units).toEqual(['a', 'c']);
    expect([...data.counts!]).toEqual([2, 1]);
  });
});

describe('duplicates', () => {
  it('average: the mean of what is there (wide)', () => {
    const data = read(`${HEAD}a,1,2,3,4\nb,1,1,1,1\na,3,2,NA,8\n`, {
      duplicates: 'average',
      missing: 'drop',
    });
    expect(rowsOf(data)).toEqual({ a: [2, 2, 3, 6], b: [1, 1, 1, 1] });
    expect(data.report.averaged).toBe(3);
    expect(data.within).toBeUndefined();
  });

  it('average: the mean of what is there (long)', () => {
    const rest = 'b,0.5,1\nb,1.5,1\nb,2.5,1\nb,3.5,1\n';
    const data = read(`unit,time,value\na,0.5,1\na,1.5,2\na,2.5,3\n${rest}a,3.5,4\na,0.5,3\na,0.5,8\n`, {
      duplicates: 'average',
    });
    expect(rowsOf(data)).toEqual({ a: [4, 2, 3, 4], b: [1, 1, 1, 1] });
    expect(data.report.averaged).toBe(2);
  });

  it('average within replicates, which stay apart', () => {
    const text = 'unit,rep,0.5,1.5,2.5,3.5\na,1,1,1,1,1\na,1,3,3,3,3\na,2,6,2,2,2\nb,1,0,0,0,0\n';
    const data = read(text, { duplicates: 'average', replicates: 'rep' });
    expect(rowsOf(data).a).toEqual([4, 2, 2, 2]);
    expect([...data.within!.data.slice(0, 4)]).toEqual([8, 0, 0, 0]);
    expect([...data.counts!]).toEqual([2, 1]);
  });
});

describe('times that are not the grid’s', () => {
  it('nearest: each grid point takes the nearest column, the earlier of two (wide)', () => {
    const data = read('unit,3.4,0.6,1.25,1.75,2.9,2.4\na,4,1,2,0,0,3\nb,1,2,3,0,0,4\n', {
      align: 'nearest',
    });
    expect(rowsOf(data)).toEqual({ a: [1, 2, 3, 4], b: [2, 3, 4, 1] });
    expect(data.report.largestShift).toBe(0.25);
    expect(data.report).toMatchObject({ align: 'nearest', unused: 4, unusedUnits: 2 });
    expect(data.report.firstUnused).toEqual({ time: 1.75 });
    expect(data.report.columnsOutOfOrder).toBe(5);
  });

  it('nearest: each unit has its own times (long)', () => {
    const text =
      'unit,time,value\na,0.4,1\na,1.9,0\na,1.5,2\na,2.25,3\na,2.75,0\na,3.5,4\nb,0.9,5\nb,1.1,6\nb,2.5,7\nb,3.1,8\n';
    const data = read(text, { align: 'nearest' });
    expect(rowsOf(data)).toEqual({ a: [1, 2, 3, 4], b: [5, 6, 7, 8] });
    expect(data.report.largestShift).toBeCloseTo(0.4, 12);
    expect(data.report).toMatchObject({ unused: 2, unusedUnits: 1 });
    expect(data.report.firstUnused).toEqual({ row: 2, unit: 'a', time: 1.9 });
  });

  it.each([
    ['start', [0, 1, 2, 3]],
    ['end', [1, 2, 3, 4]],
  ] as const)('%s: a time stands for the interval of which it is that bound', (align, bounds) => {
    const wide = `unit,${bounds}\na,1,2,3,4\nb,4,NA,2,5\nc,,1,1,1\n`;
    const rows = ([unit, ...values]: (string | number)[]) =>
      values.map((value, j) => `${unit},${bounds[j]! + 1e-8},${value}\n`).join('');
    const long = `unit,time,value\n${rows(['a', 1, 2, 3, 4])}${rows(['b', 4, 'NA', 2, 5])}${rows(['c', '', 1, 1, 1])}`;
    for (const text of [wide, long]) {
      const data = read(text, { align, missing: 'interpolate' });
      expect(rowsOf(data)).toEqual({ a: [1, 2, 3, 4], b: [4, 3, 2, 5] });
      expect(data.report).toMatchObject({ align, unused: 0, interpolated: 1 });
      expect(data.report.largestShift).toBeCloseTo(0.5, 6);
      // In the words of the file, not of the grid.
      expect(data.report.dropped.units[0]!.why).toContain(`no value at 1 of 4 times: ${bounds[0]};`);
    }
  });

  it('exact: as precisely as programs print times', () => {
    expect(rowsOf(read('unit,0.4999999,1.5,2.5000001,3.5\na,1,2,3,4\nb,2,1,1,1\n', {})).a).toEqual([
      1, 2, 3, 4,
    ]);
    const off = parseDenseCsv('unit,0.49999,1.5,2.5,3.5\na,1,2,3,4\nb,2,1,1,1\n', { times });
    expect(off.ok).toBe(false);
  });
});
