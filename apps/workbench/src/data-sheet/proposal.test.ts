import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lookAtTable, plainCsv } from '@sightline/data';
import { parseStudy } from '@sightline/study';
import { fileGrid, type Given, preparedFile, proposal, studyOfData } from '@sightline/study/proposal';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../study/memory-files.ts';
import { answerQuestion } from '../work/answer-question.ts';

const bytesOf = (path: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../../../examples/${path}`, import.meta.url))));

/** What the sheet would make of a table, and what the worker reads of it. */
async function made(name: string, content: string | Uint8Array, given: Given = { noise: 0 }) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const look = await lookAtTable(name, bytes);
  const found = proposal(look, given);
  const file = await preparedFile({ name, bytes }, look, found.said);
  const text = studyOfData(file.name, found.said);
  expect(parseStudy('s.yaml', text).problems).toEqual([]);
  const answer = await answerQuestion(
    { command: 'check' },
    { study: 's.yaml', text, seed: 0 },
    memoryFiles(new Map([[file.name, file.bytes]])),
    { signal: new AbortController().signal, onProgress() {}, onPartial() {} },
  );
  return { look, said: found.said, text, answer, file };
}

/** Units whose values differ at every time. */
function wide(times: readonly (number | string)[], units = 12, separator = ',', decimal = '.'): string {
  const value = (u: number, j: number) => String(((u * 7 + j * 13) % 11) + u / 8).replace('.', decimal);
  const rows = Array.from({ length: units }, (_, u) => [`u${u}`, ...times.map((_, j) => value(u, j))]);
  return [['unit', ...times.map((time) => String(time).replace('.', decimal))], ...rows]
    .map((row) => row.join(separator))
    .join('\n');
}

describe('the grid of a file', () => {
  const even = (times: number[]) => fileGrid(times.map((time) => ({ trajectory: 'a', time })));
  it('is told by middles, beginnings and ends of its cells', () => {
    expect(even([0.5, 1.5, 2.5, 3.5])).toMatchObject({ horizon: 4, points: 4, align: 'exact', shift: 0 });
    expect(even([0, 1, 2, 3])).toMatchObject({ horizon: 4, points: 4, align: 'start', shift: 0 });
    expect(even([1, 2, 3, 4])).toMatchObject({ horizon: 4, points: 4, align: 'end', shift: 0 });
    expect(even([8, 9, 10, 11])).toMatchObject({ horizon: 4, points: 4, align: 'start', shift: 8 });
    // 0.1 · 7 is 0.7000000000000001.
    expect(even([0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65])!.horizon).toBe(0.7);
  });
  it('is coarse enough for a value in every cell, where times have no pattern', () => {
    const grid = even([0.3, 1.9, 4.1, 5.2, 6.6, 9.7])!;
    expect(grid).toMatchObject({ horizon: 10, align: 'mean', shift: 0, complete: 1 });
    expect(grid.points).toBe(4);
  });
  it('is not coarser for the days on which a record begins and ends', () => {
    // Five days from noon to noon, a value in every hour: a third of the six dates is half empty however wide the cells are.
    const readings = Array.from({ length: 5 * 96 }, (_, n) => {
      const time = 12.1 + n / 4;
      return { trajectory: `day ${Math.floor(time / 24)}`, time: time % 24 };
    });
    expect(fileGrid(readings, 24)).toMatchObject({ points: 96, complete: 4 / 6 });
    const hourly = readings.filter((_, n) => n % 4 === 0);
    expect(fileGrid(hourly, 24)).toMatchObject({ points: 24, complete: 4 / 6 });
  });
});

describe('a study of one’s own data', () => {
  it('takes the first column of numbers for the value, and not one whose name ends in y', async () => {
    const rows = Array.from({ length: 48 }, (_, n) => `u${n >> 2},${n % 4},${60 + (n % 7)},${n}`);
    const { said } = await made('watch.csv', ['person,hour,bpm,battery', ...rows].join('\n'));
    expect(said.columns).toMatchObject({ unit: 'person', time: 'hour', value: 'bpm' });
  });
  it.each([
    ['calibration/dense.csv', { horizon: 16, points: 32, align: 'exact' }, 80, 80],
    [
      'calibration/days.csv',
      { horizon: 24, points: 12, align: 'exact', columns: { unit: 'patient', trajectory: 'day' } },
      30,
      undefined,
    ],
    [
      'calibration/replicates.csv',
      { horizon: 16, points: 16, columns: { unit: 'unit', replicate: 'replicate' } },
      undefined,
      undefined,
    ],
    [
      'records-clock/glucose.csv',
      { horizon: 24, days: true, columns: { unit: 'patient', time: 'when', value: 'glucose' } },
      24,
      undefined,
    ],
  ])('is proposed from %s and can be read', async (path, said, units, trajectories) => {
    const found = await made(path.split('/')[1]!, bytesOf(path));
    expect(found.said).toMatchObject(said);
    expect(found.answer).toMatchObject({ kind: 'answered' });
    if (found.answer.kind !== 'answered') return;
    const read = found.answer.result as { units: number; trajectories: number };
    if (units !== undefined) expect(read.units).toBe(units);
    if (trajectories !== undefined) expect(read.trajectories).toBe(trajectories);
  });

  it('takes semicolons, decimal commas and times that begin late, in a copy that says so', async () => {
    const { file, said, answer } = await made('mine.csv', wide([8.5, 9.5, 10.5, 11.5], 12, ';', ','));
    expect(said).toMatchObject({ horizon: 4, points: 4, align: 'start', shift: 8.5 });
    expect(new TextDecoder().decode(file.bytes)).toMatch(/^unit,0,1,2,3\nu0,0,2,4,6\nu1,7.125,/);
    expect([file.name, file.changed]).toEqual([
      'mine-plain.csv',
      'commas between cells and decimal points, times counted from 8.5',
    ]);
    expect(answer).toMatchObject({ kind: 'answered', result: { units: 12 } });
  });

  it.each([
    [['t0.5', 't1.5', 't2.5', 't3.5'], { horizon: 4, points: 4, align: 'exact', unitOfTime: '', start: '' }],
    [['X0', 'X1', 'X2', 'X3'], { horizon: 4, points: 4, align: 'start', unitOfTime: '', start: '' }],
    [['1h', '2h', '3h', '4h'], { horizon: 4, points: 4, align: 'end', unitOfTime: 'h', start: '' }],
    [['min_0', 'min_30', 'min_60'], { horizon: 90, points: 3, align: 'start', unitOfTime: 'min', start: '' }],
    [['22:00', '23:00', '00:00', '01:00'], { horizon: 4, align: 'start', unitOfTime: 'h', start: '22:00' }],
    [['08:30', '10:30', '12:30'], { horizon: 6, points: 3, unitOfTime: 'h', start: '08:30' }],
  ])('is of a table with columns headed by %j', async (heads, expected) => {
    const { said, answer, file, text } = await made('mine.csv', wide(heads));
    expect(said).toMatchObject({ shape: 'wide', ...expected });
    expect(file.changed).toBe('numbers as the names of its columns');
    expect([...file.names.values()]).toEqual(heads);
    expect(text.includes('start:')).toBe(expected.start !== '');
    expect(answer).toMatchObject({ kind: 'answered', result: { units: 12 } });
  });

  it('has the unit of values that the name of their column tells', async () => {
    const rows = Array.from(
      { length: 24 },
      (_, i) => `p${i % 3},${Math.floor(i / 3)},${100 + ((i * 7) % 11)}`,
    );
    const unitOf = async (name: string) =>
      (await made('m.csv', [`id,hour,${name}`, ...rows].join('\n'))).said;
    expect(await unitOf('glucose (mg/dl)')).toMatchObject({ valueUnit: 'mg/dl', unitOfTime: 'h' });
    expect(await unitOf('glucose_mmol_L')).toMatchObject({ valueUnit: 'mmol/L' });
    expect(await unitOf('glucose')).toMatchObject({ valueUnit: '' });
  });

  it('keeps quotation marks and separators inside of cells', () => {
    const form = { separator: ';', decimalComma: true } as const;
    expect(plainCsv('a;"b;c";1,5\n"x ""y""";d,e;2', form)).toBe('a,b;c,1.5\n"x ""y""","d,e",2\n');
    expect(plainCsv('a\t"b\tc"\t\t1', { separator: '\t', decimalComma: false })).toBe('a,b\tc,,1\n');
  });

  it('tells a broken cell at its place', async () => {
    const broken = wide([0.5, 1.5, 2.5]).replace(/\nu3,[^,]*/, '\nu3,oops');
    const { answer } = await made('mine.csv', broken);
    expect(answer).toMatchObject({
      kind: 'problems',
      problems: [
        { file: 'mine.csv', line: 5, column: 4, value: 'oops', path: ['calibration', 'data', 3, '0.5'] },
      ],
    });
  });
});
