import { type DoubleDouble, minus, over, plus, times } from '../numerics/double-double.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { KERNELS } from './correlations/index.ts';
import { type Problem, refuse } from './input/invalid-input.ts';
import { flowText, type NumberParameter, numberProblems, parameterProblems } from './input/parameter.ts';
import type {
  Correlation,
  KernelKind,
  KernelShape,
  KernelValue,
  PartsNameOf,
  SingleSpecOf,
  WeightedPart,
} from './lag/kernel-kind.ts';
import type { LagDigits } from './lag/lag-digits.ts';
import type { TimeGrid } from './time/time-grid.ts';

type Kind = (typeof KERNELS)[number];

/**
 * A correlation function ρ(u) of the lag u as it stands in a study file. `tau` is always ∫₀^∞ ρ(u) du, so that kernels of one
 * tau remember equally long, whatever their smoothness.
 */
export type KernelSpec =
  | SingleSpecOf<Kind>
  | { readonly [key in PartsNameOf<Kind>]: readonly WeightedKernel[] };
type WeightedKernel = WeightedPart & KernelSpec;

export type KernelName = Kind['name'];

/** The kind of a kernel, and what its file says beside the name. */
export function kernelKindOf(spec: KernelSpec | WeightedPart): {
  kind: KernelKind;
  value: KernelValue<KernelShape>;
} {
  const [name, value] = Object.entries(spec).find(([key]) => key !== 'weight')!;
  return { kind: KERNELS.find((one) => one.name === name)!, value };
}

/** The parts of a mixture; a kernel alone is its only part. */
function kernelParts(spec: KernelSpec | WeightedPart): readonly (KernelSpec | WeightedPart)[] {
  const { kind, value } = kernelKindOf(spec);
  return 'parts' in kind.shape ? (value as readonly WeightedPart[]).flatMap(kernelParts) : [spec];
}

/** How a kind stands in a study file: ou: { tau }. */
export function kernelForm({ name, shape }: KernelKind): string {
  if ('parameters' in shape) return `${name}: { ${Object.keys(shape.parameters).join(', ')} }`;
  return 'list' in shape
    ? `${name}: ${shape.list.symbol}`
    : `${name}: [{ weight, ${KERNELS[0]!.name}: { … } }, …]`;
}

/** A kernel of this kind, and as it stands in a study file: { ou: { tau: 1 } }. */
export function exampleKernel({ name, shape }: KernelKind): KernelSpec {
  const value =
    'parameters' in shape
      ? Object.fromEntries(Object.entries(shape.parameters).map(([key, one]) => [key, one.example]))
      : 'list' in shape
        ? shape.list.example
        : KERNELS.slice(0, 2).map((kind) => ({ weight: 0.5, ...exampleKernel(kind) }));
  return { [name]: value } as unknown as KernelSpec;
}
export const kernelExample = (kind: KernelKind): string => flowText(exampleKernel(kind));

/** A kernel of named numbers that remembers so long; undefined for kinds of another shape. */
export function kernelWithMemory(
  { name, shape }: KernelKind,
  memory: number,
  horizon: number,
): KernelSpec | undefined {
  if (!('parameters' in shape)) return undefined;
  const begin = ({ begin: { of, times: factor } = { of: 'memory', times: 1 } }: NumberParameter) => {
    const from = of === 'memory' ? memory : horizon;
    return factor === 1 ? from : Number((factor * from).toPrecision(3));
  };
  return {
    [name]: Object.fromEntries(Object.entries(shape.parameters).map(([key, one]) => [key, begin(one)])),
  } as unknown as KernelSpec;
}

/** Every length of time among a kernel's numbers, with its path below the kernel. */
export function kernelLengths(
  spec: KernelSpec | WeightedPart,
): { path: (string | number)[]; parameter: NumberParameter; value: number }[] {
  const { kind, value } = kernelKindOf(spec);
  const { name, shape } = kind;
  if ('parts' in shape)
    return (value as readonly WeightedPart[]).flatMap((part, i) =>
      kernelLengths(part).map((length) => ({ ...length, path: [name, i, ...length.path] })),
    );
  if (!('parameters' in shape)) return [];
  return Object.entries(shape.parameters)
    .filter(([, { unit }]) => unit === 'time')
    .map(([key, parameter]) => ({
      path: [name, key],
      parameter,
      value: (value as Readonly<Record<string, number>>)[key]!,
    }));
}

/** In a sentence: 'Ornstein–Uhlenbeck correlation (τ = 1 h)'; `time` puts the unit to a length. */
export function kernelWords(spec: KernelSpec | WeightedPart, time: (length: number) => string): string {
  const { kind, value } = kernelKindOf(spec);
  return kind.words(value, time, (part) => kernelWords(part, time));
}

