/** An uncertainty at a number of units. */
export interface AtUnits {
  units: number;
  size: number;
}

/** A law of the form size = scale·units^slope. */
export interface PowerLaw {
  slope: number;
  scale: number;
}

/** Least squares on the logarithms. */
export function fitPowerLaw(points: readonly AtUnits[]): PowerLaw {
  const n = points.length;
  if (n < 2) throw new RangeError(`a slope needs at least two points: ${n}`);
  const x = points.map(({ units }) => Math.log(units));
  const y = points.map(({ size }) => Math.log(size));
  const meanX = x.reduce((a, b) => a + b) / n;
  const meanY = y.reduce((a, b) => a + b) / n;
  let above = 0;
  let below = 0;
  for (let i = 0; i < n; i++) {
    above += (x[i]! - meanX) * (y[i]! - meanY);
    below += (x[i]! - meanX) ** 2;
  }
  const slope = above / below;
  return { slope, scale: Math.exp(meanY - slope * meanX) };
}

/** How many units until an uncertainty is down to a size, and how sure that is. */
export interface UnitsNeeded {
  /** By the root-m law from the present size; null where no number will do. */
  units: number | null;
  /** Between what the two laws and the uncertainty of the gap allow; high is null where it has no end. */
  range: { low: number; high: number | null };
  /** Whether `units` is a number that a study could have. */
  realistic: boolean;
  /** One sentence. */
  why: string;
}

/** More dense trajectories than this nobody will record. */
export const MOST_REALISTIC = 1_000_000;

/** Slopes outside are not those of an estimate: subsamples of few units can show anything. */
const STEEPEST = -1;
const FLATTEST = -0.25;

export interface UnitsNeededInput {
  /** What the uncertainty must come down to, and between which bounds that number lies where it is an estimate itself. */
  wanted: number;
  wantedRange?: { low: number; high: number };
  /** The uncertainty at the present number of units. */
  now: AtUnits;
  /** Fitted to subsamples; the same root-m law where there were too few units for any. */
  fitted: PowerLaw | undefined;
}

export function unitsNeeded({ wanted, wantedRange, now, fitted }: UnitsNeededInput): UnitsNeeded {
  const slopes = [-0.5, ...(fitted ? [Math.min(FLATTEST, Math.max(STEEPEST, fitted.slope))] : [])];
  const at = (size: number, slope: number): number =>
    size > 0
      ? Math.max(2, Math.ceil(now.units * (size / now.size) ** (1 / slope)))
      : Number.POSITIVE_INFINITY;
  const { low: least, high: most } = wantedRange ?? { low: wanted, high: wanted };
  const units = now.size === 0 ? now.units : at(wanted, -0.5);
  const low = now.size === 0 ? now.units : Math.min(...slopes.map((slope) => at(most, slope)));
  const high = now.size === 0 ? now.units : Math.max(...slopes.map((slope) => at(least, slope)));
  const realistic = units <= MOST_REALISTIC;
  return {
    units: Number.isFinite(units) ? units : null,
    range: { low: Math.min(low, units), high: Number.isFinite(high) ? Math.max(high, units) : null },
    realistic,
    why: whyOf(units, high, realistic),
  };
}

function whyOf(units: number, high: number, realistic: boolean): string {
  if (!Number.isFinite(units)) return 'the gap is 0: a tie stays a tie with any number of units';
  if (!realistic)
    return `it would take more than ${MOST_REALISTIC.toLocaleString('en')} units: no realistic number will do`;
  if (!Number.isFinite(high)) return 'the gap itself may be 0: no number of units can be promised';
  return 'the uncertainty falls like the root of the number of units';
}
