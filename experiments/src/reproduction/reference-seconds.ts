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
  'figure-2a': { works: [3.5], rest: 0 },
  'figure-2b': { works: [12, 12], rest: 0.1 },
  'figure-2cd': { works: [1], rest: 0 },
  'table-1': alone(1.4),
  'figure-3': { works: [3, 0.1], rest: 4.5 },
  'figure-4': { works: [0.1, 44, 4], rest: 0.5 },
  'table-sleep': { works: [1.5], rest: 6.5 },
  'table-af': { works: [0.1], rest: 2.2 },
  sensitivity: alone(1.3),
  'af-grid': alone(2),
};

const QUICK: Readonly<Record<string, ReferenceSeconds>> = {
  ...FULL,
  'figure-2a': { works: [0.6], rest: 0 },
  'figure-2b': { works: [2, 2], rest: 0 },
  'figure-2cd': { works: [0.7], rest: 0 },
  'figure-4': { works: [0.1, 2, 4], rest: 0.5 },
};

export function referenceSeconds(experiment: string, quick: boolean): ReferenceSeconds | undefined {
  return (quick ? QUICK : FULL)[experiment];
}
