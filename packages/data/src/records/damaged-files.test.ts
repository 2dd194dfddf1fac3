import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { told } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { edfSample, hypnogramSample, tal } from '../../test/edf-sample.ts';
import { wfdbSample } from '../../test/wfdb-sample.ts';
import { biff, text16, u32, xlsOf, xlsSample } from '../../test/xls-sample.ts';
import { parseEdfAnnotations } from '../formats/edf/annotations.ts';
import { parseWfdbAnnotations } from '../formats/wfdb/annotations.ts';
import { parseWfdbHeader } from '../formats/wfdb/header.ts';
import { parseXls } from '../formats/xls/table.ts';
import { withDuckdb } from '../node/duckdb.ts';
import { UnreadableFile } from '../tables/unreadable-file.ts';
import { ltafdb } from './databases/ltafdb.ts';
import { sleepEdfx } from './databases/sleep-edfx.ts';
import { parseStateTable } from './sources/table.ts';

// Files with random damage: each gives a result that holds what its type promises, or says what is wrong. The same
// damage in every run; SIGHTLINE_FUZZ=100000 does that much of it to each kind of file.
const asked = Number(process.env.SIGHTLINE_FUZZ ?? 0);
const CASES = asked > 0 ? asked : 3000;
/** Parquet is unpacked by others, and slowly. */
const PARQUET_CASES = asked > 0 ? Math.ceil(asked / 10) : 300;
/** Milliseconds for one small file: what takes longer hangs, or soon would. */
const LONGEST = 20_000;
const timeout = 600_000 + 100 * CASES;

