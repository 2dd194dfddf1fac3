import { thousands } from '@sightline/engine/internal';
import type { DesignResult, DesignUnder, SampleCounts, ValueResult } from '@sightline/study';
import { countsText, list, moment, percent, unitsText } from '@sightline/study';
import { completeText } from '../../document/missed.ts';
import { readingsText } from '../../words/fitted-words.ts';
import {
  boundMark,
  costText,
  digits,
  errorText,
  minus,
  quoted,
  share,
  worth,
} from '../../words/quantities.ts';
import { actionsWords, inTime } from '../../words/study-words.ts';
import { COMPARATORS } from './comparators.ts';

/** What to take, how sure it is that nothing is better, and what it gains over the protocols that the study names. */
export function choiceSentences(result: DesignResult, value?: ValueResult): string[] {
  return [
    choiceSentence(result),
    proofText(result),
    ...estimateSentence(result),
    ...gainSentence(result, value),
  ];
}

function choiceSentence(result: DesignResult): string {
  const { best, grid, law, estimand, readings, units } = result;
  const taken = inTime(best.at.map((at, i) => ({ at, width: best.widths[i]!, repeats: best.repeats[i]! })));
  const under =
    law === 'calibration'
      ? `${estimand === 'linear' ? 'by the second moments of' : 'under the law estimated from'} ${countsText(result as SampleCounts)}`
      : readings !== undefined
        ? `under the law fitted to ${readingsText({ readings, units: units! })}`
        : `under the law ${law === 'fit' ? 'fitted to sparse readings' : 'given in the study'}`;
  return (
    `Measure ${actionsWords(taken, grid)}: ` +
    `${measureText(result, under)}, at a cost of ${costText(best.cost)}.`
  );
}

function measureText(result: DesignResult, law: string): string {
  const { best, objective, under, targets, target, words, missed } = result;
  const error =
    best.rmse === null ? '' : ` (RMSE ${errorText(best.rmse, target, words, best)}${completeText(best)})`;
  const value = `${worth(best.value, best)}${error} ${law}`;
  // One law alone says nothing of others.
  if (objective === 'value' || under?.laws === 1) return value;
  if (objective === 'quantile' && under === null)
    return `${value} on average over what may be missing, and at least ${share(best.objective)} with a probability of ${percent(1 - missed!.quantile!)}`;
  if (objective === 'quantile') {
    const reaching = best.values!.filter((own) => own >= best.objective).length;
    return `${value}, and ${share(best.objective)} or more under ${reaching} of ${under!.laws} laws drawn`;
  }
  if (objective === 'regret')
    return `${value}, and a largest regret of ${share(-best.objective)} over ${under!.laws} worlds`;
  if (under !== null) return `${value}, and ${share(best.objective)} or more in all of ${under.laws} worlds`;
  return `${objective === 'worst' ? 'smallest value' : 'weighted mean value'} ${share(best.objective)} over ${targets.length} targets ${law}`;
}

function proofText({ best, sets, allCounted }: DesignResult): string {
  const { method, certified, gap, ended, evaluations } = best;
  const all = `${allCounted ? '' : 'more than '}${thousands(sets)}`;
  if (best.lowerBoundsMet)
    return `Whether another choice is better is not known: some values are lower bounds only (${all} choices).`;
  if (best.patternsDrawn)
    return `Whether another choice is better is not proved: values are means over draws of what may be missing (${all} choices).`;
  if (certified && sets === 1) return 'The rules leave no other choice.';
  if (certified)
    return `No other choice within these rules is better (${
      method === 'exhaustive'
        ? `all ${all} compared`
        : method === 'dynamic programming'
          ? `proved for ${all} by dynamic programming along time`
          : `proved for ${all} by computing ${thousands(evaluations)} values`
    }).`;
  if (method === 'forward selection and swaps')
    return `It was found by greedy selection with swaps${ended === null ? '' : ', ended early'}; optimality among ${all} choices is not proved.`;
  const why = {
    seconds: 'the time limit was reached',
    interrupted: 'the search was interrupted',
    parts: `the search reached its own limit, ${method === 'dynamic programming' ? '`--seconds` gives it more time' : '`--method branch` continues'}`,
  }[ended ?? 'parts'];
  return `At most ${share(gap)} better is possible (${all} choices; ${why}).`;
}

