import type { CsvForm, ForeignStates, StatesSaid } from '@sightline/data';
import type { DesignMethod } from '@sightline/engine/internal';
import type {
  CalibrateRequest,
  CalibrateResult,
  DesignRequest,
  DesignResult,
  IdentifyRequest,
  IdentifyResult,
  LocatedProblem,
  RetrospectRequest,
  RetrospectResult,
  RunResult,
  UnitsPlanRequest,
  UnitsPlanResult,
  ValueResult,
  Work,
} from '@sightline/study';
import type { LawPicture } from './law-picture.ts';
import type { NotAsked } from './value-instead.ts';

// What the page asks and what a worker answers: plain data that travels between them. Each question is one command of
// `sightline`, with the same options under the same names.

export interface Asking {
  /** The study as it would be named on the command line. */
  study: string;
  text: string;
  seed: number;
}

/** Without what cannot travel: who works, who may stop it and who watches. */
type Said<Request> = Omit<Request, keyof Work | 'onBound'>;

export type Question =
  | { command: 'value' }
  /** Whether a study's dense data, or its records, can be read, and what was read; nothing is computed. */
  | { command: 'check' }
  /** A table of states as somebody has it, as a study reads it. */
  | { command: 'states'; file: string; said: StatesSaid; form: CsvForm | undefined }
  | { command: 'identify'; request: Said<IdentifyRequest> }
  | { command: 'calibrate'; request: Said<CalibrateRequest> }
  | { command: 'plan'; request: Said<UnitsPlanRequest> }
  | { command: 'design'; request: Said<DesignRequest> }
  | { command: 'retrospect'; request: Said<RetrospectRequest> }
  | { command: 'run'; from: ReportFrom };

/** What a report says of where it comes from. */
export interface ReportFrom {
  version: string;
  /** The study as the reader of the report would name it. */
  study: string;
  command: string;
}

export interface Results {
  /** `result` is null where there is no protocol yet; the law, which second moments alone do not make, is then all there is to show. */
  value: { result: ValueResult | null; law: LawPicture | undefined; notAsked?: undefined } | WithoutLaw;
  check: DataRead | RecordsRead;
  states: ForeignStates;
  identify: IdentifyResult;
  calibrate: CalibrateResult;
  plan: UnitsPlanResult;
  design: DesignResult;
  retrospect: RetrospectResult;
  /** The report of all that the study allows, as one page. */
  run: { html: string };
}

/** A study that is fine and has no values. */
export interface WithoutLaw {
  result: null;
  law: undefined;
  notAsked: NotAsked;
}

/** What was read of a file. */
export interface DataRead {
  units: number;
  trajectories: number;
  /** Trajectories that were left out for what they miss. */
  dropped: number;
  interpolated: number;
}

/** What was read of a table of records. */
export interface RecordsRead {
  units: number;
  records: number;
  /** Valid hours of the record in the middle. */
  medianHours: number;
  /** Records that were left out, and why the first of them was. */
  skipped: number;
  why: string | undefined;
}

/** What stands beside verdicts: the benchmark itself, which no command prints. */
export interface Benchmark {
  /** The realised protocols' values under the law; null where the law comes from data of the benchmark. */
  realised: number[] | null;
  /** What the benchmark sees in the two worlds of each alternative. */
  worlds: RunResult['worlds'];
}

export type Command = keyof Results;
export type LongCommand = Exclude<Command, 'value' | 'run' | 'check' | 'states'>;

/** How far long work is: a share where one is known, and words. */
export interface Progress {
  share?: number;
  words: string;
}

/** Who asked may stop the work, and is told how far it is. */
export interface Watch {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Told a result that is right as far as it goes, before the whole one. */
  onPartial(result: Results[keyof Results]): void;
}

/** What the work on a question brings. */
export interface Found {
  result: Results[keyof Results];
  benchmark?: Benchmark;
}

/** How a question ends. */
export type Answer<Result> =
  | { kind: 'answered'; result: Result; benchmark?: Benchmark }
  | { kind: 'problems'; problems: readonly LocatedProblem[] }
  /** A solver did not reach its tolerance, or rounding spoiled the answer. */
  | { kind: 'undecided'; message: string }
  | { kind: 'cancelled' }
  | { kind: 'fault'; message: string };

