import { defaultKernels, fillNormal, type Matrix, randomStream } from '@sightline/engine/internal';
import type { LawPlan, MadeLaw } from '@sightline/study';
import type { DataPicture } from './data-picture.ts';

/** Trajectories as the law has them, at some or all of the grid's times. */
export interface LawPicture {
  times: number[];
  /** In the unit of the data, or in standard deviations of a standardised law; logarithms where the law is one of these. */
  paths: number[][];
  /** m(t) and s(t). */
  mean: number[];
  sd: number[];
  /** The smallest and the largest value that hardly any path goes beyond. */
  frame: readonly [number, number];
  transform: 'none' | 'log';
  /** What the law was estimated from, where it was. */
  data?: DataPicture;
}

interface Drawn extends Pick<LawPlan, 'grid'> {
  latent: Pick<MadeLaw['latent'], 'model' | 'mean' | 'transform'>;
}

const PATHS = 5;
/** More points than a screen can show cost time and tell nothing. */
const MOST_TIMES = 256;
/** Added to the variances, so that a law without full rank has a factor; invisible in a picture. */
const RIDGE = 1e-9;

/** The last law that was drawn: while a mark is dragged it stays, and drawing it would take longer than the values do. */
let last: (Shown & { seed: number; picture: LawPicture }) | undefined;

interface Shown {
  numbers: readonly (Float64Array | null | undefined)[];
  horizon: number;
  transform: string;
}

export function lawPicture({ grid, latent }: Drawn, seed: number): LawPicture {
  const { model, mean, transform } = latent;
  const shown: Shown = {
    numbers: [model.covariance.data, model.scale, mean],
    horizon: grid.horizon,
    transform,
  };
  if (last?.seed === seed && isSame(last, shown)) return last.picture;
  const picture = drawnLaw({ grid, latent }, seed);
  last = { ...shown, seed, picture };
  return picture;
}

const withData = new WeakMap<object, DataPicture | undefined>();

/** The same, with what it was estimated from behind it; what that needs is fetched where there is something. */
export async function lawAndData(plan: LawPlan & MadeLaw, seed: number): Promise<LawPicture> {
  const picture = lawPicture(plan, seed);
  const from = plan.estimated?.data.sample ?? plan.latent.fitted;
  if (!from) return picture;
  if (!withData.has(from)) {
    const { dataPicture } = await import('./data-picture.ts');
    withData.set(from, dataPicture(plan, plan.law, chosenPoints(plan.grid.points), picture.times));
  }
  const data = withData.get(from);
  return data ? { ...picture, data } : picture;
}

/** The grid points that are drawn. */
function chosenPoints(points: number): number[] {
  const every = Math.ceil(points / MOST_TIMES);
  return Array.from({ length: Math.ceil(points / every) }, (_, i) => i * every);
}

const isSame = (one: Shown, other: Shown) =>
  one.horizon === other.horizon &&
  one.transform === other.transform &&
  one.numbers.every((numbers, i) => sameNumbers(numbers ?? NONE, other.numbers[i] ?? NONE));
const NONE = new Float64Array();
const sameNumbers = (a: Float64Array, b: Float64Array) =>
  a === b || (a.length === b.length && a.every((value, i) => value === b[i]));

/** Of a standardised quantity: paths beyond this are cut by the frame, and hardly any are. */
const REACH = 3.4;

/** A few seeded draws from the law. On a fine grid every few points: a marginal of a Gaussian law is exact. O(m³/3). */
function drawnLaw({ grid, latent }: Drawn, seed: number): LawPicture {
  const chosen = chosenPoints(grid.points);
  const m = chosen.length;
  const covariance: Matrix = { rows: m, cols: m, data: new Float64Array(m * m) };
  chosen.forEach((j, a) => {
    chosen.forEach((k, b) => {
      covariance.data[a * m + b] = latent.model.covariance.data[j * grid.points + k]! + (a === b ? RIDGE : 0);
    });
  });
  const times = chosen.map((j) => grid.times[j]!);
  const { mean, transform } = latent;
  const { scale } = latent.model;
  const valueAt = (j: number, z: number) => (mean && scale ? mean[j]! + scale[j]! * z : z);
  const frame = [
    Math.min(...chosen.map((j) => valueAt(j, -REACH))),
    Math.max(...chosen.map((j) => valueAt(j, REACH))),
  ] as const;
  const picture = {
    times,
    mean: chosen.map((j) => valueAt(j, 0)),
    sd: chosen.map((j, a) => (mean && scale ? scale[j]! : 1) * Math.sqrt(covariance.data[a * m + a]!)),
    frame,
    transform,
  };
  const cholesky = defaultKernels().cholesky(covariance);
  if (!cholesky.ok) return { ...picture, paths: [] };
  const { factor } = cholesky;
  const normals = new Float64Array(m);
  const paths = Array.from({ length: PATHS }, (_, n) => {
    fillNormal(randomStream(seed, `path ${n}`), normals);
    return times.map((_time, a) => {
      let z = 0;
      for (let b = 0; b <= a; b++) z += factor.data[a * m + b]! * normals[b]!;
      return valueAt(chosen[a]!, z);
    });
  });
  return { ...picture, paths };
}
