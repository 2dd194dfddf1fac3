import type { Warning } from '../problems/warning.ts';
import { digits } from '../words/number-text.ts';
import type { EstimatedFrom } from './law.ts';

/** Fewer units than this say little about a law, and less about how sure that is. */
const FEW_UNITS = 20;
/** Standard deviations between these are near enough to 1 for noise and thresholds to mean what they seem to. */
const NEAR_ONE = { least: 0.5, most: 2 };

/** What to know about a law that was estimated, before its values are used. */
export function estimatedLawWarnings(estimated: EstimatedFrom | null): Warning[] {
  if (!estimated) return [];
  const { units } = estimated.data.report;
  return [
    {
      kind: 'estimated-law',
      path: 'calibration',
      what:
        `the law is an estimate from ${units} units, and the values are as uncertain as it is: ` +
        '`sightline calibrate` gives their intervals',
    },
    ...fewUnits(units, 'the estimate says little'),
    ...scaleWarnings(estimated),
    ...interpolatedWarnings(estimated.data),
  ];
}

export function fewUnits(units: number, so: string): Warning[] {
  return units >= FEW_UNITS
    ? []
    : [
        {
          kind: 'few-units',
          path: 'calibration.data',
          what: `there are ${units} units, fewer than ${FEW_UNITS}: ${so}`,
        },
      ];
}

/** Noise and thresholds that were meant in units of the data go unnoticed otherwise. */
export function scaleWarnings({ repair: { variances } }: EstimatedFrom): Warning[] {
  if (variances === null) return [];
  const [least, most] = [variances.smallest, variances.largest].map(Math.sqrt) as [number, number];
  if (least >= NEAR_ONE.least && most <= NEAR_ONE.most) return [];
  const middle = Math.sqrt(variances.smallest * variances.largest);
  return [
    {
      kind: 'data-scale',
      path: 'calibration.data',
      what:
        `the latent quantity has a standard deviation of ${digits(least)} to ${digits(most)} in units of the data; ` +
        'thresholds of the target are in these standard deviations from the mean, and the noise of actions is a variance ' +
        `in their squares: a variance of the readings has to be divided by about ${digits(middle)}`,
    },
  ];
}

/** Fewer cells than this change no value by a thousandth. */
const FEW_INTERPOLATED = 0.005;

/**
 * What stays of the bias once the noise is taken off as it is, for Ornstein–Uhlenbeck and Matérn-3/2 courses with a time constant of
 * 2 to 8 grid spacings and four readings spread out: up to 0.015 where a tenth of the cells is missing, 0.006 to 0.057 where
 * three tenths are. Four readings close together have a third of it.
 */
export function interpolatedWarnings({ report, sample, noise }: EstimatedFrom['data']): Warning[] {
  const points = 'moments' in sample ? sample.points : sample.values.cols;
  const share = report.interpolated / (report.units * points);
  if (share < FEW_INTERPOLATED) return [];
  return [
    {
      kind: 'interpolated',
      path: 'calibration.missing',
      what:
        `${digits(Number((100 * share).toPrecision(2)))} % of the values were interpolated. A straight line is smoother than the ` +
        'quantity itself, so that values of protocols come out too large: in simulations by up to 0.02 where a tenth was ' +
        'missing and by up to 0.06 where three tenths were, most where the quantity changes within two grid spacings' +
        (noise === 'replicates'
          ? '. Noise that replicates show is taken off at each time by itself, though interpolated values share it with ' +
            'those beside them, which makes values larger still'
          : ''),
    },
  ];
}
