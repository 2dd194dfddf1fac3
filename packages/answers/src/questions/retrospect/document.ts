import { layoutOfName, layoutTitle } from '@sightline/engine/internal';
import type { RetrospectResult, StudyWords, TargetResult } from '@sightline/study';
import { digits, list, percent, templateName } from '@sightline/study';
import type { AnswerDocument, Cell, Fact, Section } from '../../document/document.ts';
import {
  between,
  count,
  documentOf,
  fixed,
  folded,
  number,
  picture,
  section,
  sentences,
  table,
  text,
} from '../../document/parts.ts';
import { counted, quoted, share } from '../../words/quantities.ts';
import { agreementSection, overlapSection, stabilitySection, sweepSection } from './learned-layouts.ts';
import { r2Of, supportsOf } from './pictures.ts';
import { basisFacts, cellsText, foldsText } from './records.ts';
import { budgetOf, isProtocol, kinOf, middleOf, shownTemplates, wordsOf } from './templates.ts';
import { sideOf, verdict } from './verdict.ts';

const MARKS = { above: '▲', below: '▼', across: '' } as const;

/** What partial observation would have told about records that were observed throughout. */
export function retrospectDocument(result: RetrospectResult): AnswerDocument {
  const { targets, stability, sweep, layouts } = result;
  const named = Object.entries(targets);
  return documentOf(result, {
    verdict: verdict(result),
    sections: [
      ...section('contrasts', `Gains in R², with ${percent(result.level)} ranges for single contrasts`, [
        { kind: 'facts', facts: summary(result) },
      ]),
      ...named.flatMap(([name, target]) => targetSection(name, target, result)),
      ...overlapSection(result),
      ...agreementSection(result),
      ...(stability === null ? [] : stabilitySection(stability)),
      ...(sweep === null ? [] : sweepSection(sweep)),
      ...protocolsSection(result),
      ...section('layouts', 'Layouts', [
        folded(
          table(
            'layouts',
            '',
            [text('layout'), text('where readings fall'), text('name in the study file')],
            [...layouts, ...(Object.keys(result.protocols).length > 0 ? (['protocols'] as const) : [])].map(
              (layout) => [layoutTitle(layout), layoutOfName(layout).where, layout],
            ),
          ),
        ),
      ]),
      ...filesSection(
        'skipped',
        'Records left out',
        'why',
        result.skipped.map(({ file, why }) => [file, why]),
      ),
      ...filesSection(
        'notes',
        'Notes on records',
        'what',
        result.notes.map(({ file, what }) => [file, what]),
      ),
    ],
    basis: basisFacts(result),
  });
}

/** Which cells the protocols of the study read. */
function protocolsSection(result: RetrospectResult): Section[] {
  const names = Object.keys(result.protocols);
  if (names.length === 0) return [];
  return section('protocols', 'Protocols of the study', [
    table(
      'protocols',
      '',
      [text('protocol'), number('readings'), text('cells read', 'cut')],
      names.map((name) => ({
        key: name,
        cells: [name, count(result.protocols[name]!.length), cellsText(result, name)],
      })),
    ),
  ]);
}

type Contrast = TargetResult['contrasts'][number];

/** On how many targets and budgets each contrast has a range on one side of zero, for all records and for parts of them. */
function summary(result: RetrospectResult): Fact[] {
  const { targets } = result;
  const kinds = { all: 'all', stratum: 'strata', cohort: 'cohorts' } as const;
  return Object.entries(kinds).flatMap(([kind, label]) => {
    const pairs = new Map<string, Contrast[]>();
    for (const { cohort, contrasts } of Object.values(targets))
      if (cohort.kind === kind)
        for (const one of contrasts) {
          const pair = `${wordsOf(one.a, result)} over ${wordsOf(one.b, result)}`;
          pairs.set(pair, [...(pairs.get(pair) ?? []), one]);
        }
    return [...pairs].map(([pair, own], k) => ({
      label: k === 0 ? label : '',
      text: `${pair}: range ${sides(own)}`,
    }));
  });
}

