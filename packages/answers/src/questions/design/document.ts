import { thousands } from '@sightline/engine/internal';
import type { DesignResult, FrontierResult, ValueResult } from '@sightline/study';
import type { AnswerDocument, Block, NumberCell, Section } from '../../document/document.ts';
import { missedFact, missedTable } from '../../document/missed.ts';
import {
  amount,
  cost,
  count,
  documentOf,
  error,
  errorColumn,
  facts,
  fixed,
  folded,
  gridText,
  instant,
  number,
  picture,
  section,
  sentences,
  stated,
  table,
  targetText,
  text,
} from '../../document/parts.ts';
import { shownTime } from '../../pictures/time-axis.ts';
import { boundMark, costText, quoted, share } from '../../words/quantities.ts';
import { inTime, placesWords, timesColumn } from '../../words/study-words.ts';
import { choiceSentences, lawsText, returnsText, rulesText, tiesTexts } from './choice.ts';
import { COMPARATORS } from './comparators.ts';

/**
 * Which actions to take; `value` is what the study's own protocols are worth, to compare with. Numbers of the catalogue are for
 * whoever goes on to write rules with them.
 */
export function designDocument(
  result: DesignResult,
  value?: ValueResult,
  { numbered = true }: { numbered?: boolean } = {},
): AnswerDocument {
  const { under, objective, returns } = result;
  const missable = { 'this choice': result.best, ...result.proposed };
  return documentOf(result, {
    verdict: choiceSentences(result, value),
    sections: [
      ...choiceSection(result, numbered),
      ...section('laws', under ? 'Under other laws' : 'By target', [
        under && sentences(lawsText(under, result)),
        valuesTable(result),
      ]),
      ...othersSection(result),
      ...section('missed', 'Readings that may be missing', [missedTable(missable, 4)]),
      ...frontierSection(result),
      ...freedomSection(result),
      ...section('returns', 'Diminishing returns', [returns && sentences(returnsText(result))]),
      ...certificateSection(result),
    ],
    basis: facts(
      ['rules', rulesText(result)],
      [
        'target',
        `${targetText(result.target, result.words)}; value: share of its variance that the best ${result.estimand === 'linear' ? 'linear ' : ''}predictor explains (R²)`,
      ],
      objective === 'regret'
        ? null
        : ['efficiency', `share of this choice’s ${MEASURE[objective]} that another one reaches`],
      missedFact(missable),
      ['grid', gridText(result.grid)],
    ),
  });
}

/** What is maximised. */
export const MEASURE: Record<DesignResult['objective'], string> = {
  value: 'value',
  'weighted mean': 'weighted mean',
  worst: 'smallest value',
  quantile: 'quantile',
  regret: 'largest regret',
};

function choiceSection({ best, grid, places, objective }: DesignResult, numbered: boolean): Section[] {
  const { widths, repeats, costs } = best;
  const alike =
    [widths, repeats, costs].every((all) => new Set(all).size <= 1) && widths[0] === 0 && repeats[0] === 1;
  return section('choice', 'The choice', [
    picture(
      'protocols',
      {
        ...shownTime(grid),
        protocols: [
          {
            name: 'this choice',
            actions: best.at.map((at, i) => ({ at, width: widths[i]!, repeats: repeats[i]! })),
            value: objective === 'value' ? best.value : null,
            lowerBound: best.lowerBound,
            cost: best.cost,
          },
          {
            name: 'catalogue',
            note: `${places.length} possible actions`,
            actions: places.map((place) => ({ ...place, repeats: 1 })),
            value: null,
            cost: null,
          },
        ],
      },
      'What to measure, above what there is to choose from.',
    ),
    {
      ...table(
        'actions',
        'The chosen actions',
        [
          number(timesColumn('at', grid)),
          number('width'),
          number('readings'),
          number('noise variance'),
          number('cost'),
          ...(numbered ? [number('in the catalogue', 'drop')] : []),
        ],
        inTime(best.actions.map((action, i) => ({ i, action, at: best.at[i]!, width: widths[i]! }))).map(
          ({ i, action, at, width }) => ({
            key: String(action),
            cells: [
              instant(at, grid),
              amount(width),
              count(repeats[i]!),
              amount(best.noise[i]!),
              cost(costs[i]!),
              ...(numbered ? [amount(action)] : []),
            ],
          }),
        ),
      ),
      // Actions that are all of one kind are named in the verdict.
      ...(alike && { detail: true as const }),
    },
  ]);
}

