import { COLOUR, element, picture, line as stroke, words } from '@sightline/answers/pictures';
import { dot } from '../../elements/drawing.tsx';
import { cross, type Point, type Surface } from './convex-body.ts';
import { outline, turned, type View } from './turned.ts';

export interface ShownBody {
  surface: Surface;
  /** What is laid off along the three sides, from −1 to 1. */
  axes: readonly [string, string, string];
  /** Plane cuts through the body. */
  sections: readonly { points: readonly Point[]; colour: string }[];
  /** A line in it from end to end, and a world in it. */
  line?: { ends: readonly [Point, Point]; colour: string } | undefined;
  world?: Point | undefined;
  /** All of it in words. */
  title: string;
}

type OnPage = readonly [number, number];

const WIDEST = 560;
/** Half the diagonal of the cube that holds all of it, and a little more for the names of its sides. */
const AROUND = 1.95;
const SHADES = 16;
const LIGHT: Point = [-0.45, 0.65, 0.6];

/** A convex body as it is turned, with what lies in it seen through its front. */
export function bodyPicture(shown: ShownBody, view: View, room: number): string {
  const { surface, axes, sections, line, world, title } = shown;
  const width = Math.min(WIDEST, room);
  const height = 0.94 * width;
  const eye = turned(view);
  const size = width / 2 / AROUND;
  const onPage = ([right, up]: Point | OnPage): OnPage => [width / 2 + size * right, height / 2 - size * up];
  const place = (point: Point) => onPage(eye(point));
  const seen = surface.points.map(eye);
  return picture(width, height, title, [
    ...cube(axes, eye, place),
    element('path', {
      d: closed(outline(seen).map(onPage)),
      fill: COLOUR.blueBand,
      'fill-opacity': 0.35,
      stroke: COLOUR.blue,
    }),
    ...sections.map(({ points, colour }) =>
      element('path', {
        d: closed(points.map(place)),
        fill: colour,
        'fill-opacity': 0.3,
        stroke: colour,
        'stroke-width': 1.5,
      }),
    ),
    ...(line
      ? [
          stroke(...place(line.ends[0]), ...place(line.ends[1]), {
            stroke: line.colour,
            'stroke-width': 4,
            'stroke-linecap': 'round',
          }),
        ]
      : []),
    ...shadedFront(surface, seen, seen.map(onPage)).map((d, level) =>
      element('path', { d, fill: COLOUR.blue, 'fill-opacity': 0.03 + (0.3 * level) / SHADES }),
    ),
    ...(line?.ends.map((end) => dot(...place(end), 4, line.colour)) ?? []),
    ...(world ? [dot(...place(world), 7, COLOUR.black)] : []),
  ]);
}

const closed = (points: readonly OnPage[]) => `M${points.map(short).join('L')}Z`;
const short = ([x, y]: OnPage) => `${Math.round(10 * x) / 10},${Math.round(10 * y) / 10}`;

/** The faces that are turned to the eye, by how little light falls on them. On a convex body none covers another. */
function shadedFront({ faces }: Surface, seen: readonly Point[], places: readonly OnPage[]): string[] {
  const shades = Array.from({ length: SHADES + 1 }, () => '');
  const written: string[] = [];
  const at = (i: number) => {
    written[i] ??= short(places[i]!);
    return written[i];
  };
  for (const [a, b, c, d] of faces) {
    const normal = cross(minus(seen[c]!, seen[a]!), minus(seen[d]!, seen[b]!));
    if (normal[2] <= 0) continue;
    const long = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const light = (normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2]) / long;
    const level = Math.round(SHADES * Math.max(0, Math.min(1, 1 - light)));
    shades[level] += `M${at(a)}L${at(b)}L${at(c)}L${at(d)}Z`;
  }
  return shades;
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

const ENDS = [-1, 1] as const;

/** All that three correlations can be, as edges; a name stands at the lowest edge of its direction, or at the leftmost of those that go up. */
function cube(
  axes: ShownBody['axes'],
  eye: (point: Point) => Point,
  place: (point: Point) => OnPage,
): string[] {
  return axes.flatMap((name, axis) => {
    const edges = ENDS.flatMap((one) =>
      ENDS.map((other) =>
        ENDS.map((end) => {
          const at = [0, 0, 0];
          at[axis] = end;
          at[(axis + 1) % 3] = one;
          at[(axis + 2) % 3] = other;
          return at as unknown as Point;
        }),
      ),
    );
    const outer = (edge: readonly Point[]) => {
      const [a, b] = edge.map(eye);
      return axis === 2 ? a![0] + b![0] : a![1] + b![1];
    };
    const named = edges.reduce((best, edge) => (outer(edge) < outer(best) ? edge : best));
    const [from, to] = named.map(place) as [OnPage, OnPage];
    const [dx, dy] = axis === 2 ? [-14, 4] : [0, 20];
    const middle = { 'text-anchor': 'middle' };
    return [
      ...edges.map(([a, b]) => stroke(...place(a!), ...place(b!), { stroke: COLOUR.thread })),
      words((from[0] + to[0]) / 2 + dx, (from[1] + to[1]) / 2 + dy, name, {
        ...middle,
        'font-size': 14,
        'font-weight': 600,
      }),
      ...[from, to].map(([x, y], end) =>
        words(x + dx, y + 0.8 * dy, end === 0 ? '−1' : '1', {
          ...middle,
          'font-size': 11,
          fill: COLOUR.muted,
        }),
      ),
    ];
  });
}