/** A proof holds under the law; where that is an estimate, whatever comes close may be better in truth. */
function estimateSentence(result: DesignResult): string[] {
  const { law, under, sets } = result;
  if (law !== 'calibration' || under !== null || sets === 1) return [];
  return [
    `This holds ${result.estimand === 'linear' ? 'for the estimated moments' : 'under the estimated law'}: ${unitsText(result as SampleCounts)} may not tell the choice apart from ${closest(result)}.`,
  ];
}

/** Of what other rules would take, the best that is another choice. */
function closest({ best, comparators, places, objective, grid }: DesignResult): string {
  const [other] = Object.values(comparators)
    .filter(({ actions }) => String(actions) !== String(best.actions))
    .sort((a, b) => b.objective - a.objective);
  if (!other) return 'other choices';
  const actions = inTime(other.actions.map((action) => places[action]!));
  const measure =
    objective === 'value'
      ? worth(other.objective, other)
      : `${objective} ${boundMark(other)}${share(other.objective)}`;
  return `measuring ${actionsWords(actions, grid)}, with ${measure}`;
}

/** What the study itself proposes, for the same target. */
function gainSentence(
  { proposed, best, target, words }: DesignResult,
  value: ValueResult | undefined,
): string[] {
  const all = Object.entries(proposed ?? {});
  if (all.length === 0) return [];
  const [name, own] = all.reduce((a, b) => (b[1].value > a[1].value ? b : a));
  // The same readings may differ in the last digit by the order in which they are listed.
  const isSame = Math.abs(own.value - best.value) <= 1e-9 * best.value;
  const outside = isSame ? ', as much' : best.value > own.value ? '' : ', which is not one of the choices';
  const forThis = value && value.target.name !== target.name ? ` for ${minus(target.name)}` : '';
  return [
    `The best protocol that the study names, ${quoted(name)}, has ${worth(own.value, own)} (RMSE ` +
      `${errorText(own.rmse, target, words, own)})${forThis} at a cost of ${costText(own.cost)}${outside}.`,
  ];
}

/** Actions of the catalogue by their times, from the first to the last. */
const named = (actions: readonly number[], { places, grid }: Pick<DesignResult, 'places' | 'grid'>) =>
  actionsWords(inTime(actions.map((a) => places[a]!)), grid);

/** What other laws did to the choice. */
export function lawsText(
  { kind, laws, plain, quantile, criterion, eachCertified }: DesignUnder,
  { best, grid, places, law, readings, independent = 'unit' }: DesignResult,
): string {
  const what =
    kind === 'draws'
      ? `${laws} laws drawn ${readings === undefined ? `by resampling the ${independent}s` : 'from the sampling distribution of the fitted parameters'}; the choice maximises the ${percent(quantile!)} quantile of the value, which is ${quantilePlace(quantile!, laws)}`
      : laws === 1
        ? 'No world was found in which an alternative has another value than under the law given'
        : `The law given and ${laws - 1} world${laws === 2 ? '' : 's'} with the same benchmark; the choice has ${criterion === 'regret' ? 'minimax regret' : 'the maximin value'}`;
  const judged = kind === 'draws' ? 'quantile' : criterion === 'regret' ? 'largest regret' : 'smallest value';
  const sure = plain.certified ? '' : ' (the best found)';
  const own = `under the ${law === 'calibration' ? 'estimated law' : law === 'fit' || readings !== undefined ? 'fitted law' : 'law given'} alone`;
  const otherwise =
    plain.actions.join() === best.actions.join()
      ? `The optimal choice ${own} is the same${sure}.`
      : `The optimal choice ${own}${sure} is to measure ${named(plain.actions, { places, grid })}: ${worth(plain.value, plain)}, ${judged} ${share(Math.abs(plain.objective))}.`;
  const proved =
    eachCertified === false ? ' The best choice of each world was searched for, not proved.' : '';
  return `${what}. ${otherwise}${proved}`;
}

