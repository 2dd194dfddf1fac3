import { type RecordingProblem, type RecordingProblems, recordingProblems } from '../recording-problem.ts';
import { type EdfHeader, parseEdfHeader } from './header.ts';

export interface EdfAnnotation {
  /** Seconds from the start of the file; before it where negative. */
  onset: number;
  /** Seconds; null where the file gives none. */
  duration: number | null;
  text: string;
}

type EdfAnnotations =
  | {
      ok: true;
      /** Seconds, from the number of data records and their duration; null where they have none. */
      length: number | null;
      /** In the order of the file. */
      annotations: EdfAnnotation[];
      warnings: RecordingProblem[];
    }
  | { ok: false; problems: RecordingProblem[] };

const LABEL = 'EDF Annotations';
/** Ends an onset, a duration, and every text. */
const END = 0x14;
/** Stands before a duration. */
const BEFORE_DURATION = 0x15;
const ONSET = /^[+-]\d+(?:[.,]\d*)?$/;
const DURATION = /^\d+(?:[.,]\d*)?$/;

/** The annotations of an EDF+ file, from all its signals 'EDF Annotations'. O(bytes). */
export function parseEdfAnnotations(bytes: Uint8Array): EdfAnnotations {
  const read = parseEdfHeader(bytes);
  if (!read.ok) return read;
  const { header } = read;
  const problems = recordingProblems();
  const warnings = recordingProblems();
  for (const warning of read.warnings) warnings.add(warning);

  const labelled = header.signals.filter(({ label }) => label === LABEL);
  if (labelled.length === 0)
    problems.add({
      byte: 256,
      value: header.signals.slice(0, 8).map(({ label }) => label),
      why: 'the file has no annotations',
      accepted: `EDF+ with a signal '${LABEL}'`,
    });
  else if (!header.plus)
    warnings.add({
      byte: 192,
      value: 'EDF',
      why: 'the file has annotations and does not call itself EDF+',
      accepted: 'EDF+C or EDF+D',
    });
  const wrongSize = sizeProblem(bytes, header);
  if (wrongSize) problems.add(wrongSize);
  if (header.records < 0)
    warnings.add({
      byte: 236,
      value: header.records,
      why: 'the recording was never closed: its data records are counted by the size of the file',
      accepted: 'the number of data records',
    });
  if (problems.count > 0) return { ok: false, problems: problems.all() };

  const { headerBytes, recordBytes } = header;
  const annotations: EdfAnnotation[] = [];
  // A signal without bytes is looked for in no record: a header may promise millions of both.
  const signals = labelled.filter((signal) => signal.bytes > 0);
  if (signals.length > 0)
    for (let record = headerBytes; record < bytes.length; record += recordBytes)
      for (const { offset, bytes: size } of signals) {
        const from = record + offset;
        readTals(bytes, from, from + size, annotations, problems, warnings);
      }
  if (problems.count > 0) return { ok: false, problems: problems.all() };
  const records = recordBytes === 0 ? 0 : Math.floor((bytes.length - headerBytes) / recordBytes);
  return {
    ok: true,
    length: header.recordSeconds > 0 ? records * header.recordSeconds : null,
    annotations,
    warnings: warnings.all(),
  };
}

/** A file that has another size than its header says. */
function sizeProblem(bytes: Uint8Array, header: EdfHeader): RecordingProblem | undefined {
  const { records, recordBytes, headerBytes } = header;
  const there = bytes.length - headerBytes;
  const whole = recordBytes === 0 ? 0 : Math.floor(there / recordBytes);
  const accepted = `the whole file, ${Math.max(0, records)} data records of ${recordBytes} bytes after the header`;
  const value = `${there} bytes`;
  const left = there - whole * recordBytes;
  if (whole < records) return { byte: bytes.length, value, why: 'the file is cut off', accepted };
  if (records < 0)
    return left === 0
      ? undefined
      : { byte: bytes.length, value, why: 'the file ends within a data record', accepted };
  return whole > records || left > 0
    ? {
        byte: headerBytes + records * recordBytes,
        value,
        why: 'the file goes on after the last data record that its header promises',
        accepted,
      }
    : undefined;
}

/** The time-stamped annotation lists between two bytes; NULs end them and fill the rest. */
function readTals(
  bytes: Uint8Array,
  from: number,
  to: number,
  annotations: EdfAnnotation[],
  problems: RecordingProblems,
  warnings: RecordingProblems,
): void {
  for (let start = from; start < to; ) {
    if (bytes[start] === 0) {
      start++;
      continue;
    }
    let end = start;
    while (end < to && bytes[end] !== 0) end++;
    readTal(bytes, start, end, annotations, problems, warnings);
    start = end + 1;
  }
}

/** One list: an onset, perhaps a duration, and texts. The empty text of a timekeeping list annotates nothing. */
function readTal(
  bytes: Uint8Array,
  start: number,
  end: number,
  annotations: EdfAnnotation[],
  problems: RecordingProblems,
  warnings: RecordingProblems,
): void {
  // Searches end with the list: through the whole file they would take its square.
  const list = bytes.subarray(start, end);
  const stamp = list.indexOf(END);
  if (stamp < 0 || list.at(-1) !== END) {
    problems.add({
      byte: start,
      value: latin(list),
      why: 'this list of annotations does not end as it should',
      accepted: 'an onset and texts, with the byte 20 after each of them',
    });
    return;
  }
  const bar = list.subarray(0, stamp).indexOf(BEFORE_DURATION);
  const hasDuration = bar >= 0;
  const onsetText = latin(list.subarray(0, hasDuration ? bar : stamp));
  const durationText = hasDuration ? latin(list.subarray(bar + 1, stamp)) : '';
  const onset = ONSET.test(onsetText) ? decimal(onsetText) : Number.NaN;
  const duration =
    durationText === '' ? null : DURATION.test(durationText) ? decimal(durationText) : Number.NaN;
  if (!Number.isFinite(onset))
    problems.add({
      byte: start,
      value: onsetText,
      why: 'this onset cannot be used',
      accepted: 'seconds with a sign, as in +30 or -0.5',
    });
  if (duration !== null && !Number.isFinite(duration))
    problems.add({
      byte: start + bar + 1,
      value: durationText,
      why: 'this duration cannot be used',
      accepted: 'seconds without a sign, as in 30 or 0.5',
    });
  if (`${onsetText}${durationText}`.includes(','))
    warnings.add({
      byte: start,
      value: `${onsetText} ${durationText}`.trim(),
      why: 'the number has a decimal comma, which is read as a point',
      accepted: 'a decimal point',
    });
  if (hasDuration && durationText === '')
    warnings.add({
      byte: start + bar,
      value: '',
      why: 'the duration is announced and empty, which is read as none',
      accepted: 'a duration after the byte 21',
    });
  for (let from = stamp + 1; from < list.length; ) {
    const to = list.indexOf(END, from);
    if (to > from) {
      const text = utf8(list.subarray(from, to));
      if (text === undefined)
        problems.add({
          byte: start + from,
          value: latin(list.subarray(from, to)),
          why: 'this text is not in UTF-8',
          accepted: 'texts in UTF-8, as EDF+ has them',
        });
      else annotations.push({ onset, duration, text });
    }
    from = to + 1;
  }
}

function decimal(text: string): number {
  return Number(text.replace(',', '.'));
}

/** Bytes as characters, to be shown or to be a number, which is no longer than this. */
function latin(bytes: Uint8Array): string {
  return `${String.fromCharCode(...bytes.subarray(0, 200))}${bytes.length > 200 ? '…' : ''}`;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
