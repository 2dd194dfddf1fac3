import {
  type EstimatorInput,
  type GaussianFit,
  gaussianFit,
  type HeldOutFit,
  type HeldOutValue,
  heldOutFit,
  withCanonicalSample,
} from '@sightline/engine';

/** Whether the Gaussian law fits: what it promises beside what its predictor reaches, and the shape of what was measured. */
export interface LawFit {
  /** Of units left out; a protocol is null where its readings have less noise than the data. null for targets that noisy data cannot show. */
  heldOut: (Omit<HeldOutFit, 'protocols'> & { protocols: Record<string, HeldOutProtocol | null> }) | null;
  /** At each time: both are 0 under a Gaussian law. */
  marginals: Pick<GaussianFit, 'skewness' | 'kurtosis'>;
  /** Of standardised values, beside those of a normal distribution; `points` are times. */
  quantiles: Omit<GaussianFit['quantiles'], 'points'> & { points: { at: number; values: number[] }[] };
  /** Of pairs of these times. */
  pairs: Omit<GaussianFit['pairs'], 'points'> & { at: number[] };
}

export interface HeldOutProtocol extends HeldOutValue {
  /** Whether the two are further apart than chance and rounding explain. */
  differs: boolean;
}

/** Differences below this are not worth a word, whatever their standard error. */
const WORTH_SAYING = 0.02;
const STANDARD_ERRORS = 2;
/** Predictions beyond this many would take longer than everything else. */
const MOST_PREDICTIONS = 100_000_000;

/** `names` are those of the first protocols of the input. */
export function lawFit(
  input: EstimatorInput,
  names: readonly string[],
  times: ArrayLike<number>,
  seed: number,
): LawFit | null {
  const { sample, estimand } = input;
  if (estimand !== 'gaussian' || 'moments' in sample || !sample.values.data.every(Number.isFinite))
    return null;
  const ordered = withCanonicalSample(input);
  if ('moments' in ordered.sample) return null;
  const { values } = ordered.sample;
  const most = Math.max(1, Math.floor(MOST_PREDICTIONS / values.data.length));
  const shown = names.slice(0, most);
  const held =
    names.length === 0
      ? undefined
      : heldOutFit({ ...ordered, protocols: ordered.protocols.slice(0, shown.length) }, seed);
  const { skewness, kurtosis, quantiles, pairs } = gaussianFit(values);
  const { points, ...rest } = quantiles;
  const { points: paired, ...ofPairs } = pairs;
  return {
    heldOut: held
      ? {
          ...held,
          protocols: Object.fromEntries(shown.map((name, i) => [name, withVerdict(held.protocols[i]!)])),
        }
      : null,
    marginals: { skewness, kurtosis },
    quantiles: {
      ...rest,
      points: points.map(({ point, values: own }) => ({ at: times[point]!, values: own })),
    },
    pairs: { at: paired.map((point) => times[point]!), ...ofPairs },
  };
}

function withVerdict(one: HeldOutValue | null): HeldOutProtocol | null {
  if (one === null) return null;
  const away = Math.abs(one.reached - one.promised);
  return { ...one, differs: away > Math.max(WORTH_SAYING, STANDARD_ERRORS * one.standardError) };
}
