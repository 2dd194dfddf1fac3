// AF burden in all records and in two cohorts defined by the outcome (the paper's Table 'afcohort').
import type { Experiment } from './experiment.ts';
import { PUBLISHED } from './published.ts';
import { loadRecords, type RecordsStudy, resultOf } from './recordings.ts';
import { exactRow } from './row.ts';

const study: RecordsStudy = {
  records: { preset: 'ltafdb' },
  templates: { layouts: ['contiguous', 'dispersed'], budgets: [4, 16] },
};

const cohorts = {
  AF: PUBLISHED.numAfCohortAll,
  'AF-strict': PUBLISHED.numAfCohortStrict,
  'AF-mixed': PUBLISHED.numAfCohortMixed,
};
const templates = ['contiguous-4', 'dispersed-4', 'contiguous-16', 'dispersed-16'];

export const tableAf: Experiment = {
  name: 'table-af',
  title: 'AF burden in all records and in two cohorts',
  async run(surroundings) {
    const loaded = await loadRecords(study, surroundings);
    if ('skipped' in loaded) return { rows: [], skipped: loaded.skipped };
    const { targets } = await resultOf(loaded.plan, surroundings);
    return {
      rows: Object.entries(cohorts).flatMap(([name, [records, ...published]]) => {
        const own = targets[name]!;
        return [
          exactRow(`${name}: records`, records!, own.cohort.records, 0),
          ...templates.map((template, k) =>
            exactRow(`${name}: ${template}`, published[k]!, own.templates[template]!.r2, 3),
          ),
        ];
      }),
    };
  },
};
