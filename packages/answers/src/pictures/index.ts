// Pictures as SVG text, from plain results: in files, in reports and in the workbench alike.
export { type Area, across, heading, MUTED, numbered, upwards } from './axes.ts';
export { drawPicture, type Picture } from './draw.ts';
export { type FrontierPicture, frontierPicture, frontierPlace } from './frontier-picture.ts';
export { LAYOUT_STYLE } from './layout-style.ts';
export {
  band,
  endNames,
  HALO,
  type LineStyle,
  lineStyle,
  marked,
  published,
  publishedKey,
  whisker,
} from './line-style.ts';
export { logarithmic, logTicks } from './log-scale.ts';
export { COLOUR, darkPictures, PALETTE, protocolColour } from './palette.ts';
export { type Panel, panelPicture, panelsPicture } from './panel.ts';
export { protocolsPicture } from './protocols-picture.ts';
export { budgetScale, r2Lines } from './r2-lines.ts';
export { rangePicture } from './range-picture.ts';
export { type Banded, spreadPanel, sweepPanel } from './stability-panels.ts';
export { element, label, line, linear, picture, polyline, type Scale, spaced, ticks, words } from './svg.ts';
export { fitted, textWidth } from './text-room.ts';
export { clockTicks, type ShownTime, timeAxis } from './time-axis.ts';
export { type UnitsPicture, unitsPicture, unitsPlace } from './units-picture.ts';
export { grouped, worldsPicture } from './worlds-picture.ts';
