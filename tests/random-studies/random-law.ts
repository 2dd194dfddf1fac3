import {
  KERNELS,
  type KernelKind,
  type NumberParameter,
  type Parameter,
  TARGETS,
} from '@sightline/engine/internal';
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

/** Those that stand alone: a mixture is made of them. */
const SINGLE: readonly KernelKind[] = (KERNELS as readonly KernelKind[]).filter(
  ({ shape }) => !('parts' in shape),
);

/** A kernel alone. */
function single(rng: Random, { or }: Spice, horizon: number, points: number, stationary: boolean): Written {
  const length = ({ typical: [low, high] }: NumberParameter) =>
    or(
      Number((horizon * rng.between(low, high, 3)).toPrecision(4)),
      horizon * 1e-9,
      horizon * 1e9,
      1e-300,
      1e300,
      5e-324,
      horizon / points,
    );
  const { name, shape } = rng.pick(SINGLE.filter((kind) => kind.stationary || !stationary));
  if ('parameters' in shape)
    return {
      [name]: Object.fromEntries(
        Object.entries(shape.parameters).map(([key, parameter]) => [key, length(parameter)]),
      ),
    };
  // Powers of a number are the correlations of a first-order autoregression, (1 - k/m)+ those of a moving average.
  const a = or(rng.between(-0.7, 0.97, 2), 0, 1, -1, 0.999999, 1e-200);
  const m = rng.whole(1, points);
  const tent = rng.chance(0.4);
  let power = 1;
  const list = Array.from({ length: points }, (_, k) => {
    if (tent) return Number(Math.max(0, 1 - k / m).toFixed(12));
    const own = power;
    power *= a;
    return own;
  });
  return { [name]: list };
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

/** A number that a parameter accepts: an ordinary one, now and then one at an edge. Times are left to their callers. */
function parameterValue(rng: Random, { or }: Spice, parameter: NumberParameter): number {
  const { least, most, size, typical } = parameter;
  const accepted = (x: number) =>
    (!least || (least.open ? x > least.at : x >= least.at)) &&
    (!most || (most.open ? x < most.at : x <= most.at)) &&
    (!size || Math.abs(x) >= size.at);
  const edges = [least?.at, most?.at, 0, -0, 5e-324, 1e-300, 1e-16, 1e-8, 7.5, 1e150];
  const sign = size && rng.chance(0.5) ? -1 : 1;
  const ordinary = sign * rng.between(typical[0], typical[1], 2);
  return or(ordinary, ...edges.filter((x): x is number => x !== undefined && accepted(x)));
}

function anyValue(rng: Random, spiced: Spice, parameter: Parameter): Written {
  switch (parameter.type) {
    case 'number':
      return parameterValue(rng, spiced, parameter);
    case 'range': {
      const ends = parameter.ends.map((end) => parameterValue(rng, spiced, end)).sort((a, b) => a - b);
      return ends[1]! - ends[0]! >= parameter.narrowest.at ? ends : parameter.example;
    }
    case 'numbers': {
      const list = Array.from({ length: rng.whole(1, 5) }, () =>
        rng.chance(0.3) ? 0 : parameterValue(rng, spiced, parameter.each),
      );
      if (!list.some((one) => one !== 0)) list[0] = 1;
      return list;
    }
    default:
      return true;
  }
}

/** Any of the engine's kinds; the mean and a threshold are what most studies ask for. */
export function target(rng: Random, spiced: Spice): Written {
  const { name, parameter } = rng.pick([
    ...TARGETS,
    ...TARGETS.filter((kind) => kind.name === 'mean' || kind.name === 'above'),
  ]);
  return parameter.type === 'word' ? name : { [name]: anyValue(rng, spiced, parameter) };
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
