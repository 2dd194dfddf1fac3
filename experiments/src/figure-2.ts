// What the panels of Figure 2 share.
/** Numbers of calibration units. */
export const UNITS = [25, 50, 100, 250, 500, 1000] as const;
/** Those of the 'tail' slopes. */
export const TAIL = [250, 500, 1000] as const;
