import type { Opened } from '../study/history.ts';

export interface Example {
  study: string;
  asks: string;
  /** Which of the page's questions it is about. */
  about: 'worth' | 'known' | 'told apart' | 'best' | 'few looks';
  field: string;
  files?: readonly string[];
}

/** The repository's studies that the workbench can open, by the question that each asks. */
export const EXAMPLES: readonly Example[] = [
  {
    study: 'shift/study.yaml',
    asks: 'Which readings tell the time above a threshold?',
    about: 'worth',
    field: 'work and health',
  },
  {
    study: 'four-points/stationary.yaml',
    asks: 'Two worlds, one benchmark: four points',
    about: 'known',
    field: 'theory',
  },
  {
    study: 'four-points/any.yaml',
    asks: 'The same four points, nothing assumed',
    about: 'known',
    field: 'theory',
  },
  {
    study: 'is-my-benchmark-enough/study.yaml',
    asks: 'Is my benchmark enough?',
    about: 'known',
    field: 'hospital ward',
  },
  {
    study: 'calibration/study.yaml',
    asks: 'Can 80 units tell four layouts apart?',
    about: 'told apart',
    field: 'any field',
    files: ['calibration/dense.csv'],
  },
  {
    study: 'calibration/replicates.yaml',
    asks: 'The same with noise known from replicates',
    about: 'told apart',
    field: 'any field',
    files: ['calibration/replicates.csv'],
  },
  {
    study: 'calibration/linear.yaml',
    asks: 'A target that was counted, without a Gaussian law',
    about: 'told apart',
    field: 'blood pressure',
    files: ['calibration/burden.csv'],
  },
  {
    study: 'finger-pricks/study.yaml',
    asks: 'At which times of day to prick a finger?',
    about: 'best',
    field: 'glucose',
  },
  { study: 'finger-pricks/range.yaml', asks: 'Time in range, in mg/dl', about: 'worth', field: 'glucose' },
  {
    study: 'finger-pricks/log.yaml',
    asks: 'The same with a skewed quantity',
    about: 'worth',
    field: 'glucose',
  },
  { study: 'design/points.yaml', asks: 'Which four of twelve readings?', about: 'best', field: 'any field' },
  {
    study: 'design/windows.yaml',
    asks: 'Points and windows for a budget',
    about: 'best',
    field: 'any field',
  },
  {
    study: 'design/rules.yaml',
    asks: 'A week with visits, nights and rules',
    about: 'best',
    field: 'visits',
  },
  { study: 'design/targets.yaml', asks: 'One protocol for two targets', about: 'best', field: 'any field' },
  {
    study: 'design/uncertain.yaml',
    asks: 'Four of seven readings, from 80 units',
    about: 'best',
    field: 'any field',
    files: ['calibration/dense.csv'],
  },
  {
    study: 'benchmark-data/study.yaml',
    asks: 'What do 200 benchmarked units leave open?',
    about: 'known',
    field: 'work and health',
    files: ['benchmark-data/benchmark.csv'],
  },
  {
    study: 'two-studies/study.yaml',
    asks: 'What do two studies say together?',
    about: 'known',
    field: 'hospital ward',
  },
  {
    study: 'two-studies/data.yaml',
    asks: 'The same from their data',
    about: 'known',
    field: 'hospital ward',
    files: ['two-studies/ward.csv', 'two-studies/home.csv'],
  },
  {
    study: 'your-own-covariance/study.yaml',
    asks: 'A covariance of one’s own',
    about: 'worth',
    field: 'work and health',
    files: ['your-own-covariance/covariance.csv'],
  },
  {
    study: 'records-table/study.yaml',
    asks: 'What would a few looks at a shift have told?',
    about: 'few looks',
    field: 'work and health',
    files: ['records-table/shifts.csv'],
  },
  {
    study: 'records-clock/study.yaml',
    asks: 'What would finger pricks at meals have told?',
    about: 'few looks',
    field: 'glucose',
    files: ['records-clock/glucose.csv'],
  },
];

const TEXTS = import.meta.glob<string>(
  [
    '../../../../examples/*/*.yaml',
    '../../../../examples/*/*.csv',
    // Those that are not in the list above.
    '!../../../../examples/{ltaf,sleep-edf,sparse,table-1-ou,two-rounds}/*',
    '!../../../../examples/calibration/days.*',
    '!../../../../examples/two-studies/*disagree*',
  ],
  { query: '?raw', import: 'default' },
);

/** Whether a study of this name is an example, so that every page has its files. */
export const isExample = (name: string): boolean =>
  EXAMPLES.some(({ study }) => name === `examples/${study}`);

/** An example with the files it names, fetched when it is opened; whoever changes its text still has the original. */
export async function exampleStudy(study: string): Promise<Opened & Required<Pick<Opened, 'original'>>> {
  const read = async (path: string) => await TEXTS[`../../../../examples/${path}`]!();
  const named = EXAMPLES.find((example) => example.study === study)?.files ?? [];
  const encoder = new TextEncoder();
  const found = await Promise.all(
    named.map(async (file) => [`examples/${file}`, encoder.encode(await read(file))] as const),
  );
  const [text, files] = [await read(study), new Map(found)];
  return { name: `examples/${study}`, text, files, original: { text, files } };
}
