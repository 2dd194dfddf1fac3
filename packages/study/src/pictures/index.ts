// Pictures as SVG text, from plain results: in files, in reports and in the workbench alike.
export { LAYOUT_STYLE, type LayoutStyle } from './layout-style.ts';
export { COLOUR, type ColourName, darkPictures, PALETTE } from './palette.ts';
export { retrospectPlots } from './retrospect-plots.ts';
export { element, label, line, linear, picture, polyline, type Scale, spaced, ticks, words } from './svg.ts';
