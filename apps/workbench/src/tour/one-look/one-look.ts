import { flowText } from '@sightline/study';

// One look at a trajectory whose mean is wanted: where it is taken, how long it lasts, how noisy it is.

export interface Look {
  at: number;
  width: number;
  noise: number;
}

export const SETTING = { horizon: 10, points: 50, unit: 'h', tau: 2 } as const;
const SPACING = SETTING.horizon / SETTING.points;
/** Where looks can be: at the grid's points, so that none is read elsewhere. */
export const PLACES = Array.from({ length: SETTING.points }, (_, j) =>
  Number(((j + 1 / 2) * SPACING).toPrecision(12)),
);

/** The look by itself, as a study to go on with. */
export const lookStudy = (look: Look): string => studyOf({ look });

/** The same look at every place, for the curve behind it; the look itself first. */
export const everywhereStudy = (look: Look): string =>
  studyOf({ look, ...Object.fromEntries(PLACES.map((at, j) => [placeName(j), { ...look, at }])) });

export const placeName = (j: number) => `place-${j}`;

function studyOf(protocols: Record<string, Look>): string {
  const { horizon, points, unit, tau } = SETTING;
  return `# One look at a trajectory: how much does it tell about the mean over the whole time?
sightline: 1
title: One look
time: ${flowText({ horizon, points, unit })}
target: mean
weights: uniform
latent:
  kernel: ${flowText({ ou: { tau } })}
protocols:
${Object.entries(protocols)
  .map(([name, look]) => `  ${name}: ${flowText([look])}\n`)
  .join('')}`;
}
