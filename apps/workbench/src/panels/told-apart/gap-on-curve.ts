import { exp, log, log10, MOST_REALISTIC, powerOfTen } from '@sightline/engine/internal';

type Point = { units: number; epsilon: number; measured: boolean };

/** The curve of twice the error, gone on by its rate m^(−1/2) until it is down to a difference, or units are more than anybody records. */
export function curveDownTo(gap: number, curve: readonly Point[]): Point[] {
  const all = [...curve];
  for (;;) {
    const { units, epsilon } = all.at(-1)!;
    if (2 * epsilon <= gap || 2 * units > MOST_REALISTIC) return all;
    all.push({ units: 2 * units, epsilon: epsilon / Math.SQRT2, measured: false });
  }
}

/** Differences that are tried: so many that a pixel between them makes none. */
const TRIED = 400;

/** The difference, to two digits, whose place on the curve is nearest to a point of the picture. */
export function nearestGap(
  [px, py]: readonly [number, number],
  [low, high]: readonly [number, number],
  place: (gap: number) => readonly [number, number],
): number {
  let [best, least] = [low, Number.POSITIVE_INFINITY];
  for (let k = 0; k <= TRIED; k++) {
    const gap = exp(log(low) + (k / TRIED) * log(high / low));
    const [x, y] = place(gap);
    const distance = (x - px) * (x - px) + (y - py) * (y - py);
    if (distance < least) [best, least] = [gap, distance];
  }
  return Math.min(high, Math.max(low, twoDigits(best)));
}

/** The next difference to two digits, so many further. */
export function steppedGap(gap: number, by: number): number {
  const way = Math.sign(by);
  let now = twoDigits(gap);
  for (let k = 0; k < Math.abs(by); k++) {
    const digit = powerOfTen(Math.floor(log10(now) + 1e-9) - 1);
    // Below a power of ten the second digit is worth a tenth.
    const step = way < 0 && now < 10.5 * digit ? digit / 10 : digit;
    now = twoDigits(now + way * step);
  }
  return now;
}

/** Nobody means more. */
const twoDigits = (gap: number) => Number(gap.toPrecision(2));
