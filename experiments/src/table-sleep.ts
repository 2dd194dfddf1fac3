// Dispersed against contiguous sleep scoring, pooled and in each source study (the paper's Table 'sleep-sensitivity').
import type { RetrospectResult } from '@sightline/study';
import type { Experiment, Table } from './experiment.ts';
import { PUBLISHED } from './published.ts';
import { rangeRows } from './range-rows.ts';
import { loadRecords, type RecordsStudy, resultOf } from './recordings.ts';
import type { Row } from './row.ts';

const study: RecordsStudy = {
  records: { preset: 'sleep-edfx', strata: 'separately' },
  templates: { layouts: ['contiguous', 'dispersed'], budgets: [4, 8, 16, 32, 64] },
};

const STUDIES = ['SC', 'ST'];
const at16 = [
  ['REM', PUBLISHED.numSleepFullRemSixteenAdjusted],
  ['REM-SC', PUBLISHED.numSleepFullRemSixteenSC],
  ['REM-ST', PUBLISHED.numSleepFullRemSixteenST],
  ['N3', PUBLISHED.numSleepFullNThreeSixteenAdjusted],
  ['N3-SC', PUBLISHED.numSleepFullNThreeSixteenSC],
  ['N3-ST', PUBLISHED.numSleepFullNThreeSixteenST],
  ['Wake', PUBLISHED.numSleepFullWakeSixteenAdjusted],
  ['Wake-SC', PUBLISHED.numSleepFullWakeSixteenSC],
  ['Wake-ST', PUBLISHED.numSleepFullWakeSixteenST],
] as const;

export const tableSleep: Experiment = {
  name: 'table-sleep',
  title: 'Dispersed less contiguous sleep scoring, pooled and by source study',
  async run(surroundings) {
    const loaded = await loadRecords(study, surroundings);
    if ('skipped' in loaded) return { rows: [], skipped: loaded.skipped };
    const result = await resultOf(loaded.plan, surroundings);
    return {
      rows: [
        ...countRows(result),
        ...at16.flatMap(([name, published]) =>
          rangeRows(loaded.plan, name, [{ budget: 16, published }], surroundings),
        ),
      ],
      tables: [differences(result)],
    };
  },
};

/** How many ranges lie above zero, below it, across it. */
function sides({ targets }: RetrospectResult, holds: (name: string) => boolean) {
  const ranges = Object.entries(targets).flatMap(([name, { contrasts }]) => (holds(name) ? contrasts : []));
  const above = ranges.filter(({ low }) => low > 0).length;
  const below = ranges.filter(({ high }) => high < 0).length;
  return { above, below, across: ranges.length - above - below };
}

function countRows(result: RetrospectResult): Row[] {
  const ofStudy = (name: string) => STUDIES.some((own) => name.endsWith(`-${own}`));
  const pooled = sides(result, (name) => !ofStudy(name));
  const apart = sides(result, ofStudy);
  const row = (what: string, published: number, computed: number): Row => ({
    what,
    published,
    computed,
    tolerance: 1,
    verdict: Math.abs(published - computed) <= 1 ? 'agrees' : 'differs',
    note: 'an end that lies at zero may fall to either side of it from one seed to the next',
  });
  return [
    row('pooled ranges above zero, of 15', PUBLISHED.numSleepAdjustedPositiveRanges, pooled.above),
    row('SC and ST ranges above zero, of 30', PUBLISHED.numSleepCohortPositiveRanges, apart.above),
    row('SC and ST ranges below zero, of 30', PUBLISHED.numSleepCohortNegativeRanges, apart.below),
    row('SC and ST ranges across zero, of 30', PUBLISHED.numSleepCohortUnresolvedRanges, apart.across),
  ];
}

function differences({ targets, budgets }: RetrospectResult): Table {
  return {
    title: 'dispersed less contiguous, held-out R², by number of scored epochs',
    columns: budgets.map((budget) => `N = ${budget}`),
    rows: Object.entries(targets).map(([name, { contrasts }]) => ({
      name,
      values: contrasts.map(({ difference }) => difference),
    })),
  };
}
