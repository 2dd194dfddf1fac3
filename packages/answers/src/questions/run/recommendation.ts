import type {
  CalibrateResult,
  DesignResult,
  IdentifyResult,
  RetrospectResult,
  RunResult,
  TargetResult,
  TrialResult,
  UnitsPlanResult,
  ValueResult,
} from '@sightline/study';
import { estimateOf, large, templateName, unitsText } from '@sightline/study';
import { costText, listed, quoted, share, worth } from '../../words/quantities.ts';
import { actionsWords, inTime } from '../../words/study-words.ts';
import { addedText, knownFrom } from '../identify/sentences.ts';
import { budgetOf, middleOf, shownTemplates, wordsOf } from '../retrospect/templates.ts';
import { sideOf } from '../retrospect/verdict.ts';

/**
 * What to do, for whoever reads nothing else: by the question that decides most among those that were answered. A choice within rules
 * comes before a comparison by data, that before what a benchmark leaves open; what records would have told follows, and values under
 * a law come last. None where there is nothing to choose between.
 */
export function recommendationOf({ steps }: RunResult): string[] {
  const { value, identify, calibrate, plan, trial, design, retrospect } = steps;
  return (
    (design && chosen(design, identify?.realised)) ??
    (calibrate && compared(calibrate, plan)) ??
    (identify && open(identify)) ??
    (trial && fewest(trial)) ??
    (retrospect && looked(retrospect)) ??
    (value && largest(value)) ??
    []
  );
}

/** What is said where a question settles something. */
type Said = string[] | undefined;

/** `realised`: what is done today, where the study says so. */
function chosen({ best, proposed, grid, objective, law }: DesignResult, realised?: string | string[]): Said {
  const actions = inTime(best.at.map((at, i) => ({ at, width: best.widths[i]!, repeats: best.repeats[i]! })));
  const [first] = Object.entries(proposed ?? {}).sort(([, a], [, b]) => b.value - a.value);
  const under = law === 'latent' ? 'the law given in the study' : 'a law that is itself an estimate';
  const own = objective === 'value' ? `${worth(best.value, best)} at a cost of ${costText(best.cost)}` : '';
  if (first && first[1].value >= best.value && first[1].cost <= best.cost)
    return [
      `${realised === undefined || [realised].flat().includes(first[0]) ? 'Keep to' : 'Take'} ${quoted(first[0])}: no choice that was found in the catalogue is better under ${under} (${worth(first[1].value, first[1])} against ${share(best.value)}).`,
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

/** For each target at the number of readings in the middle: the best layout, or those that no contrast tells from it. */
function looked(result: RetrospectResult): Said {
  const shown = shownTemplates(result);
  const whole = Object.entries(result.targets).filter(([, { cohort }]) => cohort.kind === 'all');
  if (shown.length < 2 || whole.length === 0) return undefined;
  const found = whole.map(([name, target]) => ({ name, ...leading(target, shown) }));
  const alike = new Map<string, typeof found>();
  for (const one of found) {
    const key = [...one.among].sort().join('\n');
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  const undecided = found.find(({ among }) => among.length > 1);
  return [
    ...[...alike.values()].flatMap((own) => choiceSentences(own, shown, result)),
    ...(undecided ? moreReadings(undecided.name, result) : []),
  ];
}

interface Leading {
  name: string;
  /** The best first, then those that are not told from it. */
  among: string[];
  r2: number;
}

function choiceSentences(
  own: readonly Leading[],
  shown: readonly string[],
  result: RetrospectResult,
): string[] {
  const [{ among }] = own as [Leading];
  const [best] = among as [string];
  const targets = listed(own.map(({ name }) => quoted(name)));
  if (among.length === shown.length)
    return [
      `For ${targets}, choose the layout that is easiest to keep to.`,
      'No contrast tells any of them from the best.',
    ];
  if (among.length > 1)
    return [
      `For ${targets}, choose the easiest of ${listed(among.map((one) => wordsOf(one, result)))}.`,
      `No contrast tells these from ${wordsOf(best, result)}, the best, and the rest is worse.`,
    ];
  const budget = budgetOf(best, result);
  return [
    `For ${targets}, choose ${wordsOf(best, result)}${budget === '' ? '' : ` readings, N = ${budget} of each`}.`,
    `Held-out units are predicted best by it, with R² ${listed(own.map(({ r2 }) => share(r2)))}, and the records tell it from every other layout.`,
  ];
}

/** The template with the largest R², and those that no range tells from it. */
function leading({ templates, contrasts }: TargetResult, shown: readonly string[]): Omit<Leading, 'name'> {
  const [first, ...others] = [...shown].sort((a, b) => templates[b]!.r2 - templates[a]!.r2) as [string];
  const isTold = (other: string) =>
    contrasts.some(
      (one) =>
        (one.a === first && one.b === other && sideOf(one) === 'above') ||
        (one.b === first && one.a === other && sideOf(one) === 'below'),
    );
  return { among: [first, ...others.filter((other) => !isTold(other))], r2: templates[first]!.r2 };
}

/** What the next larger number of readings would bring, where that was tried. */
function moreReadings(name: string, result: RetrospectResult): string[] {
  const { budgets, layouts, targets } = result;
  const budget = middleOf(result);
  if (budget === undefined) return [];
  const next = Math.min(...budgets.filter((one) => one > budget));
  const best = (own: number) =>
    Math.max(...layouts.map((layout) => targets[name]!.templates[templateName(layout, own)]!.r2));
  if (!Number.isFinite(next) || !(best(next) > best(budget))) return [];
  return [
    `With N = ${next} readings of each in place of ${budget}, ${quoted(name)} has R² ${share(best(next))} in place of ${share(best(budget))}.`,
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
