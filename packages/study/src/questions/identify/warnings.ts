import { COMPLETION_PAIRS, rangePoints, rangeResamples } from '@sightline/engine/internal';
import { missedUnused } from '../../law/family-values.ts';
import type { Warning } from '../../problems/warning.ts';
import type { IdentifyPlan } from './plan.ts';
import type { IdentifyRequest } from './result.ts';

/** What was left out of an identification, and why. */
export function identifyWarnings(plan: IdentifyPlan, { step, range, resamples }: IdentifyRequest): Warning[] {
  const { study, grid, linear, law, catalogue, assume, knowledge, missed } = plan;
  const most = rangePoints(assume, knowledge);
  const warnings: Warning[] = [];
  const warn = (kind: Warning['kind'], path: string, what: string) => warnings.push({ kind, path, what });
  if (law.by === 'data' && study.latent !== undefined)
    warn(
      'latent-unused',
      'latent',
      'the answer comes from the benchmark data; the law under latent is not used',
    );
  if (law.by === 'data' && catalogue.length > 0)
    warn(
      'catalogue-unused',
      'catalogue',
      'with benchmark data no additional measurements are searched for; the catalogue is not used',
    );
  warnings.push(
    ...missedUnused(
      'identify',
      missed,
      'what the benchmark tells of the law is told by the units that missed nothing, and values and ranges are those of all ' +
        'readings; `sightline value` has the means over what may be missing',
    ),
  );
  const afforded = rangeResamples(grid.points);
  if (law.by === 'data' && range !== false && resamples === undefined && afforded < rangeResamples(1))
    warn(
      'few-resamples',
      'time.points',
      `on ${grid.points} grid points a resample takes long, so ${
        afforded === 0
          ? 'the limits of the range have no intervals'
          : `the intervals come from ${afforded} resamples instead of ${rangeResamples(1)}`
      }; --resamples ${rangeResamples(1)} computes all of them, and a coarser grid takes less time`,
    );
  if (law.by === 'latent' && linear && range !== false && grid.points > most)
    warn(
      'no-range',
      'time.points',
      `the range is computed on at most ${most} grid points, and this grid has ${grid.points}; verdict and ` +
        'sensitivity are exact without it, and the worlds shown are those of the steepest invisible direction',
    );
  if (law.by === 'surface' && study.realised !== undefined)
    warn(
      'realised-unused',
      'realised',
      'what was seen is the benchmark here: no protocol was measured together with the target, and realised is not used',
    );
  const open = law.by === 'surface' ? law.surface.surface.unseen.length : 0;
  if (range !== false && open > COMPLETION_PAIRS)
    warn(
      'no-range',
      'time.points',
      `the range is computed with at most ${COMPLETION_PAIRS} pairs of grid points not seen, and there are ${open}; the worlds shown ` +
        'are those along the steepest direction; a coarser grid has fewer',
    );
  if (law.by === 'latent' && catalogue.length > 0 && Object.keys(knowledge).length > 0)
    warn(
      'know-unused',
      'know',
      'the measurements that would identify an alternative are searched for without using what is known; with it fewer may be enough',
    );
  if (step !== undefined && (law.by === 'data' || !linear))
    warn(
      'option-unused',
      '--step',
      '--step applies only to the mean under a given law, and has no effect here',
    );
  return warnings;
}