const everyPart = (spec: KernelSpec, what: 'positive' | 'stationary') =>
  kernelParts(spec).every((part) => kernelKindOf(part).kind[what] === true);

/** Kernels whose matrix is positive semidefinite by theory on every grid. The others must be checked. */
export const alwaysPositive = (spec: KernelSpec): boolean => everyPart(spec, 'positive');

function correlation(spec: KernelSpec | WeightedPart, grid: TimeGrid): Correlation {
  const { kind, value } = kernelKindOf(spec);
  return kind.correlation(value, grid, (part) => correlation(part, grid));
}

function digitsOf(spec: KernelSpec | WeightedPart): LagDigits | undefined {
  const { kind, value } = kernelKindOf(spec);
  return kind.digits?.(value, digitsOf);
}

/**
 * The correlations α + (1 − α)·ρ at the grid's lags to some 31 digits; nothing for kernels that depend on more than the lag.
 * Readings close together differ by little, and of that little the sixteen digits of a correlation leave nothing.
 */
function correlationDigits(spec: KernelSpec, trait: number, grid: TimeGrid): DoubleDouble[] | undefined {
  const rho = digitsOf(spec);
  if (rho === undefined) return undefined;
  const rest = minus([1, 0], [trait, 0]);
  return Array.from({ length: grid.points }, (_, lag) => {
    if (lag === 0) return [1, 0];
    const u = over(times([grid.horizon, 0], [lag, 0]), [grid.points, 0]);
    return plus([trait, 0], times(rest, rho(u, lag)));
  });
}

/** A covariance that may know more of its entries than a double holds. Plain data. */
export interface LatentMatrix extends Matrix {
  /** K_jk less the double that stands for it, by the lag |j − k|; where K has a formula in the lag. */
  readonly beyondDouble?: Float64Array;
}

/** K_jk = α + (1 − α)·ρ(t_j, t_k) with exact unit diagonal; α is the share that never decays. */
export function kernelMatrix(spec: KernelSpec, trait: number, grid: TimeGrid): LatentMatrix {
  refuse([
    ...kernelProblems(spec, grid).map((problem) => ({ ...problem, path: ['kernel', ...problem.path] })),
    ...numberProblems(TRAIT, trait, ['trait']),
  ]);
  const rho = correlation(spec, grid);
  const p = grid.points;
  const matrix = zeros(p, p);
  const stationary = everyPart(spec, 'stationary');
  const byLag = new Float64Array(stationary ? p : 0).map((_, lag) =>
    lag === 0 ? 1 : trait + (1 - trait) * rho(lag * grid.spacing, 0, lag),
  );
  for (let j = 0; j < p; j++) {
    matrix.data[j * p + j] = 1;
    for (let k = 0; k < j; k++) {
      const value = stationary
        ? byLag[j - k]!
        : trait + (1 - trait) * rho(grid.times[j]!, grid.times[k]!, j - k);
      matrix.data[j * p + k] = value;
      matrix.data[k * p + j] = value;
    }
  }
  const digits = correlationDigits(spec, trait, grid);
  if (digits === undefined) return matrix;
  return {
    ...matrix,
    beyondDouble: Float64Array.from(digits, ([high, low], lag) => high - byLag[lag]! + low),
  };
}

/** The share of the variance that never decays. */
export const TRAIT: NumberParameter = {
  type: 'number',
  name: 'trait',
  meaning: 'Share of the variance that never decays',
  least: { at: 0 },
  most: { at: 1, open: true },
  why: 'the trait is not a share of the variance',
  example: 0.2,
  typical: [0, 0.6],
};

/** Everything that is wrong with a kernel, with paths from its name on. */
function kernelProblems(spec: KernelSpec | WeightedPart, grid: TimeGrid): Problem[] {
  const { kind, value } = kernelKindOf(spec);
  const { name, shape } = kind;
  const single =
    'parameters' in shape
      ? Object.entries(shape.parameters).flatMap(([key, parameter]) =>
          numberProblems(
            parameter,
            (value as Readonly<Record<string, number>>)[key]!,
            [name, key],
            grid.unit,
          ),
        )
      : 'list' in shape
        ? parameterProblems(shape.list, value, [name])
        : (value as readonly WeightedPart[]).flatMap((part, i) => [
            ...numberProblems(shape.parts.weight, part.weight, [name, i, 'weight']),
            ...kernelProblems(part, grid).map((problem) => ({
              ...problem,
              path: [name, i, ...problem.path],
            })),
          ]);
  const together = kind.problems?.(value, grid) ?? [];
  return [...single, ...together.map((problem) => ({ ...problem, path: [name, ...problem.path] }))];
}
