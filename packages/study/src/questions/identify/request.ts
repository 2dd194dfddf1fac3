import type { Workers, WorkOptions } from '@sightline/engine';

export interface IdentifyRequest {
  /** Where the two worlds stand, as a share of the largest admissible step; undefined for the ends of the range. */
  step?: number;
  range?: boolean;
  /** Bootstrap resamples, where the law comes from data; as many as the grid affords unless given. */
  resamples?: number;
  /** Whether the worlds' covariances are wanted on large grids too. */
  worlds?: boolean;
  /** Who does the resamples, where the law comes from data. */
  workers?: Workers | undefined;
  signal?: WorkOptions['signal'];
  /** Told how many alternatives are done, or how much of the resampling. */
  onProgress?: WorkOptions['onProgress'];
}
