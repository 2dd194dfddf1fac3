import {
  type FitComparison,
  InvalidInput,
  type LawParameters,
  latentCovariance,
  meanAt,
  protocolValues,
  type TargetSpec,
  type TimeGrid,
  targetUnder,
} from '@sightline/engine/internal';
import type { Protocol } from '../parts/actions.ts';
import { type Warning, warned } from '../problems/warning.ts';
import { list, quoted } from '../words/text.ts';

/** Kernels whose BIC differs by less are not told apart by it (Kass and Raftery: not worth more than a bare mention). */
const ALIKE = 2;

/** The laws with other kernels that BIC does not tell from the best. */
export const lawsAlike = ({ best, candidates, chosen }: FitComparison): LawParameters[] =>
  candidates.flatMap(({ law, bic }, n) => (n !== chosen && bic - best.bic < ALIKE ? [law] : []));

interface Valued {
  grid: TimeGrid;
  weights: Float64Array;
  target: TargetSpec;
  protocols: readonly Protocol[];
}

/** A law that was fitted, and those with other kernels that fit as well. */
interface Fitted extends Omit<LawParameters, 'noise' | 'mean'> {
  /** At the grid's times. */
  mean: Float64Array;
  alike: readonly LawParameters[];
}

/** Protocols whose values are said one by one. */
const MOST_NAMED = 4;

/** Intervals are those under one kernel: what another one would change is said beside them. O(kernels) values of all protocols. */
export function kernelsAlikeWarnings(
  { grid, weights, target, protocols }: Valued,
  { alike, kernel, trait, mean, sd }: Fitted,
  transform: 'none' | 'log',
): Warning[] {
  if (alike.length === 0) return [];
  const name = (own: LawParameters['kernel']) => Object.keys(own)[0]!;
  const laws = [
    { kernel, trait, mean, sd },
    ...alike.map((own) => ({ ...own, mean: meanAt(own.mean, grid.times) })),
  ];
  const values = laws.flatMap((own) => {
    const scale = new Float64Array(grid.points).fill(own.sd);
    const { covariance } = latentCovariance({ kernel: own.kernel, trait: own.trait }, grid);
    try {
      const aim = targetUnder(target, { mean: own.mean, scale, transform });
      const actions = protocols.map((one) => one.actions);
      return [
        protocolValues({ covariance, weights, scale }, aim, actions).protocols.map(({ value }) => value),
      ];
    } catch (error) {
      // A threshold may be out of reach under one of them.
      if (error instanceof InvalidInput) return [];
      throw error;
    }
  });
  const head =
    `BIC does not tell the kernel ${name(kernel)} from ${list(alike.map((own) => name(own.kernel)))}: it differs by less than ${ALIKE}. ` +
    'Values here are those under the first, and intervals do not count this';
  if (protocols.length === 0 || values.length < 2) return warned('kernels-alike', 'fit.kernels', head);
  const moved = protocols
    .map((protocol, i) => ({
      name: protocol.name,
      low: Math.min(...values.map((own) => own[i]!)),
      high: Math.max(...values.map((own) => own[i]!)),
    }))
    .sort((a, b) => b.high - b.low - (a.high - a.low));
  const told = moved
    .slice(0, MOST_NAMED)
    .map(
      ({ name: own, low, high }, i) =>
        `${i === 0 ? 'the value of' : 'that of'} ${quoted(own)} is from ${low.toFixed(3)} to ${high.toFixed(3)}`,
    );
  return warned(
    'kernels-alike',
    'fit.kernels',
    `${head}. Under these ${values.length} kernels ${list(told)}`,
  );
}
