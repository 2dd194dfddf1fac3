import { boundMark } from '../words/quantities.ts';
import { AXIS_HEIGHT, MUTED, NARROW, SMALL } from './axes.ts';
import { COLOUR, protocolColour } from './palette.ts';
import { circle, element, line, linear, picture, type Scale, words } from './svg.ts';
import { fitted, textWidth } from './text-room.ts';
import { type ShownTime, timeAxis } from './time-axis.ts';

interface ShownAction {
  at: number;
  width: number;
  repeats: number;
}

interface ShownProtocol {
  name: string;
  actions: readonly ShownAction[];
  /** null where there is none to tell. */
  cost: number | null;
  /** null where it is not known. */
  value: number | null;
  /** Where the value is a lower bound. */
  lowerBound?: true | undefined;
  /** What else to know about it, in a word or two: 'realised'. */
  note?: string;
}

export interface ProtocolsPicture extends ShownTime {
  protocols: readonly ShownProtocol[];
  width?: number;
}

const MARK = 5;
const BAR = 110;

/** The timeline: a row for each protocol, a dot for each reading, a bar for each window, its value and its cost. */
export function protocolsPicture({ protocols, width = 720, ...time }: ProtocolsPicture): string {
  const { horizon } = time;
  const narrow = width < NARROW;
  const values = protocols.some(({ value }) => value !== null);
  const row = narrow ? 58 : 38;
  const right = narrow ? width - 16 : width - (values ? BAR + 130 : 90);
  const left = narrow ? 16 : 150;
  const top = 30;
  const bottom = top + row * protocols.length;
  const x = linear([0, horizon], [left, right]);
  const head = narrow
    ? []
    : [
        ...(values ? [words(right + 24, 18, 'value (share explained)', MUTED)] : []),
        ...(protocols.some(({ cost }) => cost !== null)
          ? [words(width - 12, 18, 'cost', { 'text-anchor': 'end', ...MUTED })]
          : []),
      ];
  const drawn = protocols.flatMap((protocol, k) => {
    const y = top + row * k + (narrow ? 38 : row / 2);
    const colour = protocolColour(k);
    return [
      ...(narrow ? narrowWords(protocol, y, width) : wideWords(protocol, colour, y, { left, right, width })),
      line(x(0), y, x(horizon), y, { stroke: COLOUR.axis }),
      ...protocol.actions.flatMap((action) => mark(action, colour, x, y, horizon)),
    ];
  });
  return picture(width, bottom + AXIS_HEIGHT, `Protocols on a timeline: ${protocols.map(said).join('; ')}`, [
    ...timeAxis(x, time, { top: top - 4, bottom }),
    ...head,
    ...drawn,
  ]);
}

function said({ name, actions, value, lowerBound, cost }: ShownProtocol): string {
  const worth = value === null ? '' : `, value ${boundMark({ lowerBound })}${value.toFixed(3)}`;
  const many = `${actions.length} action${actions.length === 1 ? '' : 's'}`;
  return [`${name}, ${many}${worth}`, ...priced(cost)].join(', ');
}

const amount = (cost: number) => String(Number(cost.toPrecision(6)));
const priced = (cost: number | null) => (cost === null ? [] : [`cost ${amount(cost)}`]);

function mark(
  { at, width, repeats }: ShownAction,
  colour: string,
  x: Scale,
  y: number,
  horizon: number,
): string[] {
  // Of a window only what lies inside the horizon is read.
  const [from, to] = [Math.max(0, at - width / 2), Math.min(horizon, at + width / 2)];
  const times = `×${repeats}`;
  return [
    width > 0
      ? element('rect', {
          x: x(from),
          y: y - MARK,
          width: x(to) - x(from),
          height: 2 * MARK,
          rx: 3,
          fill: colour,
          'fill-opacity': 0.75,
          stroke: colour,
        })
      : circle(x(at), y, MARK, { fill: colour }),
    ...(repeats > 1
      ? [words(x(at), y + MARK + 11, times, { 'text-anchor': 'middle', 'font-size': SMALL })]
      : []),
  ];
}

function wideWords(
  { name, value, lowerBound, cost, note }: ShownProtocol,
  colour: string,
  y: number,
  { left, right, width }: { left: number; right: number; width: number },
): string[] {
  const room = left - 24;
  return [
    fitted(12, note ? y : y + 4, name, room, { 'font-weight': 600 }),
    ...(note ? [fitted(12, y + 14, note, room, MUTED)] : []),
    ...(value === null ? [] : valueBar(value, colour, boundMark({ lowerBound }), right + 24, y, BAR)),
    ...(cost === null ? [] : [fitted(width - 12, y + 4, amount(cost), 50, { 'text-anchor': 'end' })]),
  ];
}

function narrowWords(
  { name, value, lowerBound, cost, note }: ShownProtocol,
  y: number,
  width: number,
): string[] {
  const facts = [
    ...(value === null ? [] : [`value ${boundMark({ lowerBound })}${value.toFixed(3)}`]),
    ...priced(cost),
  ].join(', ');
  const room = width - 32 - textWidth(facts, 12) - 12;
  return [
    fitted(16, y - 16, note ? `${name} (${note})` : name, room, { 'font-weight': 600 }),
    words(width - 16, y - 16, facts, { 'text-anchor': 'end' }),
  ];
}

function valueBar(
  value: number,
  colour: string,
  mark: string,
  x: number,
  y: number,
  length: number,
): string[] {
  return [
    element('rect', { x, y: y - 7, width: length, height: 14, fill: COLOUR.greyBand }),
    element('rect', {
      x,
      y: y - 7,
      width: length * value,
      height: 14,
      fill: colour,
    }),
    words(x + length + 8, y + 4, mark + value.toFixed(3)),
  ];
}