/** Whole numbers below n, by xorshift. */
function dice(seed: number): (n: number) => number {
  let state = seed * 2654435761 + 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

/** Bytes that mean something to one format or another. */
const TELLING = [
  0, 1, 0x14, 0x15, 0x20, 0x2b, 0x2c, 0x2d, 0x30, 0x39, 0x3c, 0x7f, 0x80, 0xec, 0xfc, 0xfe, 0xff,
];

/** The same of tables. */
const LETTERS = [...new TextEncoder().encode('0123456789,,,..-+eEab"\r\n ;\tNA')];

/** A file with one to eight damages: bytes changed, stretches cut out, doubled, filled, strewn with noise, or the end lost. */
function damaged(bytes: Uint8Array, roll: (n: number) => number, telling = TELLING): Uint8Array {
  // A Buffer's slice would be the sample itself.
  let file = new Uint8Array(bytes);
  const noise = () => (telling === LETTERS && roll(4) > 0 ? LETTERS[roll(LETTERS.length)]! : roll(256));
  for (let left = 1 + roll(1 + roll(8)); left > 0; left--) {
    const at = roll(file.length + 1);
    const to = Math.min(file.length, at + 1 + roll(roll(4) === 0 ? 1 + (file.length >> 2) : 8));
    const [before, piece, after] = [file.subarray(0, at), file.subarray(at, to), file.subarray(to)];
    switch (roll(9)) {
      case 0:
      case 1:
        if (at < file.length) file[at] = noise();
        break;
      case 2:
      case 3:
        if (at < file.length) file[at] = telling[roll(telling.length)]!;
        break;
      case 4:
        if (at < file.length) file[at]! ^= 1 << roll(8);
        break;
      case 5:
        file = join(before, after);
        break;
      case 6:
        file = join(before, piece, piece, after);
        break;
      case 7:
        file = join(before, piece.slice().fill(telling[roll(telling.length)]!), after);
        break;
      default:
        file = roll(3) === 0 ? before.slice() : join(before, piece.map(noise), after);
    }
  }
  return file;
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Reads many damaged files and tells how many could be read nonetheless. */
async function survive(
  kind: string,
  samples: readonly Uint8Array[],
  cases: number,
  read: (bytes: Uint8Array, n: number) => boolean | Promise<boolean>,
  telling = TELLING,
): Promise<number> {
  let [readable, longest] = [0, 0];
  for (let n = 0; n < cases; n++) {
    const bytes = damaged(samples[n % samples.length]!, dice(n + 1), telling);
    const begin = performance.now();
    try {
      if (await read(bytes, n)) readable++;
    } catch (error) {
      throw new Error(`case ${n}: ${error instanceof Error ? error.stack : error}`, { cause: error });
    }
    const took = performance.now() - begin;
    longest = Math.max(longest, took);
    if (took > LONGEST) throw new Error(`case ${n} took ${took} ms`);
  }
  if (asked > 0)
    console.info(`${kind}: ${cases} damaged files, ${readable} readable, longest ${longest.toFixed(0)} ms`);
  return readable;
}

/** Problems in reasonable number, each with its reason and a way out. Not by expect(), which is slow. */
function complain(
  problems: readonly { why: string; accepted: string; byte?: number }[],
  size: number,
): false {
  const good = problems.every(({ why, accepted, byte = 0 }) => why && accepted && byte >= 0 && byte <= size);
  if (problems.length === 0 || problems.length > 21 || !good) throw new Error(JSON.stringify(problems));
  return false;
}

function assure(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

it('damaged EDF+ files', { timeout }, async () => {
  const samples = [
    hypnogramSample([
      ['Sleep stage W', 30630],
      ['Sleep stage 1', 120],
      ['Sleep stage ?', 30],
      ['Movement time', 90],
    ]),
    edfSample({
      others: 7,
      seconds: '30',
      records: [0, 30, 60, 90].map((at) => [
        tal(`+${at}`, null, '') + tal(`+${at},5`, '1.5', 'spindle', 'κ'),
        tal(`-${at}.25`, null, 'second signal'),
      ]),
    }),
  ];
  const readable = await survive('EDF+', samples, CASES, async (bytes, n) => {
    const result = parseEdfAnnotations(bytes);
    if (!result.ok) complain(result.problems, bytes.length);
    else {
      assure(result.annotations.length <= bytes.length / 3, 'more annotations than there is room for');
      for (const { onset, duration, text } of result.annotations)
        assure(
          Number.isFinite(onset) && (duration === null || (duration >= 0 && duration < 1e300)) && text !== '',
          'annotation',
        );
      assure(result.length === null || (result.length >= 0 && Number.isFinite(result.length)), 'length');
    }
    if (n % 10 === 0) {
      const file = 'sleep-cassette/SC4001EC-Hypnogram.edf';
      const found = await sleepEdfx.read({ list: async () => [file], read: async () => bytes });
      assure(found.records.length + found.skipped.length === 1, 'either a record or a reason');
    }
    return result.ok;
  });
  expect(readable).toBeGreaterThan(CASES / 20);
  expect(readable).toBeLessThan(CASES);
});

it('damaged WFDB files', { timeout }, async () => {
  const samples = [
    wfdbSample(
      Array.from({ length: 60 }, (_, i) => ({
        sample: i * (i % 7 === 0 ? 3000 : 100) + 20_000 * Math.floor(i / 7),
        code: i % 7 === 0 ? 28 : 1,
        ...(i % 7 === 0 ? { text: ['(N', '(AFIB\0', '(SBR'][i % 3]! } : {}),
      })),
    ),
    wfdbSample([
      { sample: 5, code: 22, subtype: -1, channel: 3, number: 7, text: 'note' },
      { sample: 70_000, code: 28, text: '(VT' },
    ]),
  ];
  const headerBytes = new TextEncoder().encode('# made\n00 2 128 9661440  9:30:00 31/01/2003\n00.dat 16\n');
  const good = parseWfdbHeader(new TextDecoder().decode(headerBytes));
  if (!good.ok) throw new Error('the sample is bad');
  const readable = await survive('WFDB', samples, CASES, async (bytes, n) => {
    const result = parseWfdbAnnotations(bytes, good.header);
    if (!result.ok) complain(result.problems, bytes.length);
    else {
      assure(result.annotations.length <= bytes.length / 2, 'more annotations than there is room for');
      let latest = 0;
      for (const { sample, text } of result.annotations) {
        assure(sample >= latest && text.length <= 1023 && !text.includes('\0'), 'annotation');
        latest = sample;
      }
    }
    if (n % 10 === 0) {
      const head = damaged(headerBytes, dice(n + 1));
      const header = parseWfdbHeader(new TextDecoder('latin1').decode(head));
      if (!header.ok) complain(header.problems, head.length);
      else assure(header.header.samplingFrequency > 0, 'frequency');
      const read = async (file: string) => (file.endsWith('hea') ? head : bytes);
      const found = await ltafdb.read({ list: async () => ['00.atr', '00.hea'], read });
      assure(found.records.length + found.skipped.length === 1, 'either a record or a reason');
    }
    return result.ok;
  });
  expect(readable).toBeGreaterThan(CASES / 20);
  expect(readable).toBeLessThan(CASES);
});

it('damaged Excel files', { timeout }, async () => {
  const strings = [
    [
      ...u32(3),
      ...u32(3),
      ...text16('Placebo night'),
      2,
      0,
      8,
      1,
      0,
      0x61,
      0x62,
      1,
      2,
      3,
      4,
      5,
      0,
      0,
      0x68,
      0x61,
    ],
    [1, 0x6c, 0, 0x6c, 0, 0x6f, 0],
  ];
  const cells = [
    biff.shared(0, 0, 0),
    biff.rks(1, 0, [6, 10, 14]),
    biff.formula(2, 0, [0, 0, 0, 0, 0, 0, 0xff, 0xff]),
    biff.formulaText('result'),
    biff.truth(3, 1, 7, 1),
  ];
  const samples = [
    xlsOf([
      ['Nr', 'Age'],
      [1, 60.5],
      [null, 'x'],
    ]),
    xlsSample({ cells, strings, small: true }),
  ];
  const readable = await survive('Excel', samples, CASES, (bytes) => {
    const result = parseXls(bytes);
    // A byte is one of the workbook's stream, which may be longer than the file where chains are broken.
    if (!result.ok) return complain(result.problems, Number.POSITIVE_INFINITY);
    assure(result.rows.length <= 65_536 && result.rows.every((row) => row.length <= 256), 'size');
    const kinds = ['number', 'string'];
    assure(
      result.rows.every((row) => row.every((cell) => cell === null || kinds.includes(typeof cell))),
      'cells',
    );
    return true;
  });
  expect(readable).toBeGreaterThan(CASES / 20);
  expect(readable).toBeLessThan(CASES);
});

/** A table from damaged bytes, or a clear word about them. */
async function readTable(name: string, bytes: Uint8Array): Promise<boolean> {
  try {
    const result = await parseStateTable(name, bytes);
    if (!result.ok) return complain(result.problems.map(told), bytes.length);
    if (result.kind === 'states')
      for (const { intervals } of result.records)
        intervals.forEach(({ from, to }, i) => {
          assure(from >= 0 && from < to && (i === 0 || intervals[i - 1]!.to <= from), 'intervals');
        });
    return true;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

const tables = [
  'record,unit,from,to,state\na,x,0,30,W\na,x,30,60.5,R\nb,y,0,1e3,"N, 2"\n',
  'record,length,time,state\na,60,0,N\na,60,5,AF\nb,60,10,\n',
  'record,time,value\r\na,0,1\r\na,1,-2.5\r\nb,0,NA\r\n',
];

it('damaged tables in CSV', { timeout }, async () => {
  const samples = tables.map((text) => new TextEncoder().encode(text));
  const readable = await survive('CSV', samples, CASES, (bytes) => readTable('t.csv', bytes), LETTERS);
  expect(readable).toBeGreaterThan(CASES / 20);
  expect(readable).toBeLessThan(CASES);
});

it('damaged tables in Parquet', { timeout }, async () => {
  const folder = await mkdtemp(path(tmpdir(), 'sightline-'));
  const samples: Uint8Array[] = [];
  try {
    await withDuckdb(async (connection) => {
      for (const [i, text] of tables.slice(0, 2).entries()) {
        const [csv, parquet] = [path(folder, `${i}.csv`), path(folder, `${i}.parquet`)];
        await writeFile(csv, text);
        await connection.run(`COPY (SELECT * FROM read_csv('${csv}')) TO '${parquet}' (FORMAT parquet)`);
        samples.push(await readFile(parquet));
      }
    });
  } finally {
    await rm(folder, { recursive: true });
  }
  const readable = await survive('Parquet', samples, PARQUET_CASES, (bytes) => readTable('t', bytes));
  expect(readable).toBeGreaterThan(PARQUET_CASES / 100);
  expect(readable).toBeLessThan(PARQUET_CASES);
});
