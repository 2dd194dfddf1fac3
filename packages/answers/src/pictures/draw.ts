import { type FrontierPicture, frontierPicture } from './frontier-picture.ts';
import { type IntervalsPicture, intervalsPicture } from './intervals-picture.ts';
import { type LagsPicture, lagsPicture } from './lags-picture.ts';
import { type LawFitPicture, lawFitPicture } from './law-fit-picture.ts';
import { type ProtocolsPicture, protocolsPicture } from './protocols-picture.ts';
import { type R2Picture, r2Plot } from './r2-plot.ts';
import { type RangePicture, rangePicture } from './range-picture.ts';
import { type SensitivityPicture, sensitivityPicture } from './sensitivity-picture.ts';
import { type StabilityPicture, type SweepPicture, stabilityPlot, sweepPlot } from './stability-plot.ts';
import { type SupportsPicture, supportsPlot } from './supports-plot.ts';
import { type UnitsPicture, unitsPicture } from './units-picture.ts';
import { type WorldsPicture, worldsPicture } from './worlds-picture.ts';

/** What each picture is drawn from. */
interface Pictures {
  ranges: RangePicture;
  worlds: WorldsPicture;
  intervals: IntervalsPicture;
  units: UnitsPicture;
  lawFit: LawFitPicture;
  lags: LagsPicture;
  protocols: ProtocolsPicture;
  frontier: FrontierPicture;
  sensitivity: SensitivityPicture;
  r2: R2Picture;
  supports: SupportsPicture;
  stability: StabilityPicture;
  sweep: SweepPicture;
}

/** A picture by its name, with its data: plain, so that it can go anywhere before it is drawn. */
export type Picture = { [Name in keyof Pictures]: { name: Name; of: Pictures[Name] } }[keyof Pictures];

const DRAW: { [Name in keyof Pictures]: (of: Pictures[Name]) => string } = {
  ranges: rangePicture,
  worlds: worldsPicture,
  intervals: intervalsPicture,
  units: unitsPicture,
  lawFit: lawFitPicture,
  lags: lagsPicture,
  protocols: protocolsPicture,
  frontier: frontierPicture,
  sensitivity: sensitivityPicture,
  r2: r2Plot,
  supports: supportsPlot,
  stability: stabilityPlot,
  sweep: sweepPlot,
};

/** The picture as SVG text, for the width that there is. */
export function drawPicture({ name, of }: Picture, width?: number): string {
  const draw = DRAW[name] as (data: object) => string;
  return draw(width === undefined ? of : { ...of, width });
}
