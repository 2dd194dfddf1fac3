import type { LocatedProblem } from '@sightline/study';

/** What is wrong with a whole file, a folder or an option; found is its name unless it is said what. */
export const ofFile = (
  file: string,
  why: string,
  accepted: string,
  value: unknown = file,
): LocatedProblem => ({
  file,
  line: null,
  column: null,
  path: [],
  value,
  why,
  accepted,
});
