import {
  type RecordingProblem,
  type RecordingProblems,
  type RecordingRefused,
  recordingProblems,
  refusedAt,
} from '../recording-problem.ts';

/** A signal of an EDF file, as far as it takes to find its bytes. */
interface EdfSignal {
  label: string;
  /** Where it begins in a data record, and how many bytes it has there. */
  offset: number;
  bytes: number;
}

export interface EdfHeader {
  /** How many data records the header promises; −1 where the recording was never closed. */
  records: number;
  /** Seconds of a data record; 0 where nothing but annotations is in it. */
  recordSeconds: number;
  recordBytes: number;
  headerBytes: number;
  /** Whether it calls itself EDF+. */
  plus: boolean;
  signals: EdfSignal[];
}

type EdfHeaderRead = { ok: true; header: EdfHeader; warnings: RecordingProblem[] } | RecordingRefused;

/** The header takes as many bytes, and each signal as many again. */
const BLOCK = 256;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** What an EDF or EDF+ file says of itself at its beginning. */
export function parseEdfHeader(bytes: Uint8Array): EdfHeaderRead {
  const problems = recordingProblems();
  const refused = () => ({ ok: false as const, problems: problems.all() });
  const cutOff = (needed: number) =>
    refusedAt(
      bytes.length,
      `${bytes.length} bytes`,
      'the file is cut off within its header',
      `the whole header, ${needed} bytes`,
    );
  if (bytes[0] === 0xff)
    return refusedAt(0, ascii(bytes, 1, 8), 'this is a BDF file, with samples of 24 bits', 'an EDF+ file');
  const magic = ascii(bytes, 0, 8);
  if (magic !== '0')
    return refusedAt(0, magic, 'this is not an EDF file', "a file that begins with '0' and seven spaces");
  if (bytes.length < BLOCK) return cutOff(BLOCK);
  const count = integer(bytes, 252, 4, 'the number of signals', 1, problems);
  const headerBytes = integer(bytes, 184, 8, 'the size of the header', BLOCK, problems);
  const records = integer(bytes, 236, 8, 'the number of data records', -1, problems);
  const recordSeconds = seconds(bytes, problems);
  if (problems.count > 0) return refused();
  if (headerBytes !== BLOCK * (count + 1))
    return refusedAt(
      184,
      headerBytes,
      `the header's size does not go with its ${count} signals`,
      `${BLOCK * (count + 1)} bytes, ${BLOCK} and as many for each signal`,
    );
  if (bytes.length < headerBytes) return cutOff(headerBytes);

  // The signals' headers stand field by field: all labels first, and the numbers of samples after 216 bytes of others.
  const signals: EdfSignal[] = [];
  let offset = 0;
  for (let i = 0; i < count; i++) {
    const at = BLOCK + 216 * count + 8 * i;
    const samples = integer(bytes, at, 8, `the number of samples of signal ${i + 1}`, 0, problems);
    signals.push({ label: ascii(bytes, BLOCK + 16 * i, 16), offset, bytes: 2 * samples });
    offset += 2 * samples;
  }
  if (problems.count > 0) return refused();
  const noStart: RecordingProblem = {
    byte: 168,
    value: ascii(bytes, 168, 16),
    why: 'the start is not a date and a time',
    accepted: 'dd.mm.yy and hh.mm.ss',
  };
  const plus = ascii(bytes, 192, 44).startsWith('EDF+');
  return {
    ok: true,
    header: { records, recordSeconds, recordBytes: offset, headerBytes, plus, signals },
    warnings: hasStart(bytes) ? [] : [noStart],
  };
}

/** A field of a header, without the spaces (or NULs) that fill it. */
function ascii(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length)).replace(/^[\0 ]+|[\0 ]+$/g, '');
}

function integer(
  bytes: Uint8Array,
  byte: number,
  length: number,
  what: string,
  least: number,
  problems: RecordingProblems,
): number {
  const text = ascii(bytes, byte, length);
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  const accepted = least < 0 ? 'a whole number, or -1 where it is not known' : `a whole number from ${least}`;
  problems.add({ byte, value: text, why: `${what} cannot be used`, accepted });
  return Number.NaN;
}

function seconds(bytes: Uint8Array, problems: RecordingProblems): number {
  const text = ascii(bytes, 244, 8);
  const value = /^\+?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  problems.add({
    byte: 244,
    value: text,
    why: 'the duration of a data record cannot be used',
    accepted: 'seconds from 0, with a decimal point',
  });
  return Number.NaN;
}

/** Whether there is such a date: its year has two digits, from 1985 on; EDF+ has all four in the recording's description. */
function hasStart(bytes: Uint8Array): boolean {
  const found = /^(\d\d)\.(\d\d)\.(\d\d)(\d\d)\.(\d\d)\.(\d\d)$/.exec(ascii(bytes, 168, 16));
  if (!found) return false;
  const [, day, month, short, hour, minute, second] = found as unknown as string[];
  const named = /^Startdate (\d\d)-([A-Z]{3})-(\d{4})(?: |$)/i.exec(ascii(bytes, 88, 80));
  const year =
    named && named[1] === day && MONTHS.indexOf(named[2]!.toUpperCase()) + 1 === Number(month)
      ? named[3]!
      : `${Number(short) >= 85 ? '19' : '20'}${short}`;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
  return exists && Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59;
}