/** The choice for each target, or in each world. */
function valuesTable({ best, targets, under }: DesignResult): Block | null {
  if (best.values === null) return null;
  if (under === null)
    return table(
      'targets',
      'The choice for each target',
      [text('target'), number('value'), number('weight')],
      targets.map(({ name, weight }, i) => [
        name,
        fixed(best.values![i]!, 4),
        weight === null ? 'smallest' : amount(weight),
      ]),
    );
  if (under.worlds === null) return null;
  const regret = under.criterion === 'regret';
  return table(
    'worlds',
    'The choice in each world',
    [text('world'), number('value'), ...(regret ? [number('best there')] : [])],
    under.worlds.map(({ from, alternative, end, value, best: there }) => [
      from === 'own' ? 'as given' : `${alternative} ${end === 'low' ? 'lowest' : 'highest'}`,
      fixed(value, 4),
      ...(regret ? [fixed(there!, 4)] : []),
    ]),
  );
}

/** What is compared; a regret is positive, and no lower bound where a value is one. */
const measured = (result: DesignResult, value: number, bound: { lowerBound?: true }): NumberCell =>
  result.objective === 'regret' ? fixed(Math.abs(value), 4) : fixed(value, 4, bound);

function othersSection(result: DesignResult): Section[] {
  const { best, proposed, comparators, random, objective, places, grid, target, words } = result;
  const taken = (actions: readonly number[]) => placesWords(inTime(actions.map((a) => places[a]!)), grid);
  const shares = objective !== 'regret';
  const errors = objective === 'value';
  const row = (
    key: string,
    name: string,
    one: {
      objective: number;
      rmse: number | null;
      efficiency: number | null;
      cost: number | null;
      lowerBound?: true;
    },
    actions: string,
  ) => ({
    key,
    cells: [
      name,
      measured(result, one.objective, one),
      ...(errors ? [one.rmse === null ? null : error(one.rmse, one)] : []),
      ...(shares ? [one.efficiency === null ? null : fixed(one.efficiency, 4)] : []),
      one.cost === null ? null : cost(one.cost),
      actions,
    ],
  });
  const also = proposed && Object.keys(proposed).length > 0 ? ', what the study proposes,' : '';
  return section('others', `This choice${also} and what other rules choose`, [
    table(
      'others',
      '',
      [
        text('choice'),
        number(MEASURE[objective]),
        ...(errors ? [errorColumn(target, words)] : []),
        ...(shares ? [number('efficiency')] : []),
        number('cost', 'drop'),
        text(timesColumn('at', grid), 'cut'),
      ],
      [
        row('this', 'this choice', { ...best, efficiency: 1 }, taken(best.actions)),
        ...Object.entries(proposed ?? {}).map(([name, one]) =>
          row(
            `proposed ${name}`,
            quoted(name),
            { ...one, objective: one.value },
            placesWords(inTime(one.at.map((at, i) => ({ at, width: one.widths[i]! }))), grid),
          ),
        ),
        ...COMPARATORS.map(({ key, name }) =>
          row(key, name, comparators[key], taken(comparators[key].actions)),
        ),
        row(
          'random',
          'random',
          { ...random, objective: random.median, rmse: null, cost: null },
          `median of ${random.draws} draws`,
        ),
      ],
    ),
    tiesTexts(result).length > 0 && stated(...tiesTexts(result)),
  ]);
}

