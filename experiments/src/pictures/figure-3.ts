// Figure 3: held-out R² by budget and layout, and under it what dispersion adds to a contiguous block.
import {
  across,
  budgetScale,
  COLOUR,
  heading,
  LAYOUT_STYLE,
  label,
  linear,
  numbered,
  published as openMark,
  type Panel,
  publishedKey,
  r2Lines,
  ticks,
  upwards,
  whisker,
  words,
} from '@sightline/answers/pictures';
import { layoutTitle } from '@sightline/engine/internal';
import type { HeldOut } from '../compare/series.ts';
import { areaOf, WIDTH } from './panel-frame.ts';

const HEIGHT = 390;
/** Of the differences below, with their heading. */
const LOWER = 104;
const NAMES = 112;

export const figure3Panels = ({ panels, contrasts }: HeldOut): Panel[] =>
  panels.map((panel, k) => one(panel, contrasts, String.fromCharCode(97 + k)));

function one(
  { name, records, units, budgets, baseline, layouts }: HeldOut['panels'][number],
  contrasts: HeldOut['contrasts'],
  letter: string,
): Panel {
  const whole = areaOf(HEIGHT, NAMES, 46, 66);
  const own = contrasts.filter((contrast) => contrast.name === name);
  const upper = { ...whole, bottom: own.length > 0 ? whole.bottom - LOWER - 34 : whole.bottom };
  const lower = { ...whole, top: whole.bottom - LOWER };
  const printed =
    layouts.some(({ published }) => published?.some((value) => value !== null)) ||
    own.some(({ difference }) => difference.published !== undefined);
  const x = budgetScale(budgets, whole);
  return {
    title: `${name}: held-out R² by budget and layout`,
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(
        2,
        `${letter}\u00a0 ${name}`,
        `held out, ${records} records${units < records ? ` of ${units} people` : ''}`,
      ),
      ...r2Lines(upper, { budgets, baseline, layouts }, layoutTitle),
      ...(printed ? publishedKey(WIDTH - 4, whole.top - 10) : []),
      ...(own.length > 0 ? differences() : []),
      ...across(
        whole,
        budgets.map((budget, k) => ({ at: x(k), text: String(budget) })),
        'observed grid points N',
      ),
    ],
  };

  function differences(): string[] {
    const ends = own.flatMap(({ difference: { low, high, published } }) => [
      low,
      high,
      ...(published ? [published.value] : []),
    ]);
    const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
    const y = linear([low, high], [lower.bottom - 4, lower.top + 4]);
    const { colour, mark } = LAYOUT_STYLE.dispersed;
    return [
      words(2, lower.top - 9, 'dispersed less contiguous, with its 95 % range', {
        'font-size': 11,
        fill: COLOUR.muted,
      }),
      ...upwards(lower, numbered(ticks(low, high, 4), y)),
      ...own.flatMap(({ budget, difference }) => {
        const at = x(budgets.indexOf(budget));
        return [
          whisker(at, y(difference.low), y(difference.high), colour),
          mark(at, y(difference.value)),
          ...(difference.published ? [openMark(at, y(difference.published.value))] : []),
        ];
      }),
      words(lower.right + 11, y(0) + 4, `${label(0)}: no gain`, { 'font-size': 11, fill: COLOUR.muted }),
    ];
  }
}
