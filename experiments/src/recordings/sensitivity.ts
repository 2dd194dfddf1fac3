// Appendix E: what other weights of records, and other eigenvalue floors, change in scores and in learned supports.
import {
  contiguousTemplate,
  dispersedTemplate,
  foldScores,
  jaccard,
  type LayoutOptions,
  supportsOf,
} from '@sightline/engine/internal';
import type { RetrospectPlan } from '@sightline/study';
import { PUBLISHED } from '../compare/published.ts';
import { exactRow } from '../compare/row.ts';
import { fromRecordings, type RecordsStudy } from './recordings.ts';

const study: RecordsStudy = {
  records: { preset: 'sleep-edfx' },
  templates: { layouts: ['contiguous', 'dispersed'], budgets: [4, 8, 16, 32, 64] },
};
const BUDGETS = [4, 8, 16, 32, 64];
/** Floors are varied at the middle budget. */
const MIDDLE = 16;
const FLOORS = [0.5, 1, 2];

export const sensitivity = fromRecordings({
  name: 'sensitivity',
  title: 'Other weights and other floors: scores keep their order, supports move',
  study,
  run(plan) {
    const { analyses } = plan;
    const byUnit = analyses.map((own) => contrasts(own, { moments: 'unit' }));
    const byRecord = analyses.map((own) => contrasts(own, { moments: 'record' }));
    const kept = byUnit.flatMap((own, a) =>
      own.filter((score, b) => Math.sign(score) === Math.sign(byRecord[a]![b]!)),
    ).length;
    const balance = analyses.map((own) => overlaps(own, BUDGETS, { moments: 'unit' }, { moments: 'record' }));
    const middle = BUDGETS.indexOf(MIDDLE);
    const spreads = analyses.map((own) => {
      const found = FLOORS.map((floor) => contrasts(own, { floor })[middle]!);
      return Math.max(...found) - Math.min(...found);
    });
    const floors = analyses.flatMap((own) =>
      FLOORS.flatMap((a, i) =>
        FLOORS.slice(i + 1).flatMap((b) => overlaps(own, [MIDDLE], { floor: a }, { floor: b })),
      ),
    );
    const forward = 'the overlap of the worst fold; supports by forward selection, without exchanges';
    return {
      rows: [
        exactRow('signs kept by other weights, of 15', BUDGETS.length * analyses.length, kept, 0),
        exactRow(
          'support overlap, other weights, least',
          PUBLISHED.numBalanceFineJaccardMin,
          Math.min(...balance.flat(2)),
          2,
          forward,
        ),
        exactRow(
          'contrast, other floors, largest range',
          PUBLISHED.numFloorCoarseSpread,
          Math.max(...spreads),
          4,
          `the mean over outer folds, at N = ${MIDDLE}`,
        ),
        exactRow(
          'support overlap, other floors, least',
          PUBLISHED.numFloorFineJaccardMin,
          Math.min(...floors.flat()),
          2,
          `${forward}, at N = ${MIDDLE}`,
        ),
      ],
      tables: [
        {
          title:
            'score of dispersed less contiguous, mean over outer folds: units of equal weight, then records',
          columns: BUDGETS.map((budget) => `N = ${budget}`),
          rows: analyses.flatMap(({ name }, a) => [
            { name: `${name}, units`, values: byUnit[a]! },
            { name: `${name}, records`, values: byRecord[a]! },
          ]),
        },
      ],
    };
  },
});

type Analysis = RetrospectPlan['analyses'][number];
type Varied = Pick<LayoutOptions, 'floor' | 'moments'>;

/** Scores of dispersed less contiguous by budget, as means over the outer folds. */
function contrasts({ set, folds }: Analysis, varied: Varied): number[] {
  const points = set.targets[0]!.features.cols;
  const fixed = BUDGETS.flatMap((budget) => [
    dispersedTemplate(points, budget),
    contiguousTemplate(points, budget),
  ]);
  const scores = foldScores(set, folds, 0, fixed, varied);
  return BUDGETS.map((_, b) => mean(scores.map((own) => own[2 * b]! - own[2 * b + 1]!)));
}

/** Overlaps of the supports learned in two ways, in each outer fold: overlaps[budget][fold]. */
function overlaps({ set, folds }: Analysis, budgets: readonly number[], a: Varied, b: Varied): number[][] {
  const [one, other] = [a, b].map((varied) =>
    supportsOf('aware', set, folds, 0, budgets, { ...varied, swaps: 0 }),
  );
  return budgets.map((_, at) => one!.map((own, fold) => jaccard(own[at]!, other![fold]![at]!)));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
