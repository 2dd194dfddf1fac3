import type {
  CalibrateResult,
  DesignResult,
  IdentifyResult,
  RunResult,
  TrialResult,
  UnitsPlanResult,
  ValueResult,
} from '@sightline/study';
import { estimateOf, large, unitsText } from '@sightline/study';
import { costText, listed, quoted, share, worth } from '../../words/quantities.ts';
import { actionsWords, inTime } from '../../words/study-words.ts';
import { addedText, knownFrom } from '../identify/sentences.ts';

/**
 * What to do, for whoever reads nothing else: by the question that decides most among those that were answered. A choice within rules
 * comes before a comparison by data, that before what a benchmark leaves open, and values under a law come last. None where
 * there is nothing to choose between.
 */
export function recommendationOf({ steps }: RunResult): string[] {
  const { value, identify, calibrate, plan, trial, design } = steps;
  return (
    (design && chosen(design)) ??
    (calibrate && compared(calibrate, plan)) ??
    (identify && open(identify)) ??
    (trial && fewest(trial)) ??
    (value && largest(value)) ??
    []
  );
}

/** What is said where a question settles something. */
type Said = string[] | undefined;

function chosen({ best, proposed, grid, objective, law }: DesignResult): Said {
  const actions = inTime(best.at.map((at, i) => ({ at, width: best.widths[i]!, repeats: best.repeats[i]! })));
  const [first] = Object.entries(proposed ?? {}).sort(([, a], [, b]) => b.value - a.value);
  const under = law === 'latent' ? 'the law given in the study' : 'a law that is itself an estimate';
  const own = objective === 'value' ? `${worth(best.value, best)} at a cost of ${costText(best.cost)}` : '';
  if (first && first[1].value >= best.value && first[1].cost <= best.cost)
    return [
      `Keep to ${quoted(first[0])}: no choice that was found in the catalogue is better under ${under} (${worth(first[1].value, first[1])} against ${share(best.value)}).`,
    ];
  const against = first
    ? `; ${quoted(first[0])}, the best protocol that the study names, has ${share(first[1].value)} at a cost of ${costText(first[1].cost)}`
    : '';
  const sure = best.certified
    ? 'The rules allow nothing better'
    : 'Nothing better is known, which is no proof';
  return [
    `Measure ${actionsWords(actions, grid)}.`,
    `${sure} under ${under}${own && `: ${own}`}${own && against}.`,
  ];
}

function compared(result: CalibrateResult, plan: UnitsPlanResult | undefined): Said {
  const { bestSet, protocols } = result;
  const [name, ...rivals] = bestSet;
  if (name === undefined || Object.keys(protocols).length < 2) return undefined;
  const units = unitsText(result);
  const unsure = result.warnings.some(({ kind }) => kind === 'few-units')
    ? ['So few units are not reliable.']
    : [];
  if (rivals.length === 0)
    return [`Use ${quoted(name)}: ${units} show that it is better than the others.`, ...unsure];
  const cheaper = rivals.filter((one) => protocols[one]!.cost < protocols[name]!.cost);
  const { unitsNeeded, realistic } = plan?.pairwise ?? {};
  return [
    `Use ${quoted(name)} if one has to be chosen now (${worth(estimateOf(protocols[name]!), protocols[name])}), but ${units} do not show that it is better than ${listed(rivals.map(quoted))}.`,
    ...(cheaper.length > 0
      ? [
          `Less is paid for ${listed(cheaper.map((one) => `${quoted(one)} (${costText(protocols[one]!.cost)})`))} than for ${quoted(name)} (${costText(protocols[name]!.cost)}).`,
        ]
      : []),
    ...(plan?.pair && realistic && unitsNeeded
      ? [
          `To decide between ${quoted(plan.pair.a)} and ${quoted(plan.pair.b)}, plan for about ${large(unitsNeeded)} units, if they differ as much as it seems (${share(plan.gap)}).`,
        ]
      : []),
    ...unsure,
  ];
}

/** Alternatives whose value the benchmark leaves open, and the least that would settle one. */
function open(result: IdentifyResult): Said {
  const left = Object.entries(result.alternatives).filter(([, { verdict }]) => verdict === 'not-identified');
  if (left.length === 0) return undefined;
  const names = listed(left.map(([name]) => quoted(name)));
  const [settled] = left
    .flatMap(([name, { augmentation }]) => (augmentation ? [{ name, augmentation }] : []))
    .sort((a, b) => a.augmentation.cost - b.augmentation.cost);
  return [
    `Do not decide on ${names} yet: ${knownFrom(result)} does not determine ${left.length === 1 ? 'its value' : 'their values'}, however many units there are.`,
    ...(settled
      ? [
          `${result.surface ? 'Together, measure' : 'Measure'} ${addedText(settled.augmentation, result.grid)} as well, at a cost of ${costText(settled.augmentation.cost)}${left.length === 1 ? '' : `, and ${quoted(settled.name)} is known`}.`,
        ]
      : []),
  ];
}

function fewest({ trial }: TrialResult): Said {
  const [first] = Object.entries(trial.protocols)
    .flatMap(([name, { units }]) => (units ? [{ name, total: units.total }] : []))
    .sort((a, b) => a.total - b.total);
  if (!first || !trial.complete.units) return undefined;
  const known = trial.complete.units.total;
  return [
    `In the trial, predict the target from ${quoted(first.name)}: ${large(first.total)} units, the fewest of these protocols; with the target known it takes ${large(known)}.`,
  ];
}

function largest({ protocols, law }: ValueResult): Said {
  const [first, ...others] = Object.entries(protocols).sort(([, a], [, b]) => b.value - a.value);
  if (!first || others.length === 0) return undefined;
  const [name, own] = first;
  const [cheapest] = others
    .filter(([, { cost }]) => cost < own.cost)
    .sort(([, a], [, b]) => a.cost - b.cost || b.value - a.value);
  const under = law === 'latent' ? 'the law given in the study' : 'the estimated law';
  return [
    `Use ${quoted(name)}: under ${under} it predicts the target best, with ${worth(own.value, own)} at a cost of ${costText(own.cost)}.`,
    ...(cheapest
      ? [
          `${quoted(cheapest[0])} costs ${costText(cheapest[1].cost)} and has ${worth(cheapest[1].value, cheapest[1])}.`,
        ]
      : []),
  ];
}