/** Whom to draw from the law of the study, and by which protocol to look at them. */
export interface PeopleAsked {
  protocol: string;
  /** Which people: others for another number, the same ones whatever is read of them. */
  group: number;
}

/** Two worlds of an alternative, as `identify` found them, whose people are to be looked at. */
export interface WorldsAsked {
  alternative: string;
  covariances: readonly (readonly (readonly number[])[])[];
}

/** People of one world as the realised protocols see them, and then as the alternative does. */
export type WorldPeople = { protocol: string; targets: Float64Array; predicted: Float64Array }[];

/** So many teams, each of which watches so many people of the law densely. */
export interface TeamsAsked {
  /** The study with data in place of the law. */
  study: string;
  units: number;
  count: number;
}

/** What each team finds: the estimates, and the protocols of which it cannot say that another one is better, its choice first. */
export interface Teams {
  teams: { estimates: Record<string, number>; bestSet: readonly string[] }[];
  /** What the first of them wrote down. */
  data: string;
}

/** People of the law, what a protocol reads of them, and what that says of their targets. */
export interface People {
  /** Every person's target, and what the readings predict of it. */
  targets: Float64Array;
  predicted: Float64Array;
  /** The first of them as a whole. */
  shown: Person[];
  /** Where readings are taken. */
  readings: { at: number; width: number }[];
  /** Times of the trajectories, and the values that hardly any goes beyond; logarithms where the law is one of these. */
  times: number[];
  frame: readonly [number, number];
  transform: 'none' | 'log';
  /** Probability that an interval holds. */
  level: number;
}

export interface Person {
  path: number[];
  readings: number[];
  low: number;
  high: number;
}

/** Which record to look at, and who looks: a layout with so many looks, or a protocol of the study. */
export interface RecordAsked {
  record: number;
  by: string | undefined;
  looks: number;
}

/** A record that was observed throughout, and where looks land on it. */
export interface RecordShown {
  /** Every record that is used, in the study's order, and which of them this is. */
  records: readonly string[];
  number: number;
  unit: string;
  /** What lies between its ends: valid time in hours, or the horizon of the study. */
  time: { horizon: number; unit: string; start?: number };
  /** Stretches of time in one state; none of a record of values. */
  stretches: { from: number; to: number; state: string }[];
  /** Of a record of values; those that lie side by side belong together. */
  times: number[];
  values: number[];
  points: number;
  targets: RecordTargetShown[];
  /** Who can look: layouts that are chosen beforehand, with their words, and protocols. */
  lookers: { name: string; words: string; isProtocol: boolean }[];
  by: string;
  /** The grid points that each look reads, from the first to the last. */
  looks: { first: number; last: number }[];
}

/** A target of records, and what each grid point tells of it. */
export interface RecordTargetShown {
  name: string;
  /** The states whose time counts; none where it is about values. */
  states: string[];
  isMean: boolean;
  /** Limits of values that count. */
  levels: number[];
  /** Of the record as a whole, and by looks alone, where they tell it. */
  whole: number;
  seen: number | null;
  /** The same of every record; NaN where looks do not tell it. */
  all: { whole: Float64Array; seen: Float64Array };
}

/** A question of a command; or people, or a record, to look at, which no command prints. */
export type Asked =
  | { question: Question }
  | { people: PeopleAsked }
  | { worlds: WorldsAsked }
  | { record: RecordAsked }
  | { teams: TeamsAsked };

export type ToWorker =
  | { files: ReadonlyMap<string, Uint8Array> }
  | ({ number: number; asking: Asking } & Asked)
  | { cancel: number };

/** A way to search for the best protocol, with words for people. */
export interface SearchMethod {
  name: DesignMethod;
  title: string;
}

export type FromWorker =
  | { methods: readonly SearchMethod[] }
  | { number: number; progress: Progress }
  | { number: number; partial: unknown }
  | { number: number; answer: Answer<unknown> };
