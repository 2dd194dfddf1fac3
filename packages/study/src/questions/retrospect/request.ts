import type { Workers, WorkOptions } from '@sightline/engine';

export interface RetrospectRequest extends WorkOptions {
  workers?: Workers | undefined;
  draws?: number;
  /** Subsamples of the units. */
  stability?: number | undefined;
  sweep?: boolean | undefined;
  /** What these are about; the first target and the middle budget, or 16, unless given. */
  target?: string | undefined;
  budget?: number | undefined;
}
