import type { FetchReport } from '@sightline/data/node';
import type { Reproduction } from '@sightline/experiments';
import type { QueueState } from '@sightline/queue';
import type { Answers, RunResult, WrittenProblem } from '@sightline/study';
import type { DoctorDocument } from '../doctor/doctor-command.ts';

/**
 * What each command prints with --json, and what is printed in place of an answer. `scripts/result-schemas.mjs` makes their JSON Schemas of
 * these types and of the comments there.
 */
export interface Documents {
  fit: Answers['fit'] & Timed;
  value: Answers['value'] & Timed;
  identify: Answers['identify'] & Timed;
  calibrate: Answers['calibrate'] & Timed;
  plan: (Answers['plan'] | Answers['trial']) & Timed;
  design: Answers['design'] & Timed;
  retrospect: Answers['retrospect'] & Timed;
  predict: Answers['predict'] & Timed;
  run: RunResult & Timed;
  reproduce: Reproduction & ReproductionHead & Timed;
  queue: QueueState &
    NoStudy &
    Timed & { command: 'queue' /** The name of the queue that this program would serve. */; program: string };
  fetch: FetchReport & { sightline: 1; command: 'data fetch'; database: string; folder: string };
  doctor: DoctorDocument;
  problems: ProblemsDocument;
  undecided: UndecidedDocument;
  pieces: PiecesDocument;
}

interface Timed {
  /** Seconds; the only field that differs between two runs on the same input. */
  elapsed: number;
}

interface NoStudy {
  sightline: 1;
  /** There is none. */
  study: null;
}

interface ReproductionHead extends NoStudy {
  command: 'reproduce';
  inputHash: null;
  warnings: never[];
  repairs: never[];
}

/** What every document has that is printed in place of an answer. */
interface Unanswered {
  sightline: 1;
  command: string;
  /** The study file as it was named; null where there is none. */
  study: string | null;
}

/** Invalid input, exit code 3: every problem, with its place. */
export interface ProblemsDocument extends Unanswered {
  problems: WrittenProblem[];
}

/** Numerically undecided, exit code 4, where there is no result at all. */
export interface UndecidedDocument extends Unanswered {
  /** How far it got. */
  undecided: string;
}

/** With --pieces: a share of the pieces was made. */
export interface PiecesDocument extends Unanswered {
  pieces: { work: string; made: number; of: number };
}
