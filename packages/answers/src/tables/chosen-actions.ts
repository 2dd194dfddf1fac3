import type { TidyCell } from './tidy-table.ts';

/** What is said of each of some actions, in columns that several tables have. */
export const ACTION_COLUMNS = {
  action: 'number of the action in the catalogue, from 0',
  at: 'its time',
  clock: 'what the clock shows then, where the study has one',
  width: 'length of its window; 0 for a point',
} as const;

interface Chosen {
  actions: readonly number[];
  at: readonly number[];
  clock?: readonly string[];
  width?: readonly number[];
  widths?: readonly number[];
}

export const actionCells = ({ actions, at, clock, width, widths }: Chosen) =>
  actions.map(
    (action, i): Record<keyof typeof ACTION_COLUMNS, TidyCell> => ({
      action,
      at: at[i],
      clock: clock?.[i],
      width: (width ?? widths)?.[i],
    }),
  );

/** A reading and what it counts in a linear predictor. */
export const COEFFICIENT_COLUMNS = {
  reading: 'number of the reading in its protocol, from 1; 0 is the intercept',
  at: 'its time',
  clock: 'what the clock shows then, where the study has one',
  coefficient: 'what the predictor multiplies the reading by; of the intercept, the number that is added',
} as const;

interface Linear {
  at: readonly number[];
  clock?: readonly string[];
  intercept: number;
  coefficients: readonly number[];
}

export const coefficientCells = ({ at, clock, intercept, coefficients }: Linear) => [
  { reading: 0, coefficient: intercept },
  ...coefficients.map((coefficient, i) => ({
    reading: i + 1,
    at: at[i],
    clock: clock?.[i],
    coefficient,
  })),
];
