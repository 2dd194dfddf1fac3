import { COLOUR, element, line, picture, words } from '@sightline/answers/pictures';
import { cos, fillUniform, randomStream, sin } from '@sightline/engine/internal';

interface RhythmStrips {
  width: number;
  /** What each look saw, with the time of the look in words. */
  looks: readonly { state: string; at: string }[];
  /** The state that is looked for. */
  target: string;
  colour: string;
}

/** Seconds of a strip, and pixels of one. */
const SECONDS = 6;
const [LEAST_WIDTH, HEIGHT, GAP] = [150, 54, 12];

/** A strip for each look: beats at even distances, or fibrillation, where they come as they like. Drawn as textbooks draw them. */
export function rhythmStripsPicture({ width, looks, target, colour }: RhythmStrips): string {
  const across = Math.max(1, Math.min(looks.length, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)), 4));
  const strip = (width - GAP * (across - 1)) / across;
  const rows = Math.ceil(looks.length / across);
  const seen = looks.filter(({ state }) => state === target).length;
  return picture(
    width,
    rows * (HEIGHT + 22),
    `What ${looks.length} looks see: ${target} in ${seen} of them`,
    looks.flatMap(({ state, at }, i) => {
      const [left, top] = [(i % across) * (strip + GAP), Math.floor(i / across) * (HEIGHT + 22)];
      const isTarget = state === target;
      return [
        line(left, top + HEIGHT, left + strip, top + HEIGHT, { stroke: COLOUR.rule }),
        element('path', {
          d: trace(isTarget, i, strip)
            .map(([x, y], k) => `${k === 0 ? 'M' : 'L'}${(left + x).toFixed(1)},${(top + y).toFixed(1)}`)
            .join(''),
          fill: 'none',
          stroke: isTarget ? colour : COLOUR.ink,
          'stroke-width': 1.3,
          'stroke-linejoin': 'round',
        }),
        words(left, top + HEIGHT + 14, `${at}: ${state}`, {
          'font-size': 11,
          fill: isTarget ? colour : COLOUR.muted,
          ...(isTarget && { 'font-weight': 600 }),
        }),
      ];
    }),
  );
}

/** From the line: a small wave before each beat unless the heart fibrillates, the beat, and a wave after it. */
function trace(isFibrillating: boolean, number: number, width: number): [number, number][] {
  const chance = new Float64Array(40);
  fillUniform(randomStream(5, 'strip', number), chance);
  const beats: number[] = [];
  for (let at = 0.3 * chance[0]!, k = 1; at < SECONDS; k++) {
    beats.push(at);
    at += isFibrillating ? 0.38 + 0.75 * chance[k]! : 0.84 + 0.04 * chance[k]!;
  }
  const middle = 0.68 * HEIGHT;
  const bump = (t: number, at: number, long: number) => {
    const away = (t - at) / long;
    return Math.abs(away) < 1 ? (1 + cos(Math.PI * away)) / 2 : 0;
  };
  const steps = Math.round(SECONDS * 60);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = (i * SECONDS) / steps;
    const height = beats.reduce(
      (sum, beat) =>
        sum +
        (isFibrillating ? 0 : 5 * bump(t, beat - 0.16, 0.06)) -
        4 * bump(t, beat - 0.035, 0.025) +
        30 * bump(t, beat, 0.03) -
        7 * bump(t, beat + 0.04, 0.03) +
        7 * bump(t, beat + 0.27, 0.1),
      isFibrillating ? 1.6 * sin(34 * t) + 1.1 * sin(47 * t + number) : 0,
    );
    return [(t / SECONDS) * width, middle - height];
  });
}
