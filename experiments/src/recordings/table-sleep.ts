// Dispersed against contiguous sleep scoring, pooled and in each source study (the paper's Table 'sleep-sensitivity').
import { type Contrast, heldOutRanges } from '@sightline/engine/internal';
import type { RetrospectPlan, RetrospectResult } from '@sightline/study';
import type { Table } from '../compare/experiment.ts';
import { PUBLISHED } from '../compare/published.ts';
import type { Row } from '../compare/row.ts';
import { predictionsOf, rangeRows } from './range-rows.ts';
import { fromRecordings, type RecordsStudy, resultOf } from './recordings.ts';

const study: RecordsStudy = {
  records: { preset: 'sleep-edfx', strata: 'separately' },
  templates: { layouts: ['contiguous', 'dispersed'], budgets: [4, 8, 16, 32, 64] },
};

const STUDIES = ['SC', 'ST'];
const TARGETS = ['REM', 'N3', 'Wake'];

export const tableSleep = fromRecordings({
  name: 'table-sleep',
  title: 'Dispersed less contiguous sleep scoring, pooled and by source study',
  study,
  async run(plan, surroundings) {
    const result = await resultOf(plan, surroundings);
    return {
      rows: [
        ...countRows(plan, surroundings.seed),
        ...TARGETS.flatMap((target) => [target, ...STUDIES.map((own) => `${target}-${own}`)]).flatMap(
          (name) => rangeRows(plan, name, [16], surroundings),
        ),
      ],
      tables: [differences(result)],
    };
  },
});

interface Sides {
  above: number;
  below: number;
  across: number;
}

/** How many ranges lie above zero, below it, across it. */
function sides(ranges: readonly Pick<Contrast, 'low' | 'high'>[]): Sides {
  const above = ranges.filter(({ low }) => low > 0).length;
  const below = ranges.filter(({ high }) => high < 0).length;
  return { above, below, across: ranges.length - above - below };
}

/** An end that lies near zero may fall to either side of it from one seed to the next: so many seeds say by how much. */
const SEEDS = 8;

/** The ranges of every budget, with several seeds: by seed and name. */
function rangesBySeed({ analyses, settings }: RetrospectPlan, seed: number): Map<string, Contrast[]>[] {
  const { budgets } = settings;
  const predicted = analyses.map((analysis) => predictionsOf(analysis, budgets, settings));
  const pairs = budgets.map((_, b) => [2 * b, 2 * b + 1] as const);
  return Array.from(
    { length: SEEDS },
    (_, k) =>
      new Map(
        analyses.map(({ name, set }, a) => [
          name,
          heldOutRanges(set, set.targets[0]!.values, predicted[a]!, pairs, { seed: seed + k }).contrasts,
        ]),
      ),
  );
}

function countRows(plan: RetrospectPlan, seed: number): Row[] {
  const bySeed = rangesBySeed(plan, seed);
  const ofStudy = (name: string) => STUDIES.some((own) => name.endsWith(`-${own}`));
  const counts = (holds: (name: string) => boolean) =>
    bySeed.map((own) => sides([...own].flatMap(([name, ranges]) => (holds(name) ? ranges : []))));
  const pooled = counts((name) => !ofStudy(name));
  const apart = counts(ofStudy);
  const row = (what: string, published: number, found: readonly Sides[], side: keyof Sides) =>
    countRow(
      what,
      published,
      found.map((one) => one[side]),
    );
  return [
    row('pooled ranges above zero, of 15', PUBLISHED.numSleepAdjustedPositiveRanges, pooled, 'above'),
    row('SC and ST ranges above zero, of 30', PUBLISHED.numSleepCohortPositiveRanges, apart, 'above'),
    row('SC and ST ranges below zero, of 30', PUBLISHED.numSleepCohortNegativeRanges, apart, 'below'),
    row('SC and ST ranges across zero, of 30', PUBLISHED.numSleepCohortUnresolvedRanges, apart, 'across'),
  ];
}

/** A count with several seeds, the first of which is ours: as far as others move it towards the published one, it may differ. */
export function countRow(what: string, published: number, bySeed: readonly number[]): Row {
  const [computed] = bySeed as [number, ...number[]];
  const [least, most] = [Math.min(...bySeed), Math.max(...bySeed)];
  // What some seed finds on the side of the published number, and nothing on the other.
  const tolerance = published > computed ? most - computed : published < computed ? computed - least : 0;
  const note =
    least === most
      ? `the same with each of ${bySeed.length} seeds`
      : `with ${bySeed.length} seeds from ${least} to ${most}: ends that lie near zero fall to either side of it`;
  const verdict = Math.abs(published - computed) <= tolerance ? 'agrees' : 'differs';
  return { what, published, computed, tolerance, verdict, note };
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
