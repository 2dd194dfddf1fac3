import type {
  HeldOut,
  Resolutions,
  Stabilities,
  Table,
  TwoWorlds,
  UniformErrors,
} from '@sightline/experiments';
import written from './results.json?raw';

/** What `sightline reproduce` found, as far as the tour draws it; scripts/tour-results.mjs wrote it. */
interface TourResults {
  run: { seed: number; sightline: string };
  twoWorlds: TwoWorlds;
  uniformErrors: UniformErrors;
  resolutions: Resolutions;
  heldOut: HeldOut;
  stabilities: Stabilities;
  /** The heterogeneous setting: designed for (row), judged by (column). */
  crossTarget: Table;
}

export const RESULTS = JSON.parse(written) as TourResults;
