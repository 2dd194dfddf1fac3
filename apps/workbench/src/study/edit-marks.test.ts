import { timeGrid } from '@sightline/engine/internal';
import { parseStudy, type Study } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addMark, moveMark, removeMark, setShared, splitMark } from './edit-marks.ts';
import { type MarkPlace, markedProtocols } from './marks.ts';

const TEXT = `sightline: 1
time: { horizon: 10, points: 20, unit: h }
target: mean
protocols:
  one: { at: 2, noise: 0.4 } # a single reading
  list: [{ at: [1, 3, 5], noise: 0.4, cost: 2 }]
  range:
    # evenly spaced
    - { at: { from: 1, to: 9, count: 5 }, noise: 0.4 }
    - { at: 4, repeats: 3 }
  widths: { at: [2, 6], width: [0, 1, 3], noise: 0.1, cost: { base: 1, perWidth: 0.5 } }
`;
const grid = timeGrid(10, 20, 'h');

function marks(text: string) {
  const { parts, problems } = parseStudy('study.yaml', text);
  expect(problems).toEqual([]);
  return Object.fromEntries(
    markedProtocols((parts as Study).protocols, grid)!.map(({ name, marks }) => [
      name,
      marks.map(({ action: { at, width, noise, cost, repeats } }) => ({ at, width, noise, cost, repeats })),
    ]),
  );
}
const times = (text: string, name: string) => marks(text)[name]!.map(({ at }) => at);
const place = (protocol: string, entry: number | undefined, time: number, width = 0): MarkPlace => ({
  protocol,
  entry,
  time,
  width,
});
/** All protocols but one are as they were. */
function expectOthersKept(after: string, name: string) {
  const { [name]: _, ...before } = marks(TEXT);
  const { [name]: __, ...now } = marks(after);
  expect(now).toEqual(before);
}

describe('marks', () => {
  it('stand where the study puts them, times outermost', () => {
    const protocols = markedProtocols((parseStudy('s', TEXT).parts as Study).protocols, grid)!;
    expect(protocols.map(({ marks }) => marks.length)).toEqual([1, 3, 6, 6]);
    const [, , range, widths] = protocols;
    expect(range!.marks.map(({ entry, time }) => [entry, time])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 4],
      [1, 0],
    ]);
    expect(widths!.marks.map(({ action, time, width }) => [action.at, action.width, time, width])).toEqual([
      [2, 0, 0, 0],
      [2, 1, 0, 1],
      [2, 3, 0, 2],
      [6, 0, 1, 0],
      [6, 1, 1, 1],
      [6, 3, 1, 2],
    ]);
  });

  it('are missing as a whole where one of them is impossible', () => {
    expect(markedProtocols({ a: { at: 1 }, b: { at: 11 } }, grid)).toBeUndefined();
  });
});

describe('moving a mark', () => {
  it('changes the number that says where it is, and nothing else', () => {
    expect(moveMark(TEXT, place('one', undefined, 0), 7.5)).toEqual({
      text: TEXT.replace('at: 2, noise: 0.4 } #', 'at: 7.5, noise: 0.4 } #'),
      place: place('one', undefined, 0),
    });
    expect(moveMark(TEXT, place('list', 0, 1), 4).text).toBe(TEXT.replace('[1, 3, 5]', '[1, 4, 5]'));
    expect(moveMark(TEXT, place('range', 1, 0), 4.25).text).toBe(TEXT.replace('at: 4,', 'at: 4.25,'));
  });

  it('writes evenly spaced times out first, and says so', () => {
    const { text, said } = moveMark(TEXT, place('range', 0, 2), 5.5);
    expect(times(text, 'range')).toEqual([1, 3, 5.5, 7, 9, 4]);
    expect(text).toContain('# evenly spaced\n    - { at: [1, 3, 5.5, 7, 9], noise: 0.4 }');
    expect(said).toMatch(/written out as a list/);
    expectOthersKept(text, 'range');
  });

  it('moves all widths of a time, and says so', () => {
    const { text, said } = moveMark(TEXT, place('widths', undefined, 1, 2), 7);
    expect(times(text, 'widths')).toEqual([2, 2, 2, 7, 7, 7]);
    expect(said).toMatch(/3 widths/);
  });

  it('leaves no dust of sums behind', () => {
    expect(moveMark(TEXT, place('one', undefined, 0), 0.1 + 0.2).text).toContain('at: 0.3,');
  });
});

