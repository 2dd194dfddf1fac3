/** How long an experiment takes: its divided works in their order, and all the rest. */
export interface ReferenceSeconds {
  works: readonly number[];
  rest: number;
}

const alone = (rest: number): ReferenceSeconds => ({ works: [], rest });

/**
 * Seconds on two cores of an ordinary machine. A progress bar weighs experiments by them before it has seen any; where
 * they are wrong the bar moves unevenly, and nothing else.
 */
const FULL: Readonly<Record<string, ReferenceSeconds>> = {
  'figure-1': alone(0.1),
  'figure-2a': { works: [4.7], rest: 0 },
  'figure-2b': { works: [14, 14], rest: 0.1 },
  'figure-2cd': { works: [1.1], rest: 0 },
  'table-1': alone(1.4),
};

const QUICK: Readonly<Record<string, ReferenceSeconds>> = {
  ...FULL,
  'figure-2a': { works: [0.5], rest: 0 },
  'figure-2b': { works: [1.7, 1.7], rest: 0 },
  'figure-2cd': { works: [0.7], rest: 0 },
};

export function referenceSeconds(experiment: string, quick: boolean): ReferenceSeconds | undefined {
  return (quick ? QUICK : FULL)[experiment];
}
