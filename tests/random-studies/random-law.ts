import type { Random } from './random.ts';
import type { Written } from './study-case.ts';

/** Numbers as a study may hold them: mostly ordinary ones, now and then one at the edge of what is accepted. */
export interface Spice {
  /** One of the edges, now and then; else what is ordinary. */
  or(ordinary: number, ...edges: number[]): number;
}

export function spice(rng: Random, share: number): Spice {
  return { or: (ordinary, ...edges) => (rng.chance(share) && edges.length > 0 ? rng.pick(edges) : ordinary) };
}

const STATIONARY = ['ou', 'matern32', 'matern52', 'squaredExponential', 'dampedCosine', 'toeplitz'] as const;
const KERNELS = [...STATIONARY, 'varyingOu'] as const;

/** A kernel alone, and its correlation by lag where it has one that plain arithmetic gives. */
function single(rng: Random, { or }: Spice, horizon: number, points: number, stationary: boolean): Written {
  const length = () => {
    const ordinary = horizon * rng.between(0.02, 2, 3);
    return or(
      Number(ordinary.toPrecision(4)),
      horizon * 1e-9,
      horizon * 1e9,
      1e-300,
      1e300,
      5e-324,
      horizon / points,
    );
  };
  const kind = rng.pick(stationary ? STATIONARY : KERNELS);
  switch (kind) {
    case 'dampedCosine':
      return { dampedCosine: { decay: length(), period: length() } };
    case 'varyingOu':
      return { varyingOu: { from: length(), to: length() } };
    case 'toeplitz': {
      // Powers of a number are the correlations of a first-order autoregression, (1 - k/m)+ those of a moving average.
      const a = or(rng.between(-0.7, 0.97, 2), 0, 1, -1, 0.999999, 1e-200);
      const m = rng.whole(1, points);
      const tent = rng.chance(0.4);
      let power = 1;
      return {
        toeplitz: Array.from({ length: points }, (_, k) => {
          if (tent) return Number(Math.max(0, 1 - k / m).toFixed(12));
          const own = power;
          power *= a;
          return own;
        }),
      };
    }
    default:
      return { [kind]: { tau: length() } };
  }
}

export function kernel(
  rng: Random,
  spiced: Spice,
  horizon: number,
  points: number,
  stationary = false,
): Written {
  if (!rng.chance(0.25)) return single(rng, spiced, horizon, points, stationary);
  const parts = rng.whole(1, 3);
  const weights = parts === 1 ? [1] : parts === 2 ? [0.25, 0.75] : [0.5, 0.375, 0.125];
  return {
    mixture: weights.map((weight) => ({ weight, ...single(rng, spiced, horizon, points, stationary) })),
  };
}

/** A covariance as a table without a header: a factor model with variances of its own, positive by its making. */
export function covarianceCsv(rng: Random, { or }: Spice, points: number): string {
  const factors = rng.whole(1, 3);
  const loadings = Array.from({ length: factors }, () => {
    let level = rng.normal();
    const keep = rng.between(0.3, 0.99, 2);
    return Array.from({ length: points }, () => {
      const own = level;
      level = keep * level + (1 - keep) * 2 * rng.normal();
      return own;
    });
  });
  const own = or(rng.between(0.05, 1, 2), 0, 1e-12, 1e6);
  const scale = Array.from({ length: points }, () => or(1, 1e-6, 1e6, 3));
  const unitDiagonal = rng.chance(0.4);
  const raw = (j: number, k: number) =>
    loadings.reduce((sum, row) => sum + row[j]! * row[k]!, 0) + (j === k ? own + 1e-3 : 0);
  const entry = (j: number, k: number) => {
    if (!unitDiagonal) return scale[j]! * scale[k]! * raw(j, k);
    return j === k ? 1 : raw(j, k) / Math.sqrt(raw(j, j) * raw(k, k));
  };
  const digits = rng.chance(0.5) ? 17 : 9;
  const rows = Array.from({ length: points }, (_, j) =>
    Array.from({ length: points }, (_, k) => {
      const [a, b] = j < k ? [j, k] : [k, j];
      return String(Number(entry(a, b).toPrecision(digits)));
    }).join(','),
  );
  return `${rows.join('\n')}\n`;
}

export function target(rng: Random, { or }: Spice, kinds?: readonly string[]): Written {
  switch (rng.pick(kinds ?? ['mean', 'mean', 'above', 'above', 'outside', 'logistic', 'square', 'hermite'])) {
    case 'mean':
      return 'mean';
    case 'above':
      return { above: or(rng.between(-2.5, 2.5, 2), 0, -0, 10, -10, 5e-324, 1e-300, 1e-16, 7.5) };
    case 'outside':
      return { outside: or(rng.between(0.1, 2.5, 2), 0.001, 10, 0.0010000000000000002, 8) };
    case 'logistic':
      return {
        logistic: or(rng.between(0.2, 8, 2) * (rng.chance(0.5) ? 1 : -1), 20, -20, 1e-300, 1e-8, 5e-324),
      };
    case 'square':
      return { square: true };
    default: {
      const list = Array.from({ length: rng.whole(1, 5) }, () =>
        or(rng.chance(0.3) ? 0 : rng.between(-2, 2, 2), 1e-300, 1e150, -1, 1e-16),
      );
      if (!list.some((one) => one !== 0)) list[0] = 1;
      return { hermite: list };
    }
  }
}

export function weights(rng: Random, { or }: Spice, horizon: number, points: number): Written {
  switch (rng.pick(['none', 'uniform', 'recency', 'list'])) {
    case 'uniform':
      return 'uniform';
    case 'recency':
      return { recency: or(horizon * rng.between(0.1, 3, 2), horizon * 1e-3, horizon * 1e9, 1e-300) };
    case 'list': {
      const list = Array.from({ length: points }, () =>
        or(rng.chance(0.1) ? 0 : rng.between(0.1, 3, 2), 1e-300, 1e300, 1e-16),
      );
      if (!list.some((one) => one !== 0)) list[0] = 1;
      return list;
    }
    default:
      return undefined;
  }
}
