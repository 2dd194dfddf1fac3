import {
  type Area,
  across,
  COLOUR,
  fitted,
  label,
  line,
  linear,
  picture,
  protocolColour,
  ticks,
  words,
} from '@sightline/answers/pictures';
import { flowText } from '@sightline/study';
import { dot } from '../../elements/drawing.tsx';
import type { Teams } from '../../work/question.ts';

// A choice among seven protocols of four readings each: some differ in their layout, some only in where exactly they look.

const TIME = { horizon: 12, points: 12, unit: 'h' } as const;
const NOISE = 0.4;
const LAW = { kernel: { ou: { tau: 2 } }, trait: 0.1 };

export const PROTOCOLS: Readonly<Record<string, readonly number[]>> = {
  even: [1.5, 4.5, 7.5, 10.5],
  'an hour earlier': [0.5, 3.5, 6.5, 9.5],
  'closer together': [2.5, 4.5, 7.5, 9.5],
  'further apart': [0.5, 3.5, 8.5, 11.5],
  'late gap': [1.5, 3.5, 5.5, 10.5],
  midday: [4.5, 5.5, 6.5, 7.5],
  morning: [0.5, 1.5, 2.5, 3.5],
};
export const NAMES = Object.keys(PROTOCOLS);
/** In one block; the others are spread over the time. */
export const BLOCKS = ['midday', 'morning'];
export const { horizon: HORIZON, unit: UNIT } = TIME;

const study = (title: string, known: string) => `sightline: 1
title: ${title}
time: ${flowText(TIME)}
target: mean
protocols:
${NAMES.map((name) => `  ${name}: ${flowText({ at: PROTOCOLS[name]!, noise: NOISE })}\n`).join('')}${known}`;

/** With the law that people are drawn from. */
export const lawStudy = () => study('Seven protocols, a known law', `latent: ${flowText(LAW)}\n`);

export const DATA = 'dense.csv';
/** As a team has it, which knows its people only. */
export const dataStudy = () =>
  study(
    'Seven protocols, from the people of one team',
    `calibration: ${flowText({ data: DATA, noise: 0, scale: 'standardised' })}\n`,
  );

export const TEAMS = 12;
export const UNITS = [20, 50, 100, 200, 500, 1000] as const;

/** What all teams together say. */
export function verdictOf({ teams }: Teams, truth: Readonly<Record<string, number>>) {
  const chosen = teams.map(({ bestSet }) => bestSet[0]!);
  const best = Math.max(...Object.values(truth));
  return {
    /** Different protocols that are somebody's choice. */
    choices: new Set(chosen).size,
    /** Teams whose choice cannot be told from another one. */
    undecided: teams.filter(({ bestSet }) => bestSet.length > 1).length,
    /** Teams that know every block to be worse. */
    noBlock: teams.filter(({ bestSet }) => !BLOCKS.some((name) => bestSet.includes(name))).length,
    /** What the choices lose, at most. */
    lost: Math.max(...chosen.map((name) => best - truth[name]!)),
  };
}

interface TeamsPicture {
  width: number;
  teams: Teams['teams'];
  truth: Readonly<Record<string, number>>;
}

const ROW = 22;
/** Of values, so that they are seen to come together. */
const SPAN = [0.25, 0.85] as const;
const [TOP, LEFT, RIGHT] = [30, 58, 128];

/** A row for each team: what it estimates of each protocol, and what it would choose. Strokes are the truth. */
export function teamsPicture({ width, teams, truth }: TeamsPicture): string {
  const all = [...Object.values(truth), ...teams.flatMap(({ estimates }) => Object.values(estimates))];
  const [low, high] = [Math.min(SPAN[0], ...all), Math.max(SPAN[1], ...all)];
  const bottom = TOP + ROW * teams.length;
  const area: Area = { left: LEFT, right: width - RIGHT, top: TOP, bottom };
  const x = linear([low, high], [area.left, area.right]);
  const small = { 'font-size': 11 } as const;
  return picture(
    width,
    bottom + 42,
    `Estimates of ${teams.length} teams, and what each would choose: ${teams.map(({ bestSet }) => bestSet[0]).join(', ')}`,
    [
      words(area.left, 14, 'estimates; strokes are the truth', { ...small, fill: COLOUR.muted }),
      words(width - RIGHT + 12, 14, 'would choose', { ...small, fill: COLOUR.muted }),
      ...NAMES.map((name, i) =>
        line(x(truth[name]!), TOP - 6, x(truth[name]!), bottom, {
          stroke: protocolColour(i),
          'stroke-opacity': 0.5,
        }),
      ),
      ...teams.flatMap(({ estimates, bestSet }, team) => {
        const y = TOP + ROW * (team + 0.5);
        return [
          words(2, y + 4, `team ${team + 1}`, { ...small, fill: COLOUR.muted }),
          line(area.left, y, area.right, y, { stroke: COLOUR.rule }),
          ...[...NAMES.keys()].reverse().map((i) => {
            const name = NAMES[i]!;
            const isOpen = !bestSet.includes(name);
            const colour = protocolColour(i);
            const r = name === bestSet[0] ? 6 : 4;
            return dot(x(estimates[name]!), y, r, isOpen ? COLOUR.ground : colour, colour);
          }),
          fitted(width - RIGHT + 12, y + 4, bestSet[0]!, RIGHT - 14, {
            'font-size': 12,
            'font-weight': 600,
            fill: protocolColour(NAMES.indexOf(bestSet[0]!)),
          }),
        ];
      }),
      ...across(
        area,
        ticks(low, high, Math.max(2, width / 130)).map((value) => ({ at: x(value), text: label(value) })),
        'value',
      ),
    ],
  );
}
