import { describe, expect, it } from 'vitest';
import { biff, f64, text16, u16, u32, xlsOf, xlsSample } from '../../../test/xls-sample.ts';
import { parseXls } from './table.ts';

const rows = (bytes: Uint8Array) => {
  const table = parseXls(bytes);
  if (!table.ok) throw new Error(JSON.stringify(table.problems));
  return table.rows;
};
const whys = (bytes: Uint8Array) => {
  const table = parseXls(bytes);
  return table.ok ? [] : table.problems.map(({ why }) => why);
};

describe('the cells of an old Excel file', () => {
  it('are numbers and texts, with nothing between them', () => {
    const table = [['Nr', null, 'Age'], [], [1, 2.5, -3e8], [null, 'x']];
    expect(rows(xlsOf(table))).toEqual([['Nr', null, 'Age'], [], [1, 2.5, -3e8], [null, 'x']]);
  });

  it('may be in small sectors', () => {
    expect(rows(xlsSample({ cells: [biff.number(0, 0, 7)], small: true }))).toEqual([[7]]);
  });

  it('are numbers in 32 bits in four ways', () => {
    const upper = (value: number) => new DataView(Uint8Array.from(f64(value)).buffer).getUint32(4, true) & ~3;
    const whole = (value: number) => ((value << 2) | 2) >>> 0;
    const cells = [
      biff.rk(0, 0, upper(1.5)),
      biff.rk(0, 1, upper(150) | 1),
      biff.rk(0, 2, whole(-7)),
      biff.rk(0, 3, whole(1234) | 1),
      biff.rks(1, 1, [whole(1), whole(2), upper(0.25)]),
    ];
    expect(rows(xlsSample({ cells }))).toEqual([
      [1.5, 1.5, -7, 12.34],
      [null, 1, 2, 0.25],
    ]);
  });

  it('are results of formulas, truths and errors', () => {
    const other = (kind: number, value: number) => [kind, 0, value, 0, 0, 0, 0xff, 0xff];
    const cells = [
      biff.formula(0, 0, f64(2.5)),
      biff.formula(0, 1, other(0, 0)),
      biff.formulaText('said'),
      biff.formula(0, 2, other(1, 1)),
      biff.formula(0, 3, other(2, 7)),
      biff.formula(0, 4, other(3, 0)),
      biff.truth(0, 5, 0),
      biff.truth(0, 6, 42, 1),
      biff.label(0, 7, 'label'),
    ];
    expect(rows(xlsSample({ cells }))).toEqual([
      [2.5, 'said', 'TRUE', '#DIV/0!', null, 'FALSE', '#N/A', 'label'],
    ]);
  });

  it('leave those of a chart within the sheet alone', () => {
    const chart: [number, number[]][] = [
      [0x809, [...u16(0x600), ...u16(0x20), 0, 0, 0, 0]],
      biff.number(0, 0, 99) as [number, number[]],
      [0x0a, []],
    ];
    expect(rows(xlsSample({ cells: [...chart, biff.number(0, 0, 1)] }))).toEqual([[1]]);
  });

  it('share texts, wide or narrow, with fonts, that may go on in another record', () => {
    const rich = [...u16(2), 8, ...u16(1), 0x61, 0x62, 1, 2, 3, 4];
    const asian = [...u16(1), 4 | 1, ...u32(3), 0x42, 0x30, 9, 9, 9];
    // Five letters, of which two stand in the first record and three, now with two bytes each, in the second.
    const cut = [
      [...u16(5), 0, 0x68, 0x61],
      [1, ...u16(0x6c), ...u16(0x6c), ...u16(0x6f)],
    ];
    const strings = [
      [...u32(4), ...u32(4), ...rich, ...asian, ...cut[0]!],
      [...cut[1]!, ...text16('Größe', true)],
    ];
    const cells = [0, 1, 2, 3].map((i) => biff.shared(0, i, i));
    expect(rows(xlsSample({ cells, strings }))).toEqual([['ab', 'あ', 'hallo', 'Größe']]);
  });
});

describe('refused is', () => {
  const good = xlsOf([[1, 'a']]);
  it.each([
    ['an empty file', new Uint8Array(0), 'not an Excel file of the old format'],
    ['text', new TextEncoder().encode('a,b\n1,2'), 'not an Excel file of the old format'],
    ['a newer file', Uint8Array.of(0x50, 0x4b, 3, 4), 'newer Excel file'],
    ['a file cut off', good.subarray(0, 400), 'cut off'],
    ['a stream cut off', good.subarray(0, 3000), 'cut off or its chain broken'],
    ['another document', xlsSample({ cells: [], streamName: 'WordDocument' }), 'no workbook'],
    ['an older workbook', xlsSample({ cells: [], version: 0x500 }), 'before 1997'],
    ['an encrypted workbook', xlsSample({ cells: [], more: [[0x2f, [0, 0]]] }), 'encrypted'],
    ['a text that is not there', xlsSample({ cells: [biff.shared(0, 0, 5)] }), 'a text that is not there'],
    ['a column that is not there', xlsSample({ cells: [biff.number(0, 256, 5)] }), 'beyond the last column'],
    [
      'texts that end too early',
      xlsSample({ cells: [], strings: [[...u32(9), ...u32(9), 5, 0]] }),
      'texts is broken',
    ],
    ['a record too short', xlsSample({ cells: [[0x203, [0, 0]]] }), 'too short'],
  ])('%s', (_, bytes, why) => {
    expect(whys(bytes)).toEqual([expect.stringContaining(why)]);
  });

  it('a chain that runs in circles', () => {
    const circle = good.slice();
    // The fourth entry of the table of chains leads to itself.
    circle.set(u32(3), 512 + 12);
    expect(whys(circle)).toEqual([expect.stringContaining('chain broken')]);
  });
});
