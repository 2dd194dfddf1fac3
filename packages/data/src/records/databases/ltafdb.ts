import { problemsText, problemText, type RecordingProblem } from '../../formats/recording-problem.ts';
import type { WfdbAnnotation } from '../../formats/wfdb/annotations.ts';
import { bytesOf, gatherRecords, type RecordFolder, splitPath } from '../record-folder.ts';
import type { DatabaseKind } from '../record-kind.ts';
import type { StateInterval, StateRecord, StateRecords } from '../state-record.ts';

/** PhysioNet's Long-Term AF Database: days as rhythms of the heart, in WFDB annotations. */
export const ltafdb: DatabaseKind<'ltafdb'> = {
  name: 'ltafdb',
  rank: 2,
  reference: 'Long-Term AF Database 1.0.0. PhysioNet, doi:10.13026/C2QG6Q.',
  example: 'ltaf',
  download: {
    base: 'https://physionet.org/files/ltafdb/1.0.0/',
    wanted: /^[\w-]+\.(?:atr|hea)$/,
    ofRecord: (record) => [`${record}.atr`, `${record}.hea`],
    licence: 'ODC-By 1.0',
  },
  read: ltafRecords,
  covariates: [],
  folds: { all: 'ltafdb-all.csv', 'AF-strict': 'ltafdb-strict.csv', 'AF-mixed': 'ltafdb-mixed.csv' },
  records: {
    grid: { points: 96, reading: 'mean' },
    epoch: { seconds: 1, rounding: 'down', block: 60 },
    invalid: [],
    other: ['N', 'AB', 'B', 'IVR', 'SBR', 'SVTA', 'T', 'VT'],
    targets: { AF: ['AFIB', 'AFL'] },
    baselines: [],
    cohorts: {
      'AF-strict': { of: 'AF', above: 0, below: 1 },
      'AF-mixed': { of: 'AF', from: 0.05, to: 0.95 },
    },
  },
  templates: {
    layouts: ['contiguous', 'dispersed'],
    budgets: [1, 2, 4, 8, 16, 32],
    rounding: 'down',
  },
};

/**
 * The rhythms of a folder: for each record annotations (.atr) and a header (.hea). A rhythm holds from its mark to the
 * next mark, the last one to the record's end; before the first mark nothing is known. Every record is its own unit.
 */
async function ltafRecords(folder: RecordFolder): Promise<StateRecords> {
  const files = (await folder.list()).filter((file) => /\.(atr|hea)$/.test(file));
  const present = new Set(files);
  const found = gatherRecords();
  if (files.length === 0) found.skip('*.atr', 'there are no such files in this folder');
  for (const file of files.sort()) {
    const stem = file.slice(0, -4);
    if (file.endsWith('.hea')) {
      if (!present.has(`${stem}.atr`))
        found.skip(file, `its annotations are missing: there is no ${stem}.atr`);
      continue;
    }
    const [, record] = splitPath(stem);
    if (found.isTwice(file, record)) continue;
    const read = await rhythmRecord(folder, stem, record, present.has(`${stem}.hea`));
    if (read.ok) found.add(file, read.record, read.warnings.map(problemText));
    else found.skip(file, read.why);
  }
  return found.all();
}

type RecordRead =
  | { ok: true; record: StateRecord; warnings: RecordingProblem[] }
  | { ok: false; why: string };

async function rhythmRecord(
  folder: RecordFolder,
  stem: string,
  record: string,
  hasHeader: boolean,
): Promise<RecordRead> {
  // Readers of files come with the first that is read: a page that only names this database does without.
  const { parseWfdbAnnotations } = await import('../../formats/wfdb/annotations.ts');
  const { parseWfdbHeader } = await import('../../formats/wfdb/header.ts');
  const refused = (why: string): RecordRead => ({ ok: false, why });
  if (!hasHeader) return refused(`its header is missing: there is no ${stem}.hea`);
  const head = await bytesOf(folder, `${stem}.hea`);
  if (!head.ok) return refused(`its header ${stem}.hea cannot be read: ${head.why}`);
  // Names and comments may be in any encoding; the numbers are ASCII in all of them.
  const header = parseWfdbHeader(new TextDecoder('latin1').decode(head.bytes));
  if (!header.ok) return refused(`its header ${stem}.hea cannot be used: ${problemsText(header.problems)}`);
  const { samples, samplingFrequency } = header.header;
  if (samples === null)
    return refused(
      `its header ${stem}.hea does not say how long the record is, so its last rhythm has no end`,
    );
  const file = await bytesOf(folder, `${stem}.atr`);
  if (!file.ok) return refused(file.why);
  const read = parseWfdbAnnotations(file.bytes, header.header);
  if (!read.ok) return refused(problemsText(read.problems));
  const marks = read.annotations.filter(({ text }) => text.startsWith('('));
  if (marks.length === 0) return refused("it has no rhythm marks: no annotation's text begins with '('");
  const nameless = marks.find(({ text }) => text.slice(1).trim() === '');
  if (nameless) return refused(`the rhythm mark at sample ${nameless.sample} names no rhythm`);
  const intervals = rhythms(marks, samplingFrequency, samples);
  if (intervals.length === 0)
    return refused(
      `it has no rhythm marks within the record: the first is at sample ${marks[0]!.sample} of ${samples}`,
    );
  return {
    ok: true,
    record: {
      record,
      unit: record,
      stratum: null,
      covariates: {},
      intervals,
      length: samples / samplingFrequency,
    },
    warnings: [...header.warnings, ...read.warnings, ...overruledMarks(marks)],
  };
}

/** From mark to mark, the last one to the end. */
function rhythms(marks: readonly WfdbAnnotation[], frequency: number, samples: number): StateInterval[] {
  return marks.flatMap(({ sample, text }, i) => {
    const next = Math.min(marks[i + 1]?.sample ?? samples, samples);
    return sample < next
      ? [{ from: sample / frequency, to: next / frequency, state: text.slice(1).trim() }]
      : [];
  });
}

/** A mark that another one follows at the same sample says nothing. */
function overruledMarks(marks: readonly WfdbAnnotation[]): RecordingProblem[] {
  const twice = marks.filter(({ sample }, i) => marks[i + 1]?.sample === sample);
  if (twice.length === 0) return [];
  const value = `${twice.length}, the first at sample ${twice[0]!.sample}`;
  const why = 'there are rhythm marks at one sample: the last of them holds';
  return [{ value, why, accepted: 'one mark for each change' }];
}
