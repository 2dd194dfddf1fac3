// Excel files of the old format for tests, written by the format's definition.

/** A record of a workbook's stream. */
type Biff = [kind: number, body: readonly number[]];

export const u16 = (value: number) => [value & 0xff, (value >> 8) & 0xff];
export const u32 = (value: number) => [...u16(value), ...u16(value >>> 16)];
export const f64 = (value: number) => [...new Uint8Array(Float64Array.of(value).buffer)];
const cell = (row: number, column: number) => [...u16(row), ...u16(column), ...u16(15)];
const letters = (text: string, wide: boolean) =>
  [...text].flatMap((letter) => (wide ? u16(letter.charCodeAt(0)) : [letter.charCodeAt(0)]));

/** A text with its number of letters and whether they have two bytes each. */
export const text16 = (text: string, wide = false) => [
  ...u16(text.length),
  wide ? 1 : 0,
  ...letters(text, wide),
];

export const biff = {
  number: (row: number, column: number, value: number): Biff => [
    0x203,
    [...cell(row, column), ...f64(value)],
  ],
  rk: (row: number, column: number, rk: number): Biff => [0x27e, [...cell(row, column), ...u32(rk)]],
  rks: (row: number, column: number, rks: number[]): Biff => [
    0xbd,
    [
      ...u16(row),
      ...u16(column),
      ...rks.flatMap((rk) => [...u16(15), ...u32(rk)]),
      ...u16(column + rks.length - 1),
    ],
  ],
  shared: (row: number, column: number, index: number): Biff => [0xfd, [...cell(row, column), ...u32(index)]],
  label: (row: number, column: number, text: string): Biff => [
    0x204,
    [...cell(row, column), ...text16(text)],
  ],
  blank: (row: number, column: number): Biff => [0x201, cell(row, column)],
  truth: (row: number, column: number, value: number, isError = 0): Biff => [
    0x205,
    [...cell(row, column), value, isError],
  ],
  /** The eight bytes of a result, then what a formula has besides. */
  formula: (row: number, column: number, result: readonly number[]): Biff => [
    0x06,
    [...cell(row, column), ...result, 0, 0, 0, 0, 0, 0, 0, 0],
  ],
  formulaText: (text: string): Biff => [0x207, text16(text)],
};

const BOF = (kind: number, version: number): Biff => [0x809, [...u16(version), ...u16(kind), 0, 0, 0, 0]];
const EOF: Biff = [0x0a, []];

interface XlsSample {
  cells: readonly Biff[];
  /** The bodies of the record of shared strings and of those that go on with it. */
  strings?: readonly (readonly number[])[];
  more?: readonly Biff[];
  version?: number;
  /** Whether the stream is so small that it lies in small sectors; otherwise it is filled up. */
  small?: boolean;
  streamName?: string;
}

export function xlsSample({
  cells,
  strings = [],
  more = [],
  version = 0x600,
  small = false,
  streamName = 'Workbook',
}: XlsSample): Uint8Array<ArrayBuffer> {
  const globals = (at: number): Biff[] => [
    BOF(5, version),
    ...more,
    [0x85, [...u32(at), 0, 0, 6, 0, ...letters('Sheet1', false)]],
    ...strings.map((body, i): Biff => [i === 0 ? 0xfc : 0x3c, body]),
    EOF,
  ];
  const at = bytesOf(globals(0)).length;
  const stream = bytesOf([...globals(at), BOF(16, version), ...cells, EOF]);
  return compound(
    streamName,
    small || stream.length >= 4096 ? stream : [...stream, ...new Array(4096 - stream.length).fill(0)],
  );
}

/** A table of numbers and texts as it might come out of Excel. */
export function xlsOf(rows: readonly (readonly (number | string | null)[])[]): Uint8Array<ArrayBuffer> {
  const texts = [...new Set(rows.flat().filter((value) => typeof value === 'string'))];
  return xlsSample({
    strings: [[...u32(texts.length), ...u32(texts.length), ...texts.flatMap((text) => text16(text))]],
    cells: rows.flatMap((row, i) =>
      row.flatMap((value, k) => {
        if (value === null) return [biff.blank(i, k)];
        return [
          typeof value === 'string' ? biff.shared(i, k, texts.indexOf(value)) : biff.number(i, k, value),
        ];
      }),
    ),
  });
}

function bytesOf(records: readonly Biff[]): number[] {
  return records.flatMap(([kind, body]) => [...u16(kind), ...u16(body.length), ...body]);
}

const END = 0xfffffffe;
const FREE = 0xffffffff;

/**
 * A compound file with one stream. Its sectors: 0 the table of chains, 1 the directory, 2 the table of small chains,
 * and from 3 on the stream, or the small sectors that hold it.
 */
function compound(name: string, stream: readonly number[]): Uint8Array<ArrayBuffer> {
  const isSmall = stream.length < 4096;
  const sectors = Math.ceil(stream.length / 512);
  const chain = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => (i + 1 < count ? from + i + 1 : END));
  const table = [0xfffffffd, END, END, ...chain(3, sectors)];
  const smallTable = isSmall ? chain(0, Math.ceil(stream.length / 64)) : [];
  const entry = (title: string, kind: number, first: number, size: number) => [
    ...filled(
      [...title].flatMap((letter) => u16(letter.charCodeAt(0))),
      64,
    ),
    ...u16(2 * title.length + 2),
    kind,
    1,
    ...u32(FREE),
    ...u32(FREE),
    ...u32(kind === 5 ? 1 : FREE),
    ...new Array(36).fill(0),
    ...u32(first),
    ...u32(size),
    ...u32(0),
  ];
  const header = [
    ...[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    ...new Array(16).fill(0),
    ...[...u16(0x3e), ...u16(3), ...u16(0xfffe), ...u16(9), ...u16(6)],
    ...new Array(10).fill(0),
    ...[...u32(1), ...u32(1), ...u32(0), ...u32(4096), ...u32(isSmall ? 2 : END), ...u32(isSmall ? 1 : 0)],
    ...[...u32(END), ...u32(0)],
    ...u32(0),
    ...new Array(108).fill(FREE).flatMap(u32),
  ];
  return Uint8Array.from([
    ...header,
    ...filled(table.flatMap(u32), 512, 0xff),
    ...filled(
      [
        ...entry('Root Entry', 5, isSmall ? 3 : END, isSmall ? stream.length : 0),
        ...entry(name, 2, isSmall ? 0 : 3, stream.length),
      ],
      512,
    ),
    ...filled(smallTable.flatMap(u32), 512, 0xff),
    ...filled(stream, 512 * sectors),
  ]);
}

function filled(bytes: readonly number[], length: number, filling = 0): number[] {
  return [...bytes, ...new Array(length - bytes.length).fill(filling)];
}
