import { html, type Markup } from '../pages/html.ts';
import { protocolsPicture } from '../pictures/protocols-picture.ts';
import { digits } from '../protocol-warnings.ts';
import { costText } from '../result-text.ts';
import type { RunResult } from '../run-result.ts';
import { dataTable } from './data-table.ts';
import { figure } from './figure.ts';
import { actionsWords } from './study-words.ts';

/** What the protocols are, on a timeline and in numbers. */
export function protocolsEvidence({ given, protocols, steps }: RunResult): Markup {
  const named = Object.entries(protocols);
  if (named.length === 0 || !given.time) return html``;
  const { horizon, unit = '' } = given.time;
  const { value, calibrate } = steps;
  const worthOf = (name: string) =>
    value?.protocols[name]?.value ?? calibrate?.protocols[name]?.value ?? null;
  const costOf = (name: string) => protocols[name]!.reduce((sum, { cost }) => sum + cost, 0);
  const shown = named.map(([name, actions]) => ({
    name,
    actions,
    value: worthOf(name),
    cost: costOf(name),
    ...(name === given.realised && { note: 'behind the benchmark' }),
  }));
  const linear = calibrate?.estimand === 'linear' && !value;
  return html`<h3>The protocols</h3>
${figure(
  (width) => protocolsPicture({ horizon, unit, protocols: shown, width }),
  marksWords(named.flatMap(([, actions]) => actions)) +
    (shown.some((one) => one.value !== null)
      ? `Its value is the share of the target’s variance that the best ${linear ? 'linear ' : ''}predictor explains from what it reads: 0 tells nothing, 1 everything.`
      : ''),
)}${dataTable(
  'What each protocol does and what it is worth',
  [
    { name: 'protocol' },
    { name: 'measures' },
    { name: 'noise variance', number: true },
    { name: 'cost', number: true },
    { name: 'value (R²)', number: true },
    ...(value ? [{ name: 'linear only', number: true }] : []),
  ],
  named.map(([name, actions]) => [
    name,
    actionsWords(actions, unit),
    [...new Set(actions.map(({ noise }) => digits(noise)))].join(', '),
    costText(costOf(name)),
    worthOf(name)?.toFixed(4) ?? '',
    ...(value ? [value.protocols[name]!.linearValue.toFixed(4)] : []),
  ]),
)}${
  value
    ? html`<p class="muted">Linear only: what remains if the predictor has to be linear in the readings.</p>`
    : null
}
`;
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