function sides(contrasts: readonly Contrast[]): string {
  const count = (side: string) => contrasts.filter((one) => sideOf(one) === side).length;
  const [above, below, across] = [count('above'), count('below'), count('across')];
  return `above zero in ${above} of ${contrasts.length}${below > 0 ? `, below in ${below}` : ''}${across > 0 ? `, across zero in ${across}` : ''}`;
}

function targetSection(name: string, target: TargetResult, result: RetrospectResult): Section[] {
  const { cohort, templates, contrasts } = target;
  const { layouts, budgets, level } = result;
  const byBudget = budgets.map((budget) => number(`N = ${budget}`, 'below'));
  const whole = cohort.kind === 'all';
  const rows = pairsOf(contrasts, result).flatMap(({ own }) => own);
  const byLayout = contrasts.filter(({ a, b }) => !isProtocol(a, result) || !isProtocol(b, result));
  const middle = middleOf(result);
  return section(name, `${name}: ${aimText(target, result.words)}`, [
    sentences(aboutText(target, result)),
    budgets.length > 0 && picture('r2', r2Of([[name, target]], result), R2_CAPTION),
    budgets.length > 0 &&
      table(
        'r2',
        `${name}: held-out R² with N readings`,
        [text('R²'), ...byBudget],
        layouts.map((layout) => ({
          key: layout,
          cells: [
            layoutTitle(layout),
            ...budgets.map((own) => fixed(templates[templateName(layout, own)]!.r2, 3)),
          ],
        })),
      ),
    whole && valuesTable(name, target, result),
    byLayout.length > 0 &&
      table(
        'gains',
        `${name}: gains in R²; ▲ the ${percent(level)} range is above zero, ▼ below`,
        [text('gain'), ...byBudget],
        pairsOf(byLayout, result).map(({ key, words, own }) => ({
          key,
          cells: [words, ...budgets.map((budget) => gainCell(own, budget, result))],
        })),
      ),
    whole &&
      contrasts.length > 0 &&
      table(
        'ranges',
        `${name}: contrasts, each with its ${percent(level)} range`,
        [
          text('layout'),
          text('minus'),
          number('N'),
          number('difference'),
          number('range'),
          text('told apart'),
        ],
        rows.map((one) => ({
          key: `${one.a} ${one.b}`,
          cells: [
            wordsOf(one.a, result),
            wordsOf(one.b, result),
            budgetOf(one.a, result) || budgetOf(one.b, result),
            fixed(one.difference, 3),
            between(one.low, one.high),
            { mark: sideOf(one) !== 'across' },
          ],
        })),
        { most: Math.max(4, budgets.length) },
      ),
    whole &&
      middle !== undefined &&
      picture(
        'supports',
        supportsOf([[name, target]], result, middle),
        `Where in a record the readings fall with N = ${middle}. A learned layout is learned in the training units of each outer fold.`,
      ),
  ]);
}

const R2_CAPTION =
  'Held-out R² against the number of readings N, for each layout. 0 is no better than predicting the mean, below 0 is worse.';

function gainCell(own: readonly Contrast[], budget: number, result: RetrospectResult): Cell {
  const one = own.find(({ a, b }) =>
    [a, b].some((template) => budgetOf(template, result) === String(budget)),
  );
  return one ? { number: one.difference, text: share(one.difference) + MARKS[sideOf(one)] } : null;
}

/** Contrasts by the two layouts, in their order. */
function pairsOf(contrasts: readonly Contrast[], result: RetrospectResult) {
  const pairs = new Map<string, { key: string; words: string; own: Contrast[] }>();
  for (const one of contrasts) {
    const key = `${kinOf(one.a, result)} ${kinOf(one.b, result)}`;
    const words = `${wordsOf(one.a, result)} minus ${wordsOf(one.b, result)}`;
    const pair = pairs.get(key) ?? { key, words, own: [] };
    pair.own.push(one);
    pairs.set(key, pair);
  }
  return [...pairs.values()];
}

