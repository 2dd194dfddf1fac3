import { type BestDesign, isLinear, RANGE_POINTS } from '@sightline/engine';
import type { DesignAim } from './design-laws.ts';
import type { DesignPlan } from './design-plan.ts';
import type { DesignRequest } from './design-result.ts';
import { type Ending, isTooLarge, MOST_BOUNDED } from './design-search.ts';
import { estimatedLawWarnings } from './estimate-warnings.ts';
import { lawWarnings } from './law-warnings.ts';
import { list, type Warning } from './protocol-warnings.ts';

/** More actions than this are counted. */
const MOST_NAMED = 6;

/** What to know about a design before it is used. */
export function designWarnings(
  plan: DesignPlan,
  request: DesignRequest,
  aim: DesignAim,
  method: BestDesign['method'],
  ended: Ending,
): Warning[] {
  const { study, grid, estimated } = plan;
  const { protocols: _, ...withoutProtocols } = study;
  return [
    ...lawWarnings(withoutProtocols, grid, estimated === null),
    ...estimatedLawWarnings(estimated),
    ...latentUnused(plan, request),
    ...catalogueWarnings(plan),
    ...worldsWarnings(plan, aim),
    ...searchWarnings(plan, request, ended),
    ...unusedOptions(request, method),
  ];
}

function latentUnused({ study }: DesignPlan, { under }: DesignRequest): Warning[] {
  return under === 'draws' && study.latent !== undefined
    ? [
        {
          kind: 'latent-unused',
          path: 'latent',
          what: 'laws are drawn from the data of calibration; the law under latent is not used',
        },
      ]
    : [];
}

function catalogueWarnings({ study, catalogue }: DesignPlan): Warning[] {
  const warn = (kind: Warning['kind'], what: string): Warning => ({ kind, path: 'catalogue', what });
  const over = catalogue.flatMap(({ overhangs }, a) => (overhangs ? [a] : []));
  const perfect = (study.catalogue ?? []).some(({ noise }) => noise === undefined);
  return [
    ...(over.length > 0
      ? [
          warn(
            'overhang',
            `catalogue, ${counted(over)}: ${over.length === 1 ? 'its window reaches' : 'their windows reach'} over the ` +
              'horizon and average the grid points inside',
          ),
        ]
      : []),
    ...(perfect
      ? [
          warn(
            'no-noise',
            'catalogue: no `noise` is given for some or all actions, so their readings count as perfect; `noise: 0` says ' +
              'so on purpose',
          ),
        ]
      : []),
  ];
}

function counted(actions: readonly number[]): string {
  const left = actions.length - MOST_NAMED;
  const told = left > 1 ? [...actions.slice(0, MOST_NAMED), `${left} more`] : actions;
  return `action${actions.length === 1 ? '' : 's'} ${list(told)}`;
}

function worldsWarnings({ grid, benchmark, aims }: DesignPlan, { unsolved }: DesignAim): Warning[] {
  if (!benchmark) return [];
  const warnings: Warning[] = [];
  if (isLinear(aims[0]!.target) && grid.points > RANGE_POINTS)
    warnings.push({
      kind: 'no-range',
      path: 'time.points',
      what:
        `the worlds at the ends of the range are computed on at most ${RANGE_POINTS} grid points, and this grid has ` +
        `${grid.points}; those used are of the steepest invisible direction`,
    });
  if (unsolved)
    warnings.push({
      kind: 'unsolved-worlds',
      path: 'realised',
      what: 'a solver that looked for worlds did not reach its tolerance: there may be worlds that the choice was not judged under',
    });
  return warnings;
}

function searchWarnings(plan: DesignPlan, { method = 'auto' }: DesignRequest, ended: Ending): Warning[] {
  if (isTooLarge(plan, method))
    return [
      {
        kind: 'no-bound',
        path: 'catalogue',
        what: `with more than ${MOST_BOUNDED} actions no bound is computed; \`--method branch\` tries to, and takes long`,
      },
    ];
  if (ended === 'seconds' || ended === 'interrupted')
    return [
      {
        kind: 'ended-early',
        path: ended === 'seconds' ? '--seconds' : '',
        what:
          `the search was ended ${ended === 'seconds' ? 'when its time was up' : 'from outside'}; how far it got ` +
          'differs from run to run, and so may this answer',
      },
    ];
  return [];
}

function unusedOptions(request: DesignRequest, method: BestDesign['method']): Warning[] {
  const { under, quantile, criterion, draws, seconds } = request;
  const unused = (path: string, why: string): Warning => ({
    kind: 'option-unused',
    path,
    what: `${path} has no effect: ${why}`,
  });
  return [
    ...(draws !== undefined && under !== 'draws'
      ? [unused('--draws', 'no laws are drawn without --under draws')]
      : []),
    ...(quantile !== undefined && under !== 'draws'
      ? [unused('--quantile', 'it is one over the laws of --under draws')]
      : []),
    ...(criterion !== undefined && under !== 'worlds'
      ? [unused('--criterion', 'it is one over the laws of --under worlds')]
      : []),
    ...(seconds !== undefined && method !== 'branch and bound'
      ? [unused('--seconds', 'it ends branch and bound, and this search was another')]
      : []),
  ];
}