function frontierSection(result: DesignResult): Section[] {
  const { best, comparators, objective, frontier } = result;
  const measure = MEASURE[objective];
  const open = best.certified ? '' : ' The red bar is the bound on how much better another choice could be.';
  return section(
    'frontier',
    frontier ? 'The best choice for each cost' : 'Cost of this choice and of others',
    [
      picture(
        'frontier',
        {
          measure,
          best: {
            cost: best.cost,
            value: best.objective,
            upperBound: best.upperBound,
            certified: best.certified,
            ...(best.lowerBound && { lowerBound: best.lowerBound }),
          },
          frontier: (frontier ?? []).map((point) => ({
            cost: point.cost,
            value: point.value,
            certified: point.certified,
          })),
          comparators: COMPARATORS.map(({ key, name }) => ({
            name,
            cost: comparators[key].cost,
            value: comparators[key].objective,
            lowerBound: comparators[key].lowerBound,
          })),
        },
        `Dots: the best choice for each cost, filled where that is proved. Crosses: what other rules choose.${open}`,
      ),
      frontier && frontierTable(frontier, measure, result),
    ],
  );
}

/** More points than this are thinned out where there is little room. */
const MOST_POINTS = 16;

function frontierTable(
  points: readonly FrontierResult[],
  measure: string,
  { places, grid, target, words }: DesignResult,
): Block {
  const errors = points.some(({ rmse }) => rmse !== null);
  const most = points.reduce((largest, { value }) => Math.max(largest, value), 0);
  return table(
    'frontier',
    '',
    [
      number('cost'),
      number(measure),
      ...(errors ? [errorColumn(target, words)] : []),
      number('gain'),
      text('proved'),
      text(''),
      text(timesColumn('at', grid), 'cut'),
    ],
    points.map(({ cost: at, value, rmse, lowerBound, certified, actions }, i) => ({
      key: String(at),
      cells: [
        cost(at),
        fixed(value, 4, { lowerBound }),
        ...(errors ? [rmse === null ? null : error(rmse, { lowerBound })] : []),
        i === 0 ? '' : share(value - points[i - 1]!.value, 4),
        { mark: certified },
        { bar: { low: 0, high: most > 0 ? value / most : 0, at: null } },
        placesWords(inTime(actions.map((a) => places[a]!)), grid),
      ],
    })),
    { most: MOST_POINTS, thin: true },
  );
}

function freedomSection({ sensitivity, grid, objective }: DesignResult): Section[] {
  if (!sensitivity || sensitivity.length === 0) return [];
  return section('freedom', `How far each action may move for at most 1 % of the ${MEASURE[objective]}`, [
    picture(
      'sensitivity',
      {
        ...shownTime(grid),
        moved: sensitivity.map(({ at, freedom, curve }) => ({ at, freedom, curve })),
      },
      'Loss from moving one action while the others stay; all rows have the same scale. Inside the shaded part the loss ' +
        'is at most 1 % and the rules of the study are kept.',
    ),
    table(
      'freedom',
      '',
      [number(timesColumn('at', grid)), number('from'), number('to'), number('largest loss')],
      sensitivity.map(({ action, at, freedom, curve }) => ({
        key: String(action),
        cells: [
          instant(at, grid),
          instant(freedom.from, grid),
          instant(freedom.to, grid),
          fixed(
            curve.reduce((most, { loss }) => Math.max(most, loss), 0),
            4,
          ),
        ],
      })),
    ),
  ]);
}

/** How sure it is that nothing is better, in numbers. */
function certificateSection({ best, sets, allCounted, objective }: DesignResult): Section[] {
  const { value, upperBound, gap, certified, method, evaluations } = best;
  const own = (amountOf: number) => share(amountOf, 6);
  return section('certificate', 'Certificate', [
    folded(
      stated(
        ['value', boundMark(best) + own(value), value],
        best.objective === value ? null : [MEASURE[objective], own(Math.abs(best.objective)), best.objective],
        ['upper bound', own(upperBound), upperBound],
        ['gap', own(gap), gap],
        ['certified', certified ? 'yes: no choice within the rules is better' : 'no'],
        ['method', method],
        [
          'computed',
          `${thousands(evaluations)} values, for ${allCounted ? '' : 'more than '}${thousands(sets)} choices within the rules${certified && evaluations < sets ? '; bounds decide on the others' : ''}`,
          evaluations,
        ],
        ['cost', costText(best.cost), best.cost],
      ),
    ),
  ]);
}
