// AF burden in all records and in two cohorts defined by the outcome (the paper's Table 'afcohort').
import { PUBLISHED } from '../compare/published.ts';
import { exactRow } from '../compare/row.ts';
import { fromRecordings, type RecordsStudy, resultOf } from './recordings.ts';

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

export const tableAf = fromRecordings({
  name: 'table-af',
  title: 'AF burden in all records and in two cohorts',
  study,
  async run(plan, surroundings) {
    const { targets } = await resultOf(plan, surroundings);
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
});