describe('adding and removing', () => {
  it('adds a reading like the others of its entry', () => {
    for (const [name, before] of [
      ['one', [2]],
      ['list', [1, 3, 5]],
    ] as const) {
      const added = addMark(TEXT, name, 8);
      expect(times(added.text, name)).toEqual([...before, 8]);
      expect(marks(added.text)[name]!.at(-1)).toEqual({ ...marks(TEXT)[name]![0], at: 8 });
      expectOthersKept(added.text, name);
    }
    expect(times(addMark(TEXT, 'range', 8, 0).text, 'range')).toEqual([1, 3, 5, 7, 9, 8, 4]);
    expect(times(addMark(TEXT, 'range', 8).text, 'range')).toEqual([1, 3, 5, 7, 9, 4, 8]);
  });

  it('takes one reading out, whatever it is written as', () => {
    expect(times(removeMark(TEXT, place('list', 0, 1))!.text, 'list')).toEqual([1, 5]);
    expect(times(removeMark(TEXT, place('range', 0, 0))!.text, 'range')).toEqual([3, 5, 7, 9, 4]);
    expect(times(removeMark(TEXT, place('range', 1, 0))!.text, 'range')).toEqual([1, 3, 5, 7, 9]);
    const one = removeMark(TEXT, place('widths', undefined, 0, 1))!.text;
    expect(marks(one).widths).toHaveLength(5);
    expect(marks(one).widths).toEqual(expect.arrayContaining(marks(TEXT).widths!.filter((_, i) => i !== 1)));
  });

  it('keeps the last reading of a protocol', () => {
    expect(removeMark(TEXT, place('one', undefined, 0))).toBeUndefined();
  });
});

describe('fields', () => {
  it('are those of the whole entry', () => {
    const { text } = setShared(TEXT, place('list', 0, 1), 'noise', 0.9);
    expect(marks(text).list!.map(({ noise }) => noise)).toEqual([0.9, 0.9, 0.9]);
    expectOthersKept(text, 'list');
    expect(marks(setShared(TEXT, place('one', undefined, 0), 'width', 2).text).one![0]).toMatchObject({
      at: 2,
      width: 2,
    });
    expect(marks(setShared(TEXT, place('list', 0, 0), 'cost', undefined).text).list![0]!.cost).toBe(1);
  });

  it('replace a rule or a list by a number, and say so', () => {
    const { text, said, place: now } = setShared(TEXT, place('widths', undefined, 1, 2), 'width', 2);
    expect(marks(text).widths!.map(({ at, width }) => [at, width])).toEqual([
      [2, 2],
      [6, 2],
    ]);
    expect(now).toEqual(place('widths', undefined, 1, 0));
    expect(said).toMatch(/rule or a list/);
  });

  it('can be given to one reading alone, once it is an entry of its own', () => {
    for (const [name, entry, time, width] of [
      ['list', 0, 1, 0],
      ['range', 0, 4, 0],
      ['widths', undefined, 1, 1],
    ] as const) {
      const split = splitMark(TEXT, place(name, entry, time, width));
      const key = (list: { at: number; width: number }[]) => list.map((one) => JSON.stringify(one)).sort();
      expect(key(marks(split.text)[name]!)).toEqual(key(marks(TEXT)[name]!));
      const protocols = markedProtocols(parse(split.text).protocols, grid)!;
      const moved = protocols.find((one) => one.name === name)!.marks;
      const alone = moved.find((mark) => mark.entry === split.place!.entry)!;
      expect(alone.together).toBe(1);
      const before = markedProtocols(parse(TEXT).protocols, grid)!.find((one) => one.name === name)!.marks;
      expect(alone.action).toEqual(
        before.find((mark) => mark.entry === entry && mark.time === time && mark.width === width)!.action,
      );
    }
  });
});

