export { lackOfDenseData, lackOfRecords } from './asking/lack.ts';
export {
  answerOf,
  commandOf,
  DATA,
  type Lack,
  loadPlan,
  type Option,
  type Question,
  type QuestionHead,
  SEED,
  usualOptions,
  WORKERS,
  type Work,
} from './asking/question.ts';
export { type ParsedStudy, parseStudy } from './file/parse-study.ts';
export {
  besideStudy,
  inputHash,
  type LargeFile,
  type StudyFiles,
} from './file/study-files.ts';
export { documentOf, fieldName } from './file/study-source.ts';
export type { MissedResult } from './law/family-values.ts';
export type { FittedSummary } from './law/fitted-law.ts';
export { type LawKind, lawKind, type MadeLaw, withLaw } from './law/law.ts';
export { type LawRepair, readingRepairs } from './law/law-repair.ts';
export type { SurfaceSummary } from './law/surface-law.ts';
export type { PredictedTarget } from './law/target-of-law.ts';
export { entriesOf, entryTimes, expandEntry, type Protocol, realisedNames } from './parts/actions.ts';
export { closedStretches } from './parts/choice.ts';
export { gridOf } from './parts/horizon.ts';
export { type Asking, openStudy } from './parts/study-parts.ts';
export { overhangText } from './parts/warnings.ts';
export {
  InvalidStudy,
  type LocatedProblem,
  placed,
  placedCell,
  type WrittenProblem,
  writtenProblem,
} from './problems/located-problem.ts';
export type { Warning } from './problems/warning.ts';
export { estimateOf } from './questions/calibrate/compute.ts';
export type {
  CalibrateRequest,
  CalibrateResult,
  NamedComparison,
  ResolutionResult,
  TheoryResult,
} from './questions/calibrate/plan-and-result.ts';
export { designLack } from './questions/design/lack.ts';
export type { DesignRequest } from './questions/design/request.ts';
export type {
  DesignResult,
  DesignUnder,
  FrontierResult,
  Placed,
} from './questions/design/result.ts';
export { latentBlock } from './questions/fit/latent-block.ts';
export {
  type CandidateResult,
  type FitAnswer,
  type FitResult,
  type ParameterResult,
  type SurfaceFitResult,
  undeterminedOf,
} from './questions/fit/plan-and-result.ts';
export { benchmarkInWorlds, benchmarkLaw, benchmarkTarget } from './questions/identify/benchmark-law.ts';
export { identifyLack } from './questions/identify/lack.ts';
export type { IdentifyPlan } from './questions/identify/plan.ts';
export {
  type AlternativeResult,
  type AugmentationResult,
  type IdentifyRequest,
  type IdentifyResult,
  WORLDS_WRITTEN,
} from './questions/identify/result.ts';
export { undecidedAlternatives, unsolvedText } from './questions/identify/unsolved.ts';
export {
  type AnyQuestion,
  ASKED_ALONE,
  QUESTIONS,
  type QuestionName,
  questionOf,
  STEPS,
  type StepName,
} from './questions/index.ts';
export type { UnitsPlanRequest, UnitsPlanResult } from './questions/plan/compute.ts';
export { planLack } from './questions/plan/lack.ts';
export type { PredictResult } from './questions/predict/plan-and-result.ts';
export type { FoldsFrom } from './questions/retrospect/analyses.ts';
export type { RetrospectPlan } from './questions/retrospect/plan.ts';
export type { RetrospectRequest, RetrospectResult, TargetResult } from './questions/retrospect/result.ts';
export type { Spread, StabilityResult, SweepResult } from './questions/retrospect/stability.ts';
export {
  type Answers,
  RUN,
  type RunResult,
  type RunSteps,
  runResult,
  writtenRun,
} from './questions/run/compute.ts';
export {
  type RunRequest,
  stepsOf,
} from './questions/run/steps.ts';
export type { ComparedArms, TrialProtocolResult, TrialResult } from './questions/trial/compute.ts';
export type { ProtocolResult, ValueResult } from './questions/value/index.ts';
export { type KeptValues, keptLaw } from './questions/value/kept-values.ts';
export { type LawPlan, lawPlan } from './questions/value/plan.ts';
export { predictingLaw } from './questions/value/predictors.ts';
export type { Entry } from './schema/entry.ts';
export type { Time } from './schema/fields.ts';
export { studyJsonSchema } from './schema/json-schema.ts';
export type {
  CellRead,
  GridSummary,
} from './schema/result-head.ts';
export type { Study, StudyFile } from './schema/study.ts';
export type { StudyWords } from './schema/words.ts';
export { flowText } from './words/flow-text.ts';
export {
  countsText,
  digits,
  large,
  layoutOf,
  list,
  moment,
  moments,
  type Path,
  pathText,
  percent,
  printable,
  quoted,
  type SampleCounts,
  shareText,
  signed,
  templateName,
  unitsText,
} from './words/text.ts';
