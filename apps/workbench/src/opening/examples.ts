/** The repository's studies that the workbench can open, by the question that each asks. */
export const EXAMPLES: readonly { study: string; asks: string; files?: readonly string[] }[] = [
  { study: 'shift/study.yaml', asks: 'Which readings tell the time above a threshold?' },
  { study: 'four-points/stationary.yaml', asks: 'Two worlds, one benchmark: four points' },
  { study: 'four-points/any.yaml', asks: 'The same four points, nothing assumed' },
  { study: 'is-my-benchmark-enough/study.yaml', asks: 'Is my benchmark enough?' },
  {
    study: 'calibration/study.yaml',
    asks: 'Can 80 units tell four layouts apart?',
    files: ['calibration/dense.csv'],
  },
  {
    study: 'calibration/replicates.yaml',
    asks: 'The same with noise known from replicates',
    files: ['calibration/replicates.csv'],
  },
  {
    study: 'calibration/linear.yaml',
    asks: 'A target that was counted, without a Gaussian law',
    files: ['calibration/burden.csv'],
  },
  { study: 'finger-pricks/study.yaml', asks: 'At which times of day to prick a finger?' },
  { study: 'finger-pricks/range.yaml', asks: 'Time in range, in mg/dl' },
  { study: 'finger-pricks/log.yaml', asks: 'The same with a skewed quantity' },
  { study: 'design/points.yaml', asks: 'Which four of twelve readings?' },
  { study: 'design/windows.yaml', asks: 'Points and windows for a budget' },
  { study: 'design/rules.yaml', asks: 'A week with visits, nights and rules' },
  { study: 'design/targets.yaml', asks: 'One protocol for two targets' },
  {
    study: 'design/uncertain.yaml',
    asks: 'Four of seven readings, from 80 units',
    files: ['calibration/dense.csv'],
  },
  {
    study: 'benchmark-data/study.yaml',
    asks: 'What do 200 benchmarked units leave open?',
    files: ['benchmark-data/benchmark.csv'],
  },
  { study: 'two-studies/study.yaml', asks: 'What do two studies say together?' },
  {
    study: 'two-studies/data.yaml',
    asks: 'The same from their data',
    files: ['two-studies/ward.csv', 'two-studies/home.csv'],
  },
  {
    study: 'your-own-covariance/study.yaml',
    asks: 'A covariance of one’s own',
    files: ['your-own-covariance/covariance.csv'],
  },
];

const TEXTS = import.meta.glob<string>(['../../../../examples/*/*.yaml', '../../../../examples/*/*.csv'], {
  query: '?raw',
  import: 'default',
});

/** Whether a study of this name is an example, so that every page has its files. */
export const isExample = (name: string): boolean =>
  EXAMPLES.some(({ study }) => name === `examples/${study}`);

/** An example with the files it names, fetched when it is opened. */
export async function exampleStudy(
  study: string,
): Promise<{ name: string; text: string; files: Map<string, Uint8Array> }> {
  const read = async (path: string) => await TEXTS[`../../../../examples/${path}`]!();
  const named = EXAMPLES.find((example) => example.study === study)?.files ?? [];
  const encoder = new TextEncoder();
  const files = await Promise.all(
    named.map(async (file) => [`examples/${file}`, encoder.encode(await read(file))] as const),
  );
  return { name: `examples/${study}`, text: await read(study), files: new Map(files) };
}
