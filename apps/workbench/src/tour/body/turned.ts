import { cos, sin } from '@sightline/engine/internal';
import type { Point } from './convex-body.ts';

/** How a body is looked at, in degrees: turned about what is up, then tipped towards the eye. */
export interface View {
  turn: number;
  tip: number;
}

export const START: View = { turn: 28, tip: 22 };
/** Degrees for a pixel of a drag, and for a key. */
export const [BY_PIXEL, BY_KEY] = [0.5, 5];
const MOST_TIP = 85;

const RADIANS = Math.PI / 180;

/** The place of a point on the page, and how near it is: right, up and towards the eye. Up is the third coordinate. */
export function turned({ turn, tip }: View): (x: Point) => Point {
  const [ct, st] = [cos(turn * RADIANS), sin(turn * RADIANS)];
  const [cp, sp] = [cos(tip * RADIANS), sin(tip * RADIANS)];
  return ([x, y, z]) => {
    const [right, deep] = [ct * x - st * y, st * x + ct * y];
    return [right, cp * z + sp * deep, sp * z - cp * deep];
  };
}

/** Another view after a drag or a key; one cannot tip it over. */
export const turnedBy = ({ turn, tip }: View, byTurn: number, byTip: number): View => ({
  turn: (turn + byTurn + 360) % 360,
  tip: Math.max(-MOST_TIP, Math.min(MOST_TIP, tip + byTip)),
});

/** The corners of the convex outline of points on the page, by Andrew's chain. */
export function outline(points: readonly Point[]): (readonly [number, number])[] {
  const sorted = points.map(([x, y]) => [x, y] as const).sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (order: readonly (readonly [number, number])[]) => {
    const chain: (readonly [number, number])[] = [];
    for (const [x, y] of order) {
      while (chain.length > 1) {
        const [ax, ay] = chain.at(-2)!;
        const [bx, by] = chain.at(-1)!;
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) break;
        chain.pop();
      }
      chain.push([x, y]);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}
