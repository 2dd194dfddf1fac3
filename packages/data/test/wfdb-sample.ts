// WFDB annotation files for tests, written by the format's definition.

export interface WfdbMark {
  sample: number;
  code: number;
  subtype?: number;
  channel?: number;
  number?: number;
  text?: string;
}

/** The words of some annotations with the end mark after them. */
export function wfdbSample(marks: readonly WfdbMark[], { end = true } = {}): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let [sample, channel, number] = [0, 0, 0];
  for (const mark of marks) {
    const step = mark.sample - sample;
    sample = mark.sample;
    if (step < 0 || step > 1023) {
      bytes.push(...word(59, 0), ...half(step >> 16), ...half(step));
      bytes.push(...word(mark.code, 0));
    } else bytes.push(...word(mark.code, step));
    if (mark.subtype) bytes.push(...word(61, mark.subtype & 0xff));
    if ((mark.channel ?? 0) !== channel) bytes.push(...word(62, (channel = mark.channel ?? 0)));
    if ((mark.number ?? 0) !== number) bytes.push(...word(60, (number = mark.number ?? 0) & 0xff));
    if (mark.text !== undefined) {
      const text = [...mark.text].map((letter) => letter.charCodeAt(0));
      bytes.push(...word(63, text.length), ...text, ...(text.length % 2 === 1 ? [0] : []));
    }
  }
  return Uint8Array.from(end ? [...bytes, 0, 0] : bytes);
}

function word(code: number, value: number): [number, number] {
  return half((code << 10) | value);
}

function half(value: number): [number, number] {
  return [value & 0xff, (value >> 8) & 0xff];
}