describe('a study with a clock', () => {
  const CLOCKED = `sightline: 1
time: { horizon: 12, points: 48, unit: h, start: "21:30" }
target: mean
protocols:
  one: { at: "22:00", noise: 0.4 }
  range: { at: { from: "22:00", to: "02:00", every: 2 }, noise: 0.4 }
`;
  it('has its times written by it where that tells them exactly', () => {
    expect(moveMark(CLOCKED, place('one', undefined, 0), 10).text).toContain('one: { at: "07:30",');
    expect(moveMark(CLOCKED, place('one', undefined, 0), 1 / 7).text).toContain('one: { at: 0.142857142857,');
    expect(moveMark(CLOCKED, place('range', undefined, 1), 3).text).toContain(
      'range: { at: ["22:00", "00:30", "02:00"],',
    );
    expect(addMark(CLOCKED, 'one', 2.5).text).toContain('one: { at: ["22:00", "00:00"],');
    expect(splitMark(CLOCKED, place('range', undefined, 1)).text).toContain(
      '[{ at: ["22:00", "02:00"], noise: 0.4 }, { at: "00:00", noise: 0.4 }]',
    );
  });
});

describe('a protocol with dropout', () => {
  const LEAVING = `sightline: 1
time: { horizon: 10, points: 20, unit: h }
target: mean
protocols:
  entry: { at: [2, 6], noise: 0.4, missed: 0.1, dropout: 0.05 }
  actions: { actions: [{ at: 2, noise: 0.4 }, { at: { from: 4, to: 8, count: 3 }, noise: 0.4 }], dropout: 0.05 }
`;
  const given = (text: string) => parse(text).protocols;

  it('has its marks, with what may be missing', () => {
    const [entry, actions] = markedProtocols((parseStudy('s', LEAVING).parts as Study).protocols, grid)!;
    expect(entry!.marks.map(({ action }) => action.missing)).toEqual([
      { missed: 0.1, hazard: 0.05 * 2 },
      { missed: 0.1, hazard: 0.05 * 6 },
    ]);
    expect(actions!.marks.map(({ entry: own, below, time }) => [own, below, time])).toEqual([
      [0, ['actions'], 0],
      [1, ['actions'], 0],
      [1, ['actions'], 1],
      [1, ['actions'], 2],
    ]);
  });

  it('is moved, added to, taken from and split without losing it', () => {
    const [entry, actions] = markedProtocols((parseStudy('s', LEAVING).parts as Study).protocols, grid)!;
    const [first, second] = [entry!.marks[0]!, actions!.marks[1]!];
    for (const { text } of [
      moveMark(LEAVING, first, 3),
      moveMark(LEAVING, second, 3),
      addMark(LEAVING, 'entry', 9),
      addMark(LEAVING, 'actions', 9),
      removeMark(LEAVING, first)!,
      removeMark(LEAVING, second)!,
      removeMark(LEAVING, actions!.marks[0]!)!,
      splitMark(LEAVING, first),
      splitMark(LEAVING, second),
    ]) {
      marks(text);
      expect([given(text).entry.dropout, given(text).actions.dropout]).toEqual([0.05, 0.05]);
    }
    const split = splitMark(LEAVING, first);
    expect(given(split.text).entry.actions).toEqual([
      { at: 6, noise: 0.4, missed: 0.1 },
      { at: 2, noise: 0.4, missed: 0.1 },
    ]);
    expect(times(moveMark(split.text, split.place!, 3).text, 'entry')).toEqual([6, 3]);
    expect(times(addMark(LEAVING, 'actions', 9).text, 'actions')).toEqual([2, 4, 6, 8, 9]);
  });
});
