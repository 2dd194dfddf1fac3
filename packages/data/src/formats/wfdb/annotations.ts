import { type RecordingProblem, type RecordingProblems, recordingProblems } from '../recording-problem.ts';
import type { WfdbHeader } from './header.ts';

/** A beat, a change of rhythm or whatever else is marked; its kind and its channel are not read. */
export interface WfdbAnnotation {
  /** Samples from the record's start. */
  sample: number;
  text: string;
}

type WfdbAnnotations =
  | {
      ok: true;
      /** In the order of the file, which is that of time; those past the record's end too. */
      annotations: WfdbAnnotation[];
      warnings: RecordingProblem[];
    }
  | { ok: false; problems: RecordingProblem[] };

/** Codes that are no annotations but say something of one. */
const [SKIP, TEXT] = [59, 63] as const;
const LAST_CODE = 49;
/** Newer files may count in units of their own, which a note at their beginning gives. */
const RESOLUTION = /^## time resolution: (\S+)/;

/**
 * The annotations of a WFDB file in MIT format. A word of 16 bits holds a code and the time since the annotation
 * before; words with codes from 60 on add to the annotation before them. O(bytes).
 */
export function parseWfdbAnnotations(bytes: Uint8Array, header: WfdbHeader): WfdbAnnotations {
  const problems = recordingProblems();
  const warnings = recordingProblems();
  const annotations: WfdbAnnotation[] = [];
  const end = readWords(bytes, annotations, problems);
  if (end === undefined)
    problems.add({
      byte: bytes.length,
      value: `${bytes.length} bytes`,
      why: bytes.length === 0 ? 'the file is empty' : 'the file is cut off: its end mark is missing',
      accepted: 'the whole file',
    });
  else {
    const more = bytes.subarray(end).findIndex((byte) => byte !== 0);
    if (more >= 0)
      warnings.add({
        byte: end + more,
        value: `${bytes.length - end} bytes`,
        why: 'the file goes on after its end mark, which is not read',
        accepted: 'nothing after the end mark',
      });
  }
  const { samplingFrequency, samples } = header;
  const resolution = RESOLUTION.exec(annotations[0]?.text ?? '')?.[1];
  if (resolution !== undefined && Number(resolution) !== samplingFrequency)
    problems.add({
      byte: 0,
      value: resolution,
      why: `the annotations count other units of time than the header's ${samplingFrequency} a second`,
      accepted: 'annotations in samples of the record',
    });
  if (problems.count > 0) return { ok: false, problems: problems.all() };
  const past = samples === null ? 0 : annotations.filter(({ sample }) => sample >= samples).length;
  if (past > 0)
    warnings.add({
      value: past === 1 ? '1 annotation' : `${past} annotations`,
      why: `there are annotations past the record's end in its header, sample ${samples}`,
      accepted: 'annotations within the record',
    });
  return { ok: true, annotations, warnings: warnings.all() };
}

/** Reads up to the end mark and returns where the file should end; nothing where the mark is missing. */
function readWords(
  bytes: Uint8Array,
  annotations: WfdbAnnotation[],
  problems: RecordingProblems,
): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const refuse = (byte: number, value: unknown, why: string, accepted: string) =>
    problems.add({ byte, value, why, accepted });
  let [sample, latest] = [0, 0];
  let last: WfdbAnnotation | undefined;
  for (let at = 0; at + 2 <= bytes.length; ) {
    const word = view.getUint16(at, true);
    if (word === 0) return at + 2;
    const [code, value, byte] = [word >> 10, word & 0x3ff, at];
    at += 2;
    if (code === SKIP) {
      if (at + 4 > bytes.length) return undefined;
      // As a PDP-11 had it: the upper half first, each half with its lower byte first.
      sample += (view.getInt16(at, true) << 16) | view.getUint16(at + 2, true);
      at += 4;
    } else if (code <= LAST_CODE) {
      sample += value;
      if (sample < latest)
        refuse(byte, sample, `the annotation stands after a later one, at ${latest}`, 'annotations in order');
      latest = Math.max(latest, sample);
      last = { sample, text: '' };
      annotations.push(last);
    } else if (code < SKIP)
      refuse(byte, code, 'there are no annotations of this code', `codes up to ${LAST_CODE}`);
    else {
      const size = code === TEXT ? value + (value & 1) : 0;
      if (at + size > bytes.length) return undefined;
      if (last === undefined)
        refuse(byte, code, 'this belongs to an annotation, and none stands before it', 'an annotation first');
      else if (code === TEXT) last.text = textOf(bytes.subarray(at, at + value));
      at += size;
    }
  }
  return undefined;
}

/** A text ends with its first NUL. It has no encoding by the format: bytes are characters, so that none is lost. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return String.fromCharCode(...(end < 0 ? bytes : bytes.subarray(0, end)));
}
