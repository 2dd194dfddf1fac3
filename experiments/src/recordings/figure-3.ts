// Figure 3: held-out R² of layouts, for sleep stages scored at N of 128 anchors and for AF in N of 96 windows.
import type { LayoutName } from '@sightline/engine/internal';
import type { RetrospectPlan, RetrospectResult } from '@sightline/study';
import type { Experiment } from '../compare/experiment.ts';
import { PUBLISHED } from '../compare/published.ts';
import { printedContrast, printedR2 } from '../compare/published-marks.ts';
import { exactRow, explainedRow, type Row } from '../compare/row.ts';
import type { HeldOut } from '../compare/series.ts';
import { rangeRows } from './range-rows.ts';
import { loadRecords, type RecordsStudy, resultOf } from './recordings.ts';
import { mostShared, remR2 } from './tied-anchors.ts';

export const sleepStudy: RecordsStudy = {
  records: { preset: 'sleep-edfx' },
  templates: {
    layouts: ['contiguous', 'dispersed', 'aware', 'kernelQuadrature'],
    budgets: [4, 8, 16, 32, 64],
    contrasts: [['dispersed', 'contiguous']],
  },
};

const afStudy: RecordsStudy = {
  records: { preset: 'ltafdb', cohorts: {} },
  templates: { layouts: ['contiguous', 'dispersed'], budgets: [1, 2, 4, 8, 16, 32] },
};

export const figure3: Experiment = {
  name: 'figure-3',
  title: 'Held-out prediction from reconstructed Sleep and AF protocols',
  async run(surroundings) {
    const sleep = await loadRecords(sleepStudy, surroundings);
    const af = await loadRecords(afStudy, surroundings);
    if ('skipped' in sleep) return { rows: [], skipped: sleep.skipped };
    if ('skipped' in af) return { rows: [], skipped: af.skipped };
    const [nights, days] = [await resultOf(sleep.plan, surroundings), await resultOf(af.plan, surroundings)];
    return {
      rows: [
        ...sleepRows(nights, sleep.plan),
        ...afRows(days),
        ...rangeRows(af.plan, 'AF', [1, 4, 16], surroundings),
      ],
      series: heldOut(nights, days),
    };
  },
};

/** Anchors that read the same in every training record tie, and nothing but rounding chose between them in the paper. */
const TIED_ANCHORS =
  'some anchors read the same in every training record (in one fold 19 and 20, and 35 and 38); of two that tie the earlier is ' +
  'taken here; with ties going to the later';
export const TIED_IN_REM = { fold: 3, anchors: [35, 36, 37] };
const TIED_NOTE =
  `in fold ${TIED_IN_REM.fold} of REM the anchors ${TIED_IN_REM.anchors.slice(0, -1).join(', ')} and ` +
  `${TIED_IN_REM.anchors.at(-1)} read the same in every training record, and the middle one is taken here; with ` +
  'ties going to the later, under which REM, aware would be 0.701 and not the 0.694 that was printed';

const r2Rows =
  (targets: RetrospectResult['targets'], target: 'REM' | 'AF') => (layout: LayoutName, budget: number) =>
    exactRow(
      `${target}, ${layout}, N = ${budget}`,
      printedR2(target, layout, budget)!,
      targets[target]!.templates[`${layout}-${budget}`]!.r2,
      3,
    );

function sleepRows(
  { records, units, hours, medianHours, targets, overlaps }: RetrospectResult,
  plan: RetrospectPlan,
): Row[] {
  const rem = r2Rows(targets, 'REM');
  const shared = overlaps
    .filter(({ layout, budget }) => layout === 'aware' && budget === 16)
    .map(({ jaccard }) => jaccard);
  return [
    exactRow('Sleep recordings', PUBLISHED.numSleepRecordings, records, 0),
    exactRow('Sleep subjects', PUBLISHED.numSleepSubjects, units, 0),
    exactRow('Sleep, valid hours', PUBLISHED.numSleepHours, hours, 0),
    exactRow('Sleep, median hours', PUBLISHED.numSleepMedian, medianHours, 1),
    rem('contiguous', 4),
    rem('dispersed', 4),
    rem('contiguous', 16),
    rem('dispersed', 16),
    rem('aware', 16),
    explainedRow(
      rem('kernelQuadrature', 16),
      { predicted: remR2(plan, 'kernelQuadrature', 'later'), decimals: 3 },
      TIED_ANCHORS,
    ),
    rem('contiguous', 64),
    rem('dispersed', 64),
    exactRow('overlap between targets, least', PUBLISHED.numSleepJaccardMin, Math.min(...shared), 3),
    explainedRow(
      exactRow('overlap between targets, most', PUBLISHED.numSleepJaccardMax, Math.max(...shared), 3),
      { predicted: mostShared(plan, 'later'), decimals: 3 },
      TIED_NOTE,
    ),
  ];
}

function afRows({ records, hours, medianHours, targets }: RetrospectResult): Row[] {
  const af = r2Rows(targets, 'AF');
  return [
    exactRow('AF records', PUBLISHED.numLtafRecords, records, 0),
    exactRow('AF, hours', PUBLISHED.numLtafHours, hours, 0),
    exactRow('AF, median hours', PUBLISHED.numLtafMedianHours, medianHours, 1),
    af('contiguous', 4),
    af('dispersed', 4),
    af('contiguous', 16),
    af('dispersed', 16),
  ];
}

function heldOut(...results: readonly RetrospectResult[]): HeldOut {
  const parts = results.flatMap((result) =>
    Object.entries(result.targets).map(([name, target]) => ({ result, name, target })),
  );
  return {
    kind: 'held out',
    panels: parts.map(({ result: { budgets, layouts, baselines }, name, target }) => ({
      name,
      records: target.cohort.records,
      units: target.cohort.units,
      budgets,
      baseline: baselines.length > 0 ? target.baselineR2 : null,
      layouts: layouts.map((layout) => ({
        name: layout,
        r2: budgets.map((budget) => target.templates[`${layout}-${budget}`]!.r2),
        published: budgets.map((budget) => printedR2(name, layout, budget)),
      })),
    })),
    contrasts: parts.flatMap(({ result: { budgets }, name, target }) =>
      target.contrasts.map(({ difference, low, high }, k) => ({
        name,
        budget: budgets[k]!,
        difference: { value: difference, low, high, ...printedContrast(name, budgets[k]!) },
      })),
    ),
  };
}