type Aim = Pick<TargetResult, 'states' | 'value'> & Partial<Pick<TargetResult, 'among'>>;

/** What a target is, in words. */
function aimText({ states, among, value }: Aim, words: StudyWords | undefined): string {
  const unit = words?.value === undefined ? '' : ` ${words.value}`;
  if (value === null)
    return `share of ${among ? `the time in ${list(among.map(quoted))} that is spent` : 'time'} in ${list(states.map(quoted))}`;
  if (value === 'mean') return 'mean value';
  if ('between' in value)
    return `share of time with values from ${value.between[0]} to ${value.between[1]}${unit}`;
  const limits = [
    ...(value.above === undefined ? [] : [`above ${value.above}`]),
    ...(value.below === undefined ? [] : [`below ${value.below}`]),
  ];
  return `share of time with values ${limits.join(' and ')}${unit}`;
}

/** What a target is: ‘REM’ (the share of time in ‘R’). */
export function aimWords(name: string, target: Aim, words?: StudyWords): string {
  const { states, value } = target;
  return value === null && states.length === 1 && states[0] === name
    ? `the ${aimText(target, words)}`
    : `${quoted(name)} (the ${aimText(target, words)})`;
}

/** The unit of a target of records: that of the values for their mean, none for a share. */
const unitOf = ({ value }: Pick<Aim, 'value'>, words: StudyWords | undefined): string =>
  (value === 'mean' && words?.value) || '';

function aboutText(target: TargetResult, { baselines, words }: RetrospectResult): string {
  const unit = unitOf(target, words);
  const size = (own: number) => `${share(own)}${unit && ` ${unit}`}`;
  const { cohort, mean, deviation, baselineR2, folds } = target;
  const part = cohort.kind !== 'all';
  const who = part
    ? `${cohort.kind === 'stratum' ? 'Stratum' : 'Cohort'} ${quoted(cohort.name)} alone, ${counted(cohort.records, 'record')} of ${counted(cohort.units, 'unit')}, ${foldsText(folds)}. `
    : '';
  const alone =
    baselines.length === 0
      ? ''
      : `; ${list(baselines)} alone ${baselines.length === 1 ? 'has' : 'have'} R² ${share(baselineR2)}`;
  return `${who}Mean ${size(mean)}, standard deviation ${size(deviation)}${alone}.`;
}

/** R² with its interval, what it means in the unit of the target, and what the same readings are worth in the sample. */
function valuesTable(name: string, { templates, value }: TargetResult, result: RetrospectResult) {
  const unit = unitOf({ value }, result.words);
  const middle = middleOf(result);
  const shown = shownTemplates(result);
  const linear = shown.some((template) => templates[template]!.linearValue !== null);
  return table(
    'values',
    `${name}: held-out R² with its interval by unit, root of the mean squared error in the unit of the target, and where supports are fixed the best-linear value in the sample`,
    [
      text(
        middle === undefined
          ? 'readings'
          : `N = ${middle}${shown.some((one) => isProtocol(one, result)) ? ', or own' : ''}`,
      ),
      number('R²'),
      number(`${percent(result.level)} interval`),
      number(`RMSE${unit && ` (${unit})`}`),
      ...(linear ? [number('in the sample')] : []),
    ],
    shown.map((template) => {
      const { r2, low, high, rmse, linearValue } = templates[template]!;
      return {
        key: template,
        cells: [
          wordsOf(template, result),
          fixed(r2, 3),
          low === null || high === null ? null : between(low, high),
          { number: rmse, text: digits(rmse) },
          ...(linear ? [linearValue === null ? null : fixed(linearValue, 3)] : []),
        ],
      };
    }),
  );
}

/** Of files that were skipped, or are strange. */
const MOST_FILES = 5;

const filesSection = (name: string, heading: string, what: string, rows: readonly string[][]): Section[] =>
  rows.length === 0
    ? []
    : section(name, heading, [
        table(name, '', [text('file'), text(what, 'cut')], rows, { most: MOST_FILES }),
      ]);
