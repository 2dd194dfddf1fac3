// The recordings behind Figures 3 and 4: nobody's but their owners', so that an experiment without them is left out.
import {
  InvalidStudy,
  loadPlan,
  questionOf,
  type RetrospectPlan,
  type RetrospectRequest,
  type RetrospectResult,
  type StudyFile,
} from '@sightline/study';
import type { Experiment, Outcome, Surroundings } from '../compare/experiment.ts';

/** The paper's analysis of Sleep-EDF, but for what an experiment changes; the preset knows grid, targets and baselines. */
export type RecordsStudy = Pick<StudyFile, 'records' | 'templates'>;

type LoadedRecords = { plan: RetrospectPlan } | { skipped: string };

const NAME = 'records.json';

/** Reads the recordings as a study would. Without them, or without the published folds, says why there is no comparison. */
export async function loadRecords(
  study: RecordsStudy,
  { files, data, seed }: Pick<Surroundings, 'files' | 'data' | 'seed'>,
): Promise<LoadedRecords> {
  const preset = study.records!.preset!;
  const where = '--data DIR or SIGHTLINE_DATA names the folder that holds it';
  if (data === undefined || !files.folder) return { skipped: `${preset} is not there; ${where}` };
  const text = new TextEncoder().encode(JSON.stringify({ sightline: 1, ...study }));
  const besides = { ...files, read: async (path: string) => (path === NAME ? text : files.read(path)) };
  try {
    const { plan } = await loadPlan(questionOf('retrospect'), NAME, besides, { data }, seed);
    const without = plan.analyses.find(({ foldsFrom }) => !('file' in foldsFrom));
    return without
      ? {
          skipped: `the published folds of ${without.name} are not there: splits/ beside ${preset}/ holds them`,
        }
      : { plan };
  } catch (error) {
    if (!(error instanceof InvalidStudy)) throw error;
    return { skipped: error.problems.map(({ why }) => why).join('; ') };
  }
}

/** A figure or table that is made from recordings, or left out without them. */
export function fromRecordings({
  study,
  run,
  ...named
}: Pick<Experiment, 'name' | 'title'> & {
  study: RecordsStudy;
  run(plan: RetrospectPlan, surroundings: Surroundings): Outcome | Promise<Outcome>;
}): Experiment {
  return {
    ...named,
    async run(surroundings) {
      const loaded = await loadRecords(study, surroundings);
      return 'skipped' in loaded ? { rows: [], skipped: loaded.skipped } : run(loaded.plan, surroundings);
    },
  };
}

export function resultOf(
  plan: RetrospectPlan,
  { workers, seed, signal, onProgress }: Surroundings,
  request: RetrospectRequest = {},
): Promise<RetrospectResult> | RetrospectResult {
  return questionOf('retrospect').compute(
    plan,
    { study: NAME, inputHash: '', seed },
    { ...request, workers, signal, onProgress },
  );
}
