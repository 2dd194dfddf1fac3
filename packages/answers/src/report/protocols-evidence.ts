import type { IdentifyResult, RunResult } from '@sightline/study';
import { digits } from '@sightline/study';
import { html, type Markup } from '../pages/html.ts';
import { protocolsPicture } from '../pictures/protocols-picture.ts';
import { costText } from '../terminal/result-text.ts';
import { boundMark } from '../words/quantities.ts';
import { actionsWords } from '../words/study-words.ts';
import { dataTable } from './data-table.ts';
import { figure } from './figure.ts';
import { VERDICT } from './known-evidence.ts';

/** What the protocols are, on a timeline and in numbers. */
export function protocolsEvidence({ given, protocols, steps, worlds }: RunResult): Markup {
  const named = Object.entries(protocols);
  if (named.length === 0 || !given.time) return html``;
  const { horizon, unit = '' } = given.time;
  const { value, calibrate } = steps;
  const settled = settledBy(steps.identify, worlds);
  const worthOf = (name: string) =>
    value?.protocols[name]?.value ?? calibrate?.protocols[name]?.value ?? settled(name);
  const boundOf = (name: string) => (value ?? calibrate)?.protocols[name]?.lowerBound;
  const mark = (name: string) => boundMark({ lowerBound: boundOf(name) });
  const costOf = (name: string) => protocols[name]!.reduce((sum, { cost }) => sum + cost, 0);
  const shown = named.map(([name, actions]) => ({
    name,
    actions,
    value: worthOf(name),
    lowerBound: boundOf(name),
    cost: costOf(name),
    ...(name === given.realised && { note: 'behind the benchmark' }),
  }));
  const openWords = (name: string) => {
    const verdict = steps.identify?.alternatives[name]?.verdict;
    return verdict ? VERDICT[verdict] : 'not computed';
  };
  const worthText = (name: string) => {
    const worth = worthOf(name);
    return worth === null ? openWords(name) : mark(name) + worth.toFixed(4);
  };
  const valued = shown.some((one) => one.value !== null);
  const linear = calibrate?.estimand === 'linear' && !value;
  return html`<h3>The protocols</h3>
${figure(
  (width) => protocolsPicture({ horizon, unit, protocols: shown, width }),
  marksWords(named.flatMap(([, actions]) => actions)) +
    (valued
      ? `Its value is the share of the target’s variance that the best ${linear ? 'linear ' : ''}predictor explains from what it reads: 0 tells nothing, 1 everything.`
      : ''),
)}${dataTable(
  valued ? 'What each protocol does and what it is worth' : 'What each protocol does',
  [
    { name: 'protocol' },
    { name: 'measures' },
    { name: 'noise variance', number: true },
    { name: 'cost', number: true },
    ...(valued ? [{ name: 'value (R²)', number: true }] : []),
    ...(value ? [{ name: 'linear only', number: true }] : []),
  ],
  named.map(([name, actions]) => [
    name,
    actionsWords(actions, unit),
    [...new Set(actions.map(({ noise }) => digits(noise)))].join(', '),
    costText(costOf(name)),
    ...(valued ? [worthText(name)] : []),
    ...(value ? [mark(name) + value.protocols[name]!.linearValue.toFixed(4)] : []),
  ]),
)}${
  value
    ? html`<p class="muted">Linear only: what remains if the predictor has to be linear in the readings.</p>`
    : null
}${
  valued && steps.identify?.data
    ? html`<p class="muted">Values are estimates from ${steps.identify.data.units} units; their intervals are below.</p>`
    : null
}
`;
}

/**
 * Without a law there are still values that the benchmark determines: its own, which is the same in both worlds of any
 * alternative, and those of the alternatives whose range is a point.
 */
function settledBy(identify: IdentifyResult | undefined, worlds: RunResult['worlds']) {
  return (name: string): number | null => {
    if (name === identify?.realised) return Object.values(worlds)[0]?.realisedValue[0] ?? null;
    const { verdict, range } = identify?.alternatives[name] ?? {};
    return verdict === 'identified' && range && range.high - range.low < 1e-3 ? range.low : null;
  };
}

/** What the marks of a picture mean, as far as they occur. */
function marksWords(actions: readonly { width: number; repeats: number }[]): string {
  const marks = [
    ...(actions.some(({ width }) => width === 0) ? ['a dot is a reading'] : []),
    ...(actions.some(({ width }) => width > 0) ? ['a bar is a window whose mean is read'] : []),
    ...(actions.some(({ repeats }) => repeats > 1) ? ['×3 is a reading taken three times'] : []),
  ];
  return `When each protocol looks: ${marks.join(', ')}. `;
}
