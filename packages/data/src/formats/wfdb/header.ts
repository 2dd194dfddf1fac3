import type { RecordingProblem, RecordingRefused } from '../recording-problem.ts';

/** The record line of a WFDB header (.hea); what it says of single signals is not read. */
export interface WfdbHeader {
  /** Samples a second. */
  samplingFrequency: number;
  /** Samples of each signal; null where the header does not say. */
  samples: number | null;
}

type WfdbHeaderRead = { ok: true; header: WfdbHeader; warnings: RecordingProblem[] } | RecordingRefused;

/** What the format has where no frequency is written. */
const DEFAULT_FREQUENCY = 250;
const ACCEPTED = 'name, signals, samples a second and samples, as in "00 2 128 9661440"';

/** The header of a WFDB record: its first line that is neither empty nor a comment. */
export function parseWfdbHeader(text: string): WfdbHeaderRead {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const at = lines.findIndex((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  if (at < 0) {
    const nothing = { line: 1, value: '', why: 'the header has no record line', accepted: ACCEPTED };
    return { ok: false, problems: [nothing] };
  }
  const line = at + 1;
  const problems: RecordingProblem[] = [];
  const [name, signalsText, frequencyText, samplesText] = lines[at]!.trim().split(/\s+/);
  const refuse = (value: unknown, why: string, accepted = ACCEPTED) =>
    problems.push({ line, value, why, accepted });

  // A name may carry its number of segments, as in 'multi/3'.
  if (!/^[\w-]+(?:\/\d+)?$/.test(name!)) refuse(name, 'this is not the header of a WFDB record');
  else if (whole(signalsText) === undefined)
    refuse(signalsText ?? '', 'the number of signals cannot be used');
  // A counter's frequency may follow, as in '128/64(0)'.
  const frequency = /^(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?(?:\/\S*)?$/.exec(frequencyText ?? '');
  const samplingFrequency =
    frequencyText === undefined ? DEFAULT_FREQUENCY : Number(frequency?.[0].split('/')[0] ?? Number.NaN);
  if (!(samplingFrequency > 0 && Number.isFinite(samplingFrequency)))
    refuse(frequencyText, 'the sampling frequency cannot be used', 'samples a second, above 0');
  const samples = samplesText === undefined ? 0 : whole(samplesText);
  if (samples === undefined)
    refuse(samplesText, 'the number of samples cannot be used', 'a whole number, or 0 where it is not known');
  if (problems.length > 0) return { ok: false, problems };
  const header = { samplingFrequency, samples: samples === 0 ? null : samples! };
  const value = lines[at]!.trim();
  const why = `no sampling frequency is written, which means ${DEFAULT_FREQUENCY}`;
  const warnings = frequencyText === undefined ? [{ line, value, why, accepted: ACCEPTED }] : [];
  return { ok: true, header, warnings };
}

function whole(text: string | undefined): number | undefined {
  const value = text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
