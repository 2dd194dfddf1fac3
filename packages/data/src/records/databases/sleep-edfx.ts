import type { EdfAnnotation } from '../../formats/edf/annotations.ts';
import { problemsText, problemText } from '../../formats/recording-problem.ts';
import { bytesOf, gatherRecords, type RecordFolder, splitPath } from '../record-folder.ts';
import type { DatabaseKind } from '../record-kind.ts';
import { ordered, type StateInterval, type StateRecords } from '../state-record.ts';
import type { temazepamNights } from '../temazepam-nights.ts';

/** PhysioNet's Sleep-EDF Database Expanded: nights as stages of sleep, in EDF+ hypnograms. */
export const sleepEdfx: DatabaseKind<'sleep-edfx'> = {
  name: 'sleep-edfx',
  rank: 1,
  reference: 'Sleep-EDF Database Expanded 1.0.0. PhysioNet, doi:10.13026/C2X676.',
  example: 'sleep-edf',
  download: {
    base: 'https://physionet.org/files/sleep-edfx/1.0.0/',
    wanted: /^(?:sleep-(?:cassette|telemetry)\/[\w-]+Hypnogram\.edf|S[CT]-subjects\.xls)$/,
    licence: 'ODC-By 1.0',
  },
  read: sleepEdfRecords,
  covariates: ['temazepam'],
  folds: { all: 'sleep-edfx.csv', SC: 'sleep-edfx-SC.csv', ST: 'sleep-edfx-ST.csv' },
  records: {
    grid: { points: 128, reading: 'anchor' },
    epoch: { seconds: 30, rounding: 'nearest', block: 1 },
    invalid: ['Sleep stage ?', 'Movement time'],
    other: ['Sleep stage 1', 'Sleep stage 2'],
    // Stages 3 and 4 of the older rules are N3 of the newer.
    targets: {
      REM: ['Sleep stage R'],
      N3: ['Sleep stage 3', 'Sleep stage 4'],
      Wake: ['Sleep stage W'],
    },
    baselines: ['stratum', 'hours', 'temazepam'],
    cohorts: {},
  },
  templates: {
    layouts: ['contiguous', 'dispersed', 'aware', 'kernelQuadrature', 'posteriorVariance'],
    budgets: [4, 8, 16, 32, 64],
    rounding: 'nearest',
  },
};

const HYPNOGRAM = /^(.*?)(sleep-cassette|sleep-telemetry)\/([^/]*)Hypnogram\.edf$/i;
/** SC4ssN… and ST7ssN…: the subject has two digits, the night one. */
const NAME = /^(SC)4(\d\d)(\d)|^(ST)7(\d\d)(\d)/;
const STATES = new Set([
  ...['W', '1', '2', '3', '4', 'R', '?'].map((s) => `Sleep stage ${s}`),
  'Movement time',
]);

/**
 * The hypnograms of a folder. A record is named by the first six characters of its file, its unit by study and subject;
 * the covariate temazepam is 1 in the nights that ST-subjects.xls names, 0 in others.
 */
async function sleepEdfRecords(folder: RecordFolder): Promise<StateRecords> {
  // Readers of files come with the first that is read: a page that only names this database does without.
  const { parseEdfAnnotations } = await import('../../formats/edf/annotations.ts');
  const found = gatherRecords();
  const files = await folder.list();
  const hypnograms = files.filter((file) => HYPNOGRAM.test(file)).sort();
  for (const file of files)
    if (/Hypnogram\.edf$/i.test(file) && !HYPNOGRAM.test(file))
      found.skip(file, 'it is neither in sleep-cassette/ nor in sleep-telemetry/');
  if (hypnograms.length === 0)
    found.skip(
      '*Hypnogram.edf',
      'there are no such files in sleep-cassette/ or sleep-telemetry/ of this folder',
    );
  const nights = nightsOf(folder, new Set(files), found.skip);
  for (const file of hypnograms) {
    const [, above] = HYPNOGRAM.exec(file)!;
    const name = NAME.exec(splitPath(file)[1]);
    if (!name) {
      found.skip(file, "its name does not tell subject and night, as in 'SC4001…' or 'ST7011…'");
      continue;
    }
    const record = name[0];
    const stratum = (name[1] ?? name[4])!;
    const subject = (name[2] ?? name[5])!;
    const night = Number(name[3] ?? name[6]);
    if (found.isTwice(file, record)) continue;
    const temazepam = stratum === 'SC' ? 0 : await nights(above!, Number(subject), night);
    if (typeof temazepam === 'string') {
      found.skip(file, temazepam);
      continue;
    }
    const read = await bytesOf(folder, file);
    const edf = read.ok ? parseEdfAnnotations(read.bytes) : undefined;
    const stages = edf?.ok ? stagesOf(edf.annotations) : undefined;
    if (!read.ok) found.skip(file, read.why);
    else if (!edf!.ok) found.skip(file, problemsText(edf!.problems));
    else if (typeof stages === 'string') found.skip(file, stages);
    else {
      const unit = `${stratum}${subject}`;
      const { length, warnings } = edf!;
      found.add(
        file,
        { record, unit, stratum, covariates: { temazepam }, intervals: stages!, length },
        warnings.map(problemText),
      );
    }
  }
  return found.all();
}

/** 1 or 0 for a night with temazepam or without, by the table beside the folder of the file; or why it is not known. */
function nightsOf(
  folder: RecordFolder,
  files: ReadonlySet<string>,
  skip: (file: string, why: string) => void,
): (above: string, subject: number, night: number) => Promise<number | string> {
  const tables = new Map<string, ReturnType<typeof temazepamNights>>();
  return async (above, subject, night) => {
    const file = `${above}ST-subjects.xls`;
    let table = tables.get(file);
    if (!table) {
      const read = files.has(file)
        ? await bytesOf(folder, file)
        : { ok: false as const, why: 'there is no such file' };
      const { temazepamNights } = await import('../temazepam-nights.ts');
      table = read.ok ? temazepamNights(read.bytes) : read;
      tables.set(file, table);
      if (!table.ok) skip(file, table.why);
    }
    if (!table.ok) return `whether it is a night with temazepam is not known: ${file} cannot be used`;
    const nights = table.nights.get(subject);
    if (!nights)
      return `whether it is a night with temazepam is not known: subject ${subject} is not in ${file}`;
    if (night !== nights.placebo && night !== nights.temazepam)
      return `${file} has nights ${nights.placebo} (placebo) and ${nights.temazepam} (temazepam) for subject ${subject}, not ${night}`;
    return night === nights.temazepam ? 1 : 0;
  };
}

/** The stages of a night, or why they cannot be used. */
function stagesOf(annotations: readonly EdfAnnotation[]): StateInterval[] | string {
  const intervals: StateInterval[] = [];
  for (const { onset, duration, text } of annotations) {
    const where = `the annotation ${JSON.stringify(text.slice(0, 40))} at ${onset} s`;
    if (!STATES.has(text)) return `${where} is not a sleep stage (accepted: ${[...STATES].join(', ')})`;
    if (duration === null || duration === 0) return `${where} has no duration`;
    if (onset < 0) return `${where} begins before the record`;
    intervals.push({ from: onset, to: onset + duration, state: text });
  }
  if (intervals.length === 0) return 'it has no annotations';
  const sorted = ordered(intervals);
  if (sorted.ok) return sorted.intervals;
  const { first, second } = sorted;
  return `two annotations overlap: ${first.state} from ${first.from} to ${first.to} s, ${second.state} from ${second.from} s`;
}
