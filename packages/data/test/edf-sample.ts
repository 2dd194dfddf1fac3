// EDF+ files for tests, written by the format's definition.

interface EdfSample {
  /** The bytes of each annotation signal, data record after data record. */
  records: (string | Uint8Array)[][];
  /** Samples of an ordinary signal that stands before the annotations; none unless asked for. */
  others?: number;
  /** Samples of each annotation signal; as many as the longest needs unless given. */
  samples?: number;
  seconds?: string;
  start?: [date: string, time: string];
  recording?: string;
  /** What the header says, where it is not the truth. */
  claims?: { version?: string; records?: string; headerBytes?: string; signals?: string; kind?: string };
}

export function edfSample({
  records,
  others = 0,
  samples,
  seconds = '0',
  start = ['24.04.89', '16.13.00'],
  recording = 'Startdate 24-APR-1989 X X X',
  claims = {},
}: EdfSample): Uint8Array<ArrayBuffer> {
  const lists = records.map((record) => record.map((list) => (typeof list === 'string' ? utf8(list) : list)));
  const longest = Math.max(1, ...lists.flat().map(({ length }) => Math.ceil(length / 2)));
  const labels = [...(others > 0 ? ['EEG Fpz-Cz'] : []), ...lists[0]!.map(() => 'EDF Annotations')];
  const sizes = labels.map((label) => (label === 'EDF Annotations' ? (samples ?? longest) : others));
  const ns = labels.length;
  const header = [
    field(claims.version ?? '0', 8),
    field('X F X Female_33yr', 80),
    field(recording, 80),
    field(start[0], 8),
    field(start[1], 8),
    field(claims.headerBytes ?? String(256 * (ns + 1)), 8),
    field(claims.kind ?? 'EDF+C', 44),
    field(claims.records ?? String(lists.length), 8),
    field(seconds, 8),
    field(claims.signals ?? String(ns), 4),
    ...labels.map((label) => field(label, 16)),
    ...labels.map(() => field('', 80)),
    ...labels.map(() => field('', 8)),
    ...labels.map(() => field('0', 8)),
    ...labels.map(() => field('1', 8)),
    ...labels.map(() => field('-32768', 8)),
    ...labels.map(() => field('32767', 8)),
    ...labels.map(() => field('', 80)),
    ...sizes.map((size) => field(String(size), 8)),
    ...labels.map(() => field('', 32)),
  ].join('');
  const body = lists.flatMap((record) => {
    const annotations = record.map((list) => {
      const room = new Uint8Array(2 * sizes.at(-1)!);
      room.set(list);
      return room;
    });
    // Samples that would be mistaken for annotations, were they read.
    return others > 0 ? [new Uint8Array(2 * others).fill(0x2b), ...annotations] : annotations;
  });
  return join([utf8(header), ...body]);
}

/** A time-stamped annotation list. */
export function tal(onset: string, duration: string | null, ...texts: string[]): string {
  return `${onset}${duration === null ? '' : `\x15${duration}`}\x14${texts.map((text) => `${text}\x14`).join('')}\0`;
}

/** A hypnogram: stages one after the other, in one data record without a duration, as Sleep-EDF has them. */
export function hypnogramSample(stages: readonly [state: string, seconds: number][], from = 0) {
  let at = from;
  const lists = stages.map(([state, seconds]) => {
    const list = tal(`+${at}`, String(seconds), state);
    at += seconds;
    return list;
  });
  return edfSample({ records: [[`${tal('+0', null, '')}${lists.join('')}`]] });
}

function field(text: string, length: number): string {
  return text.padEnd(length).slice(0, length);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
