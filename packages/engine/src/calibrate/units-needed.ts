import { thousands } from '../model/input/short-number.ts';
import { exp, log, pow, square } from '../numerics/elementary.ts';

/** Power: of telling apart what differs, unless another is asked for. */
export const USUAL_POWER = 0.8;

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
  const x = points.map(({ units }) => log(units));
  const y = points.map(({ size }) => log(size));
  const meanX = x.reduce((a, b) => a + b) / n;
  const meanY = y.reduce((a, b) => a + b) / n;
  let above = 0;
  let below = 0;
  for (let i = 0; i < n; i++) {
    above += (x[i]! - meanX) * (y[i]! - meanY);
    below += square(x[i]! - meanX);
  }
  const slope = above / below;
  return { slope, scale: exp(meanY - slope * meanX) };
}

/** How many units until an uncertainty is down to a size, and how sure that is. */
export interface UnitsNeeded {
  /** By the root-m law from the present size; null where no number will do. */
  units: number | null;
  /**
   * Between what the two laws, the uncertainty of the gap and that of the present size allow. `high` is null where it has
   * no end, both are for a tie.
   */
  range: { low: number | null; high: number | null };
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

/** However uncertain the present size is, it is taken to be at least this share of what was estimated. */
const LEAST_SHARE = 0.1;

interface UnitsNeededInput {
  /** What the uncertainty must come down to, and between which bounds that number lies where it is an estimate itself. */
  wanted: number;
  wantedRange?: { low: number; high: number };
  /** The uncertainty at the present number of units. */
  now: AtUnits;
  /** It is an estimate too: the share by which its square may be off. */
  shareOff?: number;
  /** Fitted to subsamples; the same root-m law where there were too few units for any. */
  fitted: PowerLaw | undefined;
}

export function unitsNeeded({
  wanted,
  wantedRange,
  now,
  shareOff = 0,
  fitted,
}: UnitsNeededInput): UnitsNeeded {
  const slopes = [-0.5, ...(fitted ? [Math.min(FLATTEST, Math.max(STEEPEST, fitted.slope))] : [])];
  const at = (size: number, slope: number, off: number): number => {
    if (!(size > 0)) return Number.POSITIVE_INFINITY;
    if (now.size === 0) return now.units;
    const present = now.size * Math.sqrt(Math.max(LEAST_SHARE, 1 + off));
    return Math.max(2, Math.ceil(now.units * pow(size / present, 1 / slope)));
  };
  const { low: least, high: most } = wantedRange ?? { low: wanted, high: wanted };
  const units = at(wanted, -0.5, 0);
  const low = Math.min(units, ...slopes.map((slope) => at(most, slope, -shareOff)));
  const high = Math.max(units, ...slopes.map((slope) => at(least, slope, shareOff)));
  const realistic = units <= MOST_REALISTIC;
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    units: finite(units),
    range: { low: finite(low), high: finite(high) },
    realistic,
    why: whyOf(units, high, realistic),
  };
}

function whyOf(units: number, high: number, realistic: boolean): string {
  if (!Number.isFinite(units)) return 'the difference is 0, a tie: no number of units tells them apart';
  if (!realistic)
    return `it would take more than ${thousands(MOST_REALISTIC)} units: no realistic number is enough`;
  if (!Number.isFinite(high))
    return 'the true difference may be 0: no number of units is certain to be enough';
  return 'the standard error falls with the square root of the number of units';
}
