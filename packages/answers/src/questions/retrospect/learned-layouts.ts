import { layoutTitle } from '@sightline/engine/internal';
import type { RetrospectResult, StabilityResult, SweepResult } from '@sightline/study';
import { percent } from '@sightline/study';
import type { Section } from '../../document/document.ts';
import { between, fixed, number, picture, section, table, text } from '../../document/parts.ts';
import { budgetOf, middleOf, wordsOf } from './templates.ts';

// How alike learned layouts are: between targets, between folds and halves of the units, and as units are left out.

/** A layout at a budget in words: dispersed (N = 16). */
const templateWords = (template: string) =>
  `${wordsOf(template, NO_PROTOCOLS)} (N = ${budgetOf(template, NO_PROTOCOLS)})`;
/** Subsamples are of layouts only. */
const NO_PROTOCOLS = { protocols: {} };

export function overlapSection(result: RetrospectResult): Section[] {
  const middle = middleOf(result);
  const own = result.overlaps.filter(({ budget }) => budget === middle);
  if (own.length === 0) return [];
  return section(
    'overlap',
    `Overlap of supports learned for two targets, N = ${middle}: Jaccard index, mean over folds`,
    [
      table(
        'overlap',
        '',
        [text('target'), text('and'), text('layout'), number('overlap')],
        own.map(({ layout, a, b, jaccard }) => ({
          key: `${layout} ${a} ${b}`,
          cells: [a, b, layoutTitle(layout), { number: jaccard, text: percent(Number(jaccard.toFixed(2))) }],
        })),
      ),
    ],
  );
}

export function agreementSection(result: RetrospectResult): Section[] {
  const middle = middleOf(result);
  const own = result.agreement.filter(({ budget }) => budget === middle);
  if (own.length === 0) return [];
  const percents = (value: number | null) =>
    value === null ? null : { number: value, text: percent(Number(value.toFixed(2))) };
  return section(
    'agreement',
    `How far a learned layout is the same when it is learned from other units, N = ${middle}: points in common (Jaccard index), and distance to the nearest point as a share of the record; between outer folds, and between halves of the units`,
    [
      table(
        'agreement',
        '',
        [
          text('target'),
          text('layout'),
          number('folds: common'),
          number('distance'),
          number('halves: common'),
          number('distance'),
        ],
        own.map(({ target, layout, folds, halves }) => ({
          key: `${target} ${layout}`,
          cells: [
            target,
            layoutTitle(layout),
            percents(folds.jaccard),
            percents(folds.distance),
            percents(halves.jaccard),
            percents(halves.distance),
          ],
        })),
      ),
    ],
  );
}

export function stabilitySection(stability: StabilityResult): Section[] {
  const { target, subsamples, share: part, differences } = stability;
  const heading = `Stability: ${target}, all of it again on ${subsamples} subsamples of ${percent(part)} of the units, with folds of their own`;
  return section('stability', heading, [
    picture('stability', stability, ''),
    table(
      'stability',
      '',
      [text('difference in R²'), number('median'), number('95 % of them')],
      differences.map(({ a, b, median, low, high }) => ({
        key: `${a} ${b}`,
        cells: [
          `${templateWords(a)} minus ${wordsOf(b, NO_PROTOCOLS)}`,
          fixed(median, 3),
          between(low, high),
        ],
      })),
    ),
  ]);
}

export function sweepSection(sweep: SweepResult): Section[] {
  const { target, budget, repeats, sizes } = sweep;
  const [{ differences: first }] = sizes as [SweepResult['sizes'][number]];
  return section(
    'sweep',
    `Sweep: ${target}, R² of target-aware (N = ${budget}) minus that of others, with its support learned from fewer units and its predictor fitted to all (median of ${repeats} draws; the last is the whole training side)`,
    [
      picture('sweep', sweep, ''),
      table(
        'sweep',
        '',
        [text('units'), ...sizes.map(({ units }) => number(String(units), 'below'))],
        first.map(({ b }, k) => ({
          key: b,
          cells: [
            `minus ${wordsOf(b, NO_PROTOCOLS)}`,
            ...sizes.map(({ differences }) => fixed(differences[k]!.median, 3)),
          ],
        })),
      ),
    ],
  );
}
