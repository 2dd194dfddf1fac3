import {
  type BestDesign,
  canMiss,
  isLinear,
  MOST_BOUNDED,
  MOST_PATTERNS,
  rangePoints,
  type TimeGrid,
} from '@sightline/engine/internal';
import { estimatedLawWarnings } from '../../law/data-warnings.ts';
import { BOUND_REMEDY, lengthWarnings } from '../../parts/warnings.ts';
import { unusedOption, type Warning, warned } from '../../problems/warning.ts';
import { list, moments } from '../../words/text.ts';
import type { DesignAim, MadePlan } from './laws.ts';

import type { DesignRequest, Ending } from './request.ts';

/** More times than this are counted. */
const MOST_NAMED = 6;

/** Which searches ended before they were done. */
interface EndedSearches {
  /** How the best was found, and why it was not looked for any longer. */
  method: BestDesign['method'];
  best: Ending;
  frontier: boolean;
  plain: boolean;
  /** Whether values that were compared are lower bounds. */
  metBounds: boolean;
  /** Whether they are means over draws of what may be missing. */
  drawn: boolean;
}

/** What to know about a design before it is used. */
export function designWarnings(
  plan: MadePlan,
  request: DesignRequest,
  aim: DesignAim,
  ended: EndedSearches,
  /** What to know of a fitted law. */
  ofFit: readonly Warning[],
): Warning[] {
  const { study, grid, estimated } = plan;
  const { protocols: _, ...withoutProtocols } = study;
  return [
    ...lengthWarnings(withoutProtocols, grid, estimated === null),
    ...estimatedLawWarnings(estimated, grid),
    ...ofFit,
    ...(plan.latent.warnings ?? []),
    ...latentUnused(plan, request),
    ...catalogueWarnings(plan),
    ...worldsWarnings(plan, aim),
    ...searchWarnings(request, ended),
    ...boundWarnings(ended),
    ...drawnPatterns(ended),
    ...unusedOptions(plan, request),
  ];
}

function latentUnused({ study, from }: MadePlan, { under }: DesignRequest): Warning[] {
  return under === 'draws' && study.latent !== undefined && from !== 'latent'
    ? warned(
        'latent-unused',
        'latent',
        'laws are drawn from the data of calibration; the law under latent is not used',
      )
    : [];
}

function catalogueWarnings({ study, catalogue, grid }: MadePlan): Warning[] {
  const warn = (kind: Warning['kind'], what: string): Warning => ({ kind, path: 'catalogue', what });
  const over = [...new Set(catalogue.flatMap(({ overhangs, at }) => (overhangs ? [at] : [])))];
  const perfect = (study.catalogue ?? []).some(({ noise }) => noise === undefined);
  return [
    ...(over.length > 0
      ? [
          warn(
            'overhang',
            `catalogue: ${over.length === 1 ? 'the window' : 'the windows'} at ${counted(over, grid)} ` +
              `${over.length === 1 ? 'extends' : 'extend'} beyond the horizon; only the grid points inside are averaged`,
          ),
        ]
      : []),
    ...(perfect
      ? [
          warn(
            'no-noise',
            'catalogue: no `noise` is given for some or all actions, so their readings count as noise-free; write ' +
              '`noise: 0` if that is meant',
          ),
        ]
      : []),
  ];
}

function counted(times: readonly number[], grid: TimeGrid): string {
  const left = times.length - MOST_NAMED;
  return left > 1
    ? `${moments(times.slice(0, MOST_NAMED), grid)} and ${left} more times`
    : moments(times, grid);
}

function worldsWarnings({ grid, benchmark, aims }: MadePlan, { unsolved }: DesignAim): Warning[] {
  if (!benchmark) return [];
  const warnings: Warning[] = [];
  const most = rangePoints(benchmark.assume, benchmark.knowledge);
  if (isLinear(aims[0]!.target) && grid.points > most)
    warnings.push({
      kind: 'no-range',
      path: 'time.points',
      what:
        `the worlds at the ends of the range are computed on at most ${most} grid points, and this grid has ` +
        `${grid.points}; the worlds used are those of the steepest invisible direction`,
    });
  if (unsolved)
    warnings.push({
      kind: 'unsolved-worlds',
      path: 'realised',
      what: 'a search for worlds did not reach its tolerance: there may be worlds that the choice did not consider',
    });
  return warnings;
}

function searchWarnings(request: DesignRequest, ended: EndedSearches): Warning[] {
  const byHand = request.signal?.aborted === true;
  const cut = [
    ...(ended.best === 'seconds' || ended.best === 'interrupted' ? ['the search'] : []),
    ...(ended.frontier ? ['the search for the frontier'] : []),
    ...(ended.plain ? ['the search for the best choice under one law'] : []),
  ];
  return [
    ...(ended.method === 'forward selection and swaps' && request.method !== 'heuristic'
      ? warned(
          'no-bound',
          'catalogue',
          `with more than ${MOST_BOUNDED} actions no bound is computed; \`--method branch\` attempts one, and may take long`,
        )
      : []),
    ...(cut.length > 0
      ? warned(
          'ended-early',
          byHand ? '' : '--seconds',
          `${list(cut)} ${cut.length === 1 ? 'was' : 'were'} ended ${byHand ? 'from outside' : 'when the time was up'}; ` +
            'how far it got, and so this answer, may differ from run to run',
        )
      : []),
  ];
}

function boundWarnings({ metBounds }: EndedSearches): Warning[] {
  if (!metBounds) return [];
  return warned(
    'lower-bound',
    'catalogue',
    'values of some choices are lower bounds: some readings without noise are so close together that they differ by less ' +
      `than the precision of the law. So it is not proved that no other choice is better. ${BOUND_REMEDY} would give values`,
  );
}

function drawnPatterns({ drawn }: EndedSearches): Warning[] {
  if (!drawn) return [];
  return warned(
    'drawn-patterns',
    'catalogue',
    `more than ${MOST_PATTERNS} sets of readings may be left of some choices, so their values are means over draws; ` +
      'it is not proved that no other choice is better',
  );
}

function unusedOptions(
  { catalogue }: MadePlan,
  { under, quantile, criterion, draws, missed }: DesignRequest,
): Warning[] {
  return [
    ...(draws !== undefined && under !== 'draws'
      ? [unusedOption('--draws', 'it applies only with --under draws')]
      : []),
    ...(missed !== undefined && !canMiss(catalogue)
      ? [unusedOption('--missed', 'no action of the catalogue can be missing')]
      : []),
    ...(quantile !== undefined && under !== 'draws' && missed !== 'quantile'
      ? [unusedOption('--quantile', 'it applies only with --under draws or --missed quantile')]
      : []),
    ...(criterion !== undefined && under !== 'worlds'
      ? [unusedOption('--criterion', 'it applies only with --under worlds')]
      : []),
  ];
}
