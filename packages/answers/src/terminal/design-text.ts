import type { ComparatorName } from '@sightline/engine';
import { thousands } from '@sightline/engine';
import type { ChosenActions, DesignResult, DesignUnder } from '@sightline/study';
import { digits, list } from '@sightline/study';
import { boundMark } from '../words/quantities.ts';
import { actionTable, COMPARATOR_NAMES, comparatorTable, frontierTable, table } from './design-tables.ts';
import { costText, gridText, heading, remarks } from './result-text.ts';
import { timeline } from './timeline.ts';
import { wrapText } from './wrap-text.ts';

/** The answer of `sightline design` for people, within 80 columns: what to take first. */
export function designText(result: DesignResult): string {
  const { best, frontier, sensitivity, returns, under } = result;
  const line = (label: string, text: string) => wrapText(label.padEnd(LABEL), text);
  const block = (lines: readonly string[]) => (lines.length > 0 ? ['', ...lines] : []);
  return `${[
    ...heading(result),
    '',
    wrapText('', answerText(result)),
    ...block(picture(result)),
    ...block(actionTable(best)),
    ...block(valuesTable(result)),
    ...block(under ? [line('laws', lawsText(under, result))] : []),
    ...block(comparatorTable(result)),
    ...block(tieLines(result).map(([label, text]) => line(label, text))),
    ...block(frontier ? frontierTable(frontier) : []),
    ...block(sensitivity ? freedomLines(result).map((text, i) => line(i === 0 ? 'freedom' : '', text)) : []),
    ...block(returns ? [line('returns', returnsText(result))] : []),
    '',
    line('rules', rulesText(result)),
    line('target', targetText(result)),
    ...(result.objective === 'regret'
      ? []
      : [line('efficiency', `share of this choice's ${measureName(result)} that another one reaches`)]),
    line('grid', gridText(result.grid)),
    ...remarks(result),
  ].join('\n')}\n`;
}

const LABEL = 12;
const MOST_TIES = 3;

const unitOf = ({ grid }: Pick<DesignResult, 'grid'>) => (grid.unit ? ` ${grid.unit}` : '');
const named = ({ actions, at }: Pick<ChosenActions, 'actions' | 'at'>, unit: string) =>
  `action${actions.length === 1 ? '' : 's'} ${list(actions)} (at ${list(at.map(digits))}${unit})`;

function answerText(result: DesignResult): string {
  const { best, law, units, under } = result;
  // What is proved is proved of the estimate, and other units would give another one.
  const estimated =
    law === 'calibration' && under === null ? ` All this is under an estimate from ${units} units.` : '';
  return (
    `Take ${named(best, unitOf(result))}: ${measureText(result)}, cost ${costText(best.cost)}. ` +
    `${proofText(result)}${estimated}`
  );
}

export function measureText({ best, objective, under, targets }: DesignResult): string {
  const value = `value ${boundMark(best)}${best.value.toFixed(3)}`;
  if (objective === 'value') return value;
  if (objective === 'quantile')
    return `${value} under the estimate, and ${best.objective.toFixed(3)} or more under ${reaching(best)} of ${under!.laws} laws drawn`;
  if (objective === 'regret')
    return `${value} under the law given, and at most ${(-best.objective).toFixed(3)} below what is best in any of ${under!.laws} worlds`;
  if (under !== null)
    return `${value} under the law given, and ${best.objective.toFixed(3)} or more in all of ${under.laws} worlds`;
  return `${objective === 'worst' ? 'least value' : 'weighted mean'} ${best.objective.toFixed(3)} over ${targets.length} targets`;
}

/** Under how many laws the quantile is reached. */
const reaching = ({ values, objective }: DesignResult['best']) =>
  values!.filter((value) => value >= objective).length;

const percent = (share: number) => `${Number((100 * share).toPrecision(6))} %`;

function measureName({ objective }: DesignResult): string {
  return {
    value: 'value',
    'weighted mean': 'weighted mean',
    worst: 'least value',
    quantile: 'quantile',
    regret: 'largest regret',
  }[objective];
}

export function proofText(result: DesignResult): string {
  const { best, sets, allCounted } = result;
  const { method, certified, gap, ended, evaluations } = best;
  const looked = `${allCounted ? '' : 'more than '}${thousands(sets)}`;
  if (best.lowerBoundsMet)
    return `Whether another choice is better is not known: values of some are known as lower bounds only (${looked} choices).`;
  if (method === 'exhaustive' && certified)
    return sets === 1
      ? 'The rules leave no other choice.'
      : `No other choice within these rules is better (${looked} looked at).`;
  if (certified)
    return `No other choice within these rules is better (proved for ${looked} by computing ${thousands(evaluations)} values).`;
  if (method === 'forward selection and swaps')
    return `It was built one action after the other and improved by exchanges${ended === null ? '' : ' until the search was ended'}; of ${looked} choices nothing is proved.`;
  const how = {
    seconds: 'the time was up',
    interrupted: 'the search was ended',
    parts: 'the search ended by itself; --method branch goes on',
  }[ended ?? 'parts'];
  return `At most ${gap.toFixed(3)} better is possible (${looked} choices; ${how}).`;
}

function picture(result: DesignResult): string[] {
  const { best, grid, places } = result;
  const chosen = best.at.map((at, i) => ({ at, width: best.widths[i]! }));
  return [timeline(grid.horizon, places, chosen) + unitOf(result)];
}

function valuesTable({ best, targets, under }: DesignResult): string[] {
  if (best.values === null) return [];
  if (under === null)
    return table(
      ['target', 'value', 'weight', ''],
      targets.map(({ name, weight }, i) => [
        name,
        best.values![i]!.toFixed(4),
        weight === null ? 'least' : digits(weight),
        '',
      ]),
    );
  return under.worlds === null
    ? []
    : table(
        ['world', 'value', ...(under.criterion === 'regret' ? ['best there'] : []), ''],
        under.worlds.map(({ from, alternative, end, value, best: there }) => [
          from === 'own' ? 'as given' : `${alternative} ${end === 'low' ? 'lowest' : 'highest'}`,
          value.toFixed(4),
          ...(under.criterion === 'regret' ? [there!.toFixed(4)] : []),
          '',
        ]),
      );
}

export function lawsText(
  { kind, laws, plain, quantile, criterion, eachCertified }: DesignUnder,
  result: DesignResult,
): string {
  const what =
    kind === 'draws'
      ? `${laws} laws drawn by resampling the units; the choice has the largest ${percent(quantile!)} quantile of the value, which is ${quantilePlace(quantile!, laws)}`
      : laws === 1
        ? 'the benchmark leaves no other world in which an alternative had another value'
        : `the law given and ${laws - 1} world${laws === 2 ? '' : 's'} that the benchmark cannot tell from it; the choice has the ${criterion === 'regret' ? 'smallest largest regret' : 'largest least value'}`;
  const same = plain.actions.join() === result.best.actions.join();
  const judged = kind === 'draws' ? 'quantile' : criterion === 'regret' ? 'largest regret' : 'least value';
  const measured = Math.abs(plain.objective).toFixed(3);
  const sure = plain.certified ? '' : ' (the best that was found)';
  const otherwise = same
    ? `The plain design, for one law, is the same${sure}.`
    : `The plain design, for one law${sure}, is ${named(plain, unitOf(result))}: value ${boundMark(plain)}${plain.value.toFixed(3)}, ${judged} ${measured}.`;
  const proved = eachCertified === false ? ' What is best in each world was searched for, not proved.' : '';
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

export function tieLines(result: DesignResult): [string, string][] {
  const { best, comparators, places } = result;
  const lines: [string, string][] = [];
  if (best.tied > 0) {
    const shown = best.ties
      .slice(0, MOST_TIES)
      .map((actions) => ({ actions, at: actions.map((a) => places[a]!.at) }));
    const more = best.tied - shown.length;
    lines.push([
      'as good',
      `${shown.map((one) => named(one, unitOf(result))).join('; ')}${more > 0 ? `; and ${thousands(more)} more` : ''}: ` +
        'the one that comes first is taken',
    ]);
  }
  const open = Object.entries(COMPARATOR_NAMES).flatMap(([key, name]) => {
    const { ties } = comparators[key as ComparatorName];
    return ties > 0 ? [`'${name}' ${ties === 1 ? 'once' : `${ties} times`}`] : [];
  });
  if (open.length > 0) lines.push(['ties', `met by ${list(open)}: the earlier action is taken`]);
  return lines;
}

function freedomLines(result: DesignResult): string[] {
  const unit = unitOf(result);
  return [
    ...result.sensitivity!.map(
      ({ action, at, freedom: { from, to } }) =>
        `action ${action} at ${digits(at)}${unit}: ${digits(from)} … ${digits(to)}${unit}`,
    ),
    `So far each may move within the rules, the others staying, for at most a hundredth of the ${measureName(result)}.`,
  ];
}

function returnsText({ returns, places, ...result }: DesignResult): string {
  const { ratio, witness, complete } = returns!;
  const unit = unitOf(result);
  const all = complete ? '' : ' (pairs of the actions with the largest gains were looked at)';
  if (ratio === null) return `no two actions to compare${all}`;
  if (witness === null)
    return `diminish for every pair along the path: no action tells more because another one was taken${all}`;
  const { action, other, after, alone, withOther } = witness;
  const place = (a: number) => `action ${a} (at ${digits(places[a]!.at)}${unit})`;
  return (
    `do not always diminish: ${after.length > 0 ? `after ${list(after)}, ` : ''}${place(action)} adds ${digits(alone)} alone ` +
    `and ${digits(withOther)} once ${place(other)} is taken; the two alone make ${digits(ratio)} of what they make ` +
    `together${all}`
  );
}

export function rulesText({ choose, catalogue, ...result }: DesignResult): string {
  const { exactly, budget, required, forbidden, spacing, oneVariant, groups } = choose;
  const unit = unitOf(result);
  return [
    `${exactly === null ? 'any number' : `exactly ${exactly}`} of ${catalogue} actions`,
    ...(budget === null ? [] : [`cost at most ${costText(budget)}`]),
    ...(required.length > 0 ? [`with ${list(required)}`] : []),
    ...(forbidden.length > 0 ? [`without ${list(forbidden)}`] : []),
    ...(spacing > 0 ? [`at least ${spacing}${unit} apart`] : []),
    ...(oneVariant ? ['one action for each place'] : []),
    ...groups.map(({ name, actions, most, budget: own }) =>
      [
        `of ${name === null ? list(actions) : `'${name}' (${list(actions)})`}`,
        [most === null ? '' : `at most ${most}`, own === null ? '' : `at a cost of at most ${costText(own)}`]
          .filter((limit) => limit !== '')
          .join(' '),
      ].join(' '),
    ),
  ].join('; ');
}

function targetText({ target }: DesignResult): string {
  const variance = target.variance === null ? '' : `; variance ${digits(target.variance)}`;
  return `${target.name}, weights ${target.weights}${variance}; value is the share of its variance that the best predictor explains`;
}
