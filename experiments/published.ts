// Numbers of the paper, by the names of the macros that print them.
export const PUBLISHED = {
  numSlopeMean: -0.4134,
  numTailSlopeMean: -0.4618,
  numSlopeOccZero: -0.4142,
  numTailSlopeOccZero: -0.4637,
  numResRegretCoarseSmall: 0.051,
  numResRegretFineSmall: 0.03749,
  numResRegretCoarseLarge: 0.03706,
  numResEpsFourSmall: 0.2255,
  numResEpsFourLarge: 0.0371,
  numRegretSlope: -0.94,
  numEpsSlope: -0.49,
  numRegretRatioMedian: 0.024,
  numRegretRatioMax: 0.37,
} as const;
