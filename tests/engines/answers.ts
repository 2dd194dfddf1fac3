// What a page's worker runs: the answers of `sightline run` to every example, and of `sightline reproduce --quick`.
import { thisThread } from '@sightline/engine/internal';
import { EXPERIMENTS } from '@sightline/experiments';
import { runResult, type StudyFiles, writtenRun } from '@sightline/study';

export interface AnswersRequest {
  /** Paths and contents of all files of the examples. */
  files: Record<string, string>;
  studies: string[];
  /** Of every resampling; as many as the command makes unless given. */
  draws?: number;
}

/** One document for each study, and one for the paper. */
export type Answers = Record<string, unknown>;

/** As the command seeds them where nothing is said. */
const SEEDS = { run: 0, reproduce: 1 };

export async function answers({ files, studies, draws }: AnswersRequest): Promise<Answers> {
  const held: StudyFiles = {
    async read(path) {
      const text = files[plainPath(path)];
      if (text === undefined) throw new Error(`no example has the file ${path}`);
      return new TextEncoder().encode(text);
    },
  };
  const given: Answers = {};
  for (const study of studies)
    given[study] = writtenRun(await runResult(study, held, SEEDS.run, draws === undefined ? {} : { draws }));
  const experiments: Answers = {};
  for (const { name, run } of EXPERIMENTS)
    experiments[name] = await run({ workers: thisThread, seed: SEEDS.reproduce, quick: true, files: held });
  given.paper = { experiments };
  return given;
}

/** examples/design/../calibration/dense.csv is examples/calibration/dense.csv. */
const plainPath = (path: string) => path.replace(/[^/]+\/\.\.\//g, '');