/** Where the quantile stands among the values: order statistic i at i/(n + 1), and straight lines between them. */
function quantilePlace(level: number, laws: number): string {
  const at = Math.min(laws, Math.max(1, level * (laws + 1)));
  const below = Math.floor(at);
  const rule = `the i-th smallest of ${laws} stands at i/${laws + 1}`;
  if (at === below) return `the value of rank ${below} (${rule})`;
  return `${digits(at - below)} of the way from the value of rank ${below} to that of rank ${below + 1} (${rule})`;
}

const MOST_TIES = 3;

/** Other choices that are as good, and where a rule's own criterion left it open. */
export function tiesTexts({ best, comparators, places, grid }: DesignResult): [string, string][] {
  const shown = best.ties.slice(0, MOST_TIES).map((actions) => named(actions, { places, grid }));
  const more = best.tied - shown.length;
  const open = COMPARATORS.flatMap(({ key, name }) => {
    const { ties } = comparators[key];
    return ties > 0 ? [`${quoted(name)} ${ties === 1 ? 'once' : `${ties} times`}`] : [];
  });
  return [
    ...(best.tied > 0
      ? [
          [
            'as good',
            `${shown.join('; ')}${more > 0 ? `; and ${thousands(more)} more` : ''}: the first is taken`,
          ] as [string, string],
        ]
      : []),
    ...(open.length > 0
      ? [['ties', `met by ${list(open)}: the earlier action is taken`] as [string, string]]
      : []),
  ];
}

/** Whether actions tell less the more are taken. */
export function returnsText({ returns, places, grid }: DesignResult): string {
  const { ratio, witness, complete } = returns!;
  const all = complete ? '' : ' (pairs of the actions with the largest gains were compared)';
  if (ratio === null) return `There are no two actions to compare${all}.`;
  if (witness === null) return `Returns diminish for every pair along the path${all}.`;
  const { action, other, after, alone, withOther } = witness;
  const place = (a: number) => `the action ${named([a], { places, grid })}`;
  return (
    `Returns do not always diminish: ${after.length > 0 ? `after those ${named(after, { places, grid })}, ` : ''}${place(action)} adds ${digits(alone)} alone ` +
    `and ${digits(withOther)} once ${place(other)} is taken; separately the two add ${digits(ratio)} of what they add ` +
    `together${all}.`
  );
}

export function rulesText({ choose, catalogue, places, grid }: DesignResult): string {
  const {
    exactly,
    budget,
    required,
    forbidden,
    stretches = [],
    spacing,
    dropout = 0,
    oneVariant,
    groups,
  } = choose;
  return [
    `${exactly === null ? 'any number' : `exactly ${exactly}`} of ${catalogue} actions`,
    ...(budget === null ? [] : [`cost at most ${costText(budget)}`]),
    ...(required.length > 0 ? [`${named(required, { places, grid })} required`] : []),
    ...(forbidden.length > 0 ? [`${named(forbidden, { places, grid })} forbidden`] : []),
    ...stretches.map(({ from, to }) => `nothing from ${moment(from, grid)} to before ${moment(to, grid)}`),
    ...(spacing > 0 ? [`at least ${`${spacing} ${grid.unit}`.trim()} apart`] : []),
    ...(dropout > 0 ? [`dropout at a rate of ${digits(dropout)}${grid.unit && ` per ${grid.unit}`}`] : []),
    ...(oneVariant ? ['at most one action per place'] : []),
    ...groups.map(({ name, actions, most, budget: limit }) => {
      const own = named(actions, { places, grid });
      const of = name === null ? `those ${own}` : `${quoted(name)} (${own})`;
      const limits = [
        ...(most === null ? [] : [`at most ${most}`]),
        ...(limit === null ? [] : [`at a cost of at most ${costText(limit)}`]),
      ];
      return `of ${of} ${limits.join(' ')}`;
    }),
  ].join('; ');
}
