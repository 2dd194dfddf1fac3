import { COLOUR } from '@sightline/answers/pictures';
import { expect, it } from 'vitest';
import { complaints, drawn } from '../../../../../packages/answers/test/picture-boxes.ts';
import { askInNode } from '../../../test/ask-in-node.ts';
import { difference, differencePicture, differencePlace } from './difference-picture.ts';

const FOUR_POINTS = `sightline: 1
time: { horizon: 4, points: 4 }
latent: { kernel: { ou: { tau: 1 } } }
target: mean
protocols:
  first: { at: [0.5, 2.5], noise: 0.1 }
  middle: { at: [1.5, 3.5], noise: 0.1 }
realised: first
`;

it('differences of two worlds vanish where readings cross, and average out along each of them and over all', async () => {
  const { alternatives } = await askInNode({ command: 'identify', request: {} }, FOUR_POINTS);
  const [one, other] = alternatives.middle!.worlds.map(({ covariance }) => covariance!);
  const by = difference([one!, other!]);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, own) => total + own, 0);
  expect(Math.max(...by.flat())).toBeGreaterThan(0.1);
  for (const i of [0, 2]) {
    for (const j of [0, 2]) expect(Math.abs(by[i]![j]!)).toBeLessThan(1e-7);
    expect(Math.abs(sum(by[i]!))).toBeLessThan(1e-7);
  }
  expect(Math.abs(sum(by.flat()))).toBeLessThan(1e-7);
});

const SMALL = (width: number) =>
  differencePicture({
    width,
    grid: { horizon: 2, unit: 'h' },
    seen: [
      { at: 0.5, width: 0 },
      { at: 1.5, width: 0.5 },
    ],
    worlds: [
      [
        [1, -0.5],
        [-0.5, 1],
      ],
      [
        [1, 0.25],
        [0.25, 1],
      ],
    ],
  });

it('shades the pairs of times at which two worlds differ, and draws readings as lines and bands', () => {
  for (const width of [320, 358, 720]) expect(complaints(SMALL(width))).toEqual([]);
  const all = drawn(SMALL(720));
  const { left, top, side } = differencePlace(720);
  const [one, ...more] = all.filter(({ name, attributes }) => name === 'path' && attributes['fill-opacity']);
  // The diagonal is the same in both; the other two cells are 0.75 higher, the darkest shade.
  expect(more).toEqual([]);
  expect([one!.attributes.fill, one!.attributes['fill-opacity']]).toEqual([COLOUR.blue, '1']);
  const half = side / 2;
  const square = (x: number, y: number) => `M${x},${y}h${half}v${half}h${-half}Z`;
  expect(one!.attributes.d).toBe(square(left + half, top) + square(left, top + half));
  const upright = all.filter(
    ({ name, attributes: { stroke, x1, x2 } }) => name === 'line' && stroke === COLOUR.black && x1 === x2,
  );
  const x = (time: number) => String(left + (time / 2) * side);
  expect(upright.map(({ attributes }) => attributes.x1)).toEqual([x(0.5), x(1.25), x(1.75)]);
});
