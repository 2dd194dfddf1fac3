import { canMiss, MOST_PATTERNS, patternsOf } from '@sightline/engine/internal';
import {
  dataWarnings,
  fewUnits,
  interpolatedWarnings,
  repeatedUnits,
  scaleWarnings,
} from '../../law/data-warnings.ts';
import { BOUND_REMEDY, lengthWarnings, protocolWarnings } from '../../parts/warnings.ts';
import { type Warning, warned } from '../../problems/warning.ts';
import { countsText, digits, list, pathText } from '../../words/text.ts';
import type { CalibratePlan, RepairedPlan } from './plan-and-result.ts';

/** More protocols than this are counted. */
const MOST_NAMED = 5;
/** Above this share of the units, the actions of a protocol explain too much of the sample by chance. */
const MANY_ACTIONS = 0.1;

export function calibrateWarnings(plan: RepairedPlan): Warning[] {
  const { study, grid, data, protocols } = plan;
  return [
    ...lengthWarnings(study, grid, false),
    ...protocols.flatMap((protocol) =>
      protocolWarnings(protocol, { rank: protocol.actions.length, atLeast: false }, grid),
    ),
    ...(study.latent === undefined
      ? []
      : warned(
          'latent-unused',
          'latent',
          'the values come from the dense data; the law under latent is not used',
        )),
    ...repeatedUnits(data),
    ...fewUnits(data, 'intervals and comparisons are unreliable'),
    ...dataWarnings(data, grid),
    ...scaleWarnings(plan),
    ...interpolatedWarnings(data),
    ...muchLifted(plan),
    ...(data.estimand === 'linear' ? manyActions(plan) : []),
    ...drawnPatterns(plan),
  ];
}

/** Means over draws of what may be missing: the same draws in every resample. */
function drawnPatterns({ protocols }: CalibratePlan): Warning[] {
  return protocols.flatMap(({ name, actions }): Warning[] => {
    const { draws } = canMiss(actions) ? patternsOf(actions, 1) : { draws: 0 };
    if (draws === 0) return [];
    return warned(
      'drawn-patterns',
      pathText(['protocols', name]),
      `${name}: more than ${MOST_PATTERNS} sets of readings may be left, so values are means over ${draws} draws, the same for all ` +
        'resamples; intervals do not count the error of these draws, which `sightline value` gives',
    );
  });
}

/** A linear fit within the sample explains d/(m − 1) of what is unexplained by chance alone, m the number of trajectories. */
function manyActions({ protocols, data }: CalibratePlan): Warning[] {
  const { trajectories: m } = data;
  const many = protocols.filter(({ actions }) => actions.length > MANY_ACTIONS * (m - 1));
  if (many.length === 0) return [];
  const shares = many.map(({ actions }) => Math.min(1, actions.length / (m - 1)));
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map(digits) as [string, string];
  const shown = many.slice(0, MOST_NAMED).map(({ name, actions }) => `${name} (${actions.length} actions)`);
  const left = many.length - shown.length;
  return warned(
    'many-actions',
    many.length === 1 ? pathText(['protocols', many[0]!.name]) : 'protocols',
    `${list(left > 0 ? [...shown, `${left} more`] : shown)} ${many.length === 1 ? 'has' : 'have'} many actions for ${countsText(data)}: a ` +
      'linear predictor overfits, and the value is too large by about ' +
      `${least === most ? least : `${least} to ${most}`} of the unexplained share; the corrected value removes this optimism`,
  );
}

/** A corrected value that would lie below 0 is given as 0: that is said. */
export function nothingLeft(
  { protocols }: Pick<CalibratePlan, 'protocols'>,
  values: readonly { belowNothing?: boolean }[],
): Warning[] {
  const found = protocols.filter((_, i) => values[i]?.belowNothing === true).map(({ name }) => name);
  if (found.length === 0) return [];
  return warned(
    'nothing-left',
    found.length === 1 ? pathText(['protocols', found[0]!]) : 'protocols',
    `corrected for overfitting, the value of ${fewOf(found)} would be ` +
      'below 0; it is given as 0: these units show no linear relation to the target',
  );
}

/** Readings that nearly repeat each other in the units: of those that are left out, nobody knows what they would add. */
export function lowerBounds(
  { protocols }: Pick<CalibratePlan, 'protocols'>,
  values: readonly { atLeast?: true }[],
): Warning[] {
  const found = protocols.filter((_, i) => values[i]?.atLeast === true).map(({ name }) => name);
  if (found.length === 0) return [];
  return warned(
    'lower-bound',
    found.length === 1 ? pathText(['protocols', found[0]!]) : 'protocols',
    `the value of ${fewOf(found)} is a lower bound: in these units some readings are collinear with others to the precision ` +
      'of the data, and are left out although they would add information. Intervals and differences are those of the ' +
      'remaining readings, and no protocol is called better than this one. ' +
      `${BOUND_REMEDY} would give a value`,
  );
}

function fewOf(names: readonly string[]): string {
  const left = names.length - MOST_NAMED;
  return list(left > 0 ? [...names.slice(0, MOST_NAMED), `${left} more`] : names);
}

/** Above this share of the variance, what the eigenvalue floor added shows in the values. */
const MUCH_LIFTED = 0.1;

/** The floor's trace is trajectories × points × floor, since the floor is the mean variance over their number. */
function muchLifted({ repair: { mass, floor }, grid, data }: RepairedPlan): Warning[] {
  const share =
    mass === null || floor === null || floor === 0 ? 0 : mass / (floor * data.trajectories * grid.points);
  if (share <= MUCH_LIFTED) return [];
  return warned(
    'much-lifted',
    'calibration.data',
    `lifting eigenvalues to the floor added ${digits(100 * share)} % to the variance of the estimate: values are biased ` +
      'towards those of uncorrelated times, and intervals of protocols with many readings tend to be too narrow; more ' +
      'units or a coarser grid would help',
  );
}
