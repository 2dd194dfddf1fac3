import { expect, it } from 'vitest';
import { askInNode } from '../../../test/ask-in-node.ts';
import { everywhereStudy, type Look, lookStudy, PLACES, placeName, SETTING } from './one-look.ts';

const correlation = (a: number, b: number) => Math.exp(-Math.abs(a - b) / SETTING.tau);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const seen = ({ at, width }: Look) =>
  width === 0 ? [at] : PLACES.filter((time) => Math.abs(time - at) <= width / 2 + 1e-9);

/** One reading: the squared covariance with the target over both variances, by plain sums over the grid. */
function byHand(look: Look): number {
  const times = seen(look);
  const cross = mean(times.map((a) => mean(PLACES.map((b) => correlation(a, b)))));
  const own = mean(times.map((a) => mean(times.map((b) => correlation(a, b))))) + look.noise;
  const target = mean(PLACES.map((a) => mean(PLACES.map((b) => correlation(a, b)))));
  return cross ** 2 / own / target;
}

it.each<Look>([
  { at: PLACES[2]!, width: 0, noise: 0.4 },
  { at: PLACES[25]!, width: 0, noise: 0 },
  { at: PLACES[30]!, width: 2, noise: 1.3 },
  { at: PLACES[1]!, width: 4, noise: 0.4 },
])('gives $at, width $width, noise $noise the value that sums over the grid give', async (look) => {
  const alone = (await askInNode({ command: 'value' }, lookStudy(look))).result!.protocols;
  expect(alone.look!.value).toBeCloseTo(byHand(look), 12);
  const { result, law } = await askInNode({ command: 'value' }, everywhereStudy(look));
  expect(result!.protocols.look!.value).toBe(alone.look!.value);
  PLACES.forEach((at, j) => {
    expect(result!.protocols[placeName(j)]!.value).toBeCloseTo(byHand({ ...look, at }), 12);
  });
  expect(law!.paths.length).toBeGreaterThan(1);
});

it('reads every look at the grid point under it', async () => {
  const { result } = await askInNode(
    { command: 'value' },
    everywhereStudy({ at: PLACES[7]!, width: 0, noise: 0 }),
  );
  expect(result!.grid.largestShift).toBeLessThan(1e-9);
});
