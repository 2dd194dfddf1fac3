import { defaultKernels, fillNormal, type Matrix, randomStream } from '@sightline/engine';
import type { LawPlan, MadeLaw } from '@sightline/study';

/** Trajectories as the law has them, at some or all of the grid's times. */
export interface LawPicture {
  times: number[];
  paths: number[][];
}

interface Drawn extends Pick<LawPlan, 'grid'> {
  latent: Pick<MadeLaw['latent'], 'model'>;
}

const PATHS = 5;
/** More points than a screen can show cost time and tell nothing. */
const MOST_TIMES = 256;
/** Added to the variances, so that a law without full rank has a factor; invisible in a picture. */
const RIDGE = 1e-9;

/** The last law that was drawn: while a mark is dragged it stays, and drawing it would take longer than the values do. */
let last: { data: Float64Array; horizon: number; seed: number; picture: LawPicture } | undefined;

export function lawPicture({ grid, latent }: Drawn, seed: number): LawPicture {
  const { data } = latent.model.covariance;
  const { horizon } = grid;
  if (last?.seed === seed && last.horizon === horizon && sameNumbers(last.data, data)) return last.picture;
  const picture = drawnLaw({ grid, latent }, seed);
  last = { data, horizon, seed, picture };
  return picture;
}

const sameNumbers = (a: Float64Array, b: Float64Array) =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/** A few seeded draws from the law. On a fine grid every few points: a marginal of a Gaussian law is exact. O(m³/3). */
function drawnLaw({ grid, latent }: Drawn, seed: number): LawPicture {
  const every = Math.ceil(grid.points / MOST_TIMES);
  const chosen = Array.from({ length: Math.ceil(grid.points / every) }, (_, i) => i * every);
  const m = chosen.length;
  const covariance: Matrix = { rows: m, cols: m, data: new Float64Array(m * m) };
  chosen.forEach((j, a) => {
    chosen.forEach((k, b) => {
      covariance.data[a * m + b] = latent.model.covariance.data[j * grid.points + k]! + (a === b ? RIDGE : 0);
    });
  });
  const times = chosen.map((j) => grid.times[j]!);
  const cholesky = defaultKernels().cholesky(covariance);
  if (!cholesky.ok) return { times, paths: [] };
  const { factor } = cholesky;
  const normals = new Float64Array(m);
  const paths = Array.from({ length: PATHS }, (_, n) => {
    fillNormal(randomStream(seed, `path ${n}`), normals);
    return times.map((_time, a) => {
      let z = 0;
      for (let b = 0; b <= a; b++) z += factor.data[a * m + b]! * normals[b]!;
      return z;
    });
  });
  return { times, paths };
}
