/** What the exit code of a command says. */
export const EXIT = {
  /** Answered; 'not identified' and 'cannot be told apart' are answers. */
  answered: 0,
  /** A fault of the program. */
  fault: 1,
  /** Wrong usage of the command line. */
  usage: 2,
  /** Invalid input: every problem was listed. */
  invalidInput: 3,
  /** Numerically undecided: a solver did not reach its tolerance, or rounding spoiled the answer. */
  undecided: 4,
  /** Cancelled by Ctrl-C, as shells have it: 128 and the number of the signal. */
  cancelled: 130,
} as const;

/** The same for people, by their numbers. */
export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  [EXIT.answered]: 'answered',
  [EXIT.fault]: 'a fault of the program',
  [EXIT.usage]: 'wrong usage',
  [EXIT.invalidInput]: 'invalid input (every problem is listed)',
  [EXIT.undecided]: 'numerically undecided',
  [EXIT.cancelled]: 'cancelled',
};

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
