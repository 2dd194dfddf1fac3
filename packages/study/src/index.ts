export { type ParsedStudy, parseStudy } from './file/parse-study.ts';
export {
  besideStudy,
  inputHash,
  type LargeFile,
  type NamedFile,
  type StudyFiles,
} from './file/study-files.ts';
export { estimandOf } from './law/calibration-agreement.ts';
export { MOST_HELD } from './law/dense-sample.ts';
export type { LawRepair, NoiseUsed } from './law/law-repair.ts';
export { readingRepairs } from './law/law-repair.ts';
export { expandEntry } from './plan/expand-actions.ts';
export { type LoadedPlan, loadPlan, type OpenStudy, openStudy } from './plan/load-plan.ts';
export { overhangText } from './plan/protocol-warnings.ts';
export type { Protocol } from './plan/study-parts.ts';
export {
  lawPlanner,
  type NamedFiles,
  type Plan,
  type Planned,
  type Planner,
  type TextFiles,
  valuePlanner,
} from './plan/value-plan.ts';
export { InvalidStudy, type LocatedProblem, pathText } from './problems/located-problem.ts';
export type { Warning } from './problems/warning.ts';
export {
  type BestOfClass,
  type CalibratedProtocol,
  type CalibrateRequest,
  type CalibrateResult,
  calibrateResult,
  estimateOf,
  type NamedComparison,
  type ResolutionResult,
  type TheoryResult,
} from './questions/calibrate/compute.ts';
export { type CalibratePlan, calibratePlanner } from './questions/calibrate/plan.ts';
export { designResult } from './questions/design/compute.ts';
export { type DesignPlan, type DesignQuestion, designPlanner } from './questions/design/plan.ts';
export { type DesignMethod, type DesignRequest, METHODS } from './questions/design/request.ts';
export type {
  BestResult,
  ChosenActions,
  ChosenResult,
  ComparatorResult,
  DesignResult,
  DesignUnder,
  FrontierResult,
  Placed,
} from './questions/design/result.ts';
export {
  identifyResult,
  undecidedAlternatives,
  unsolvedText,
  WORLDS_WRITTEN,
} from './questions/identify/compute.ts';
export { type IdentifyPlan, identifyPlanner } from './questions/identify/plan.ts';
export type { IdentifyRequest } from './questions/identify/request.ts';
export type {
  AlternativeResult,
  AugmentationResult,
  DataFit,
  IdentifyResult,
} from './questions/identify/result.ts';
export { type UnitsPlanRequest, type UnitsPlanResult, unitsPlanResult } from './questions/plan/compute.ts';
export { type UnitsPlan, type UnitsQuestion, unitsPlanner } from './questions/plan/plan.ts';
export { retrospectResult } from './questions/retrospect/compute.ts';
export { loadRetrospect, type RetrospectFrom, type RetrospectPlan } from './questions/retrospect/load.ts';
export type { FoldsFrom } from './questions/retrospect/plan.ts';
export type { RetrospectRequest } from './questions/retrospect/request.ts';
export type { RetrospectResult, TargetResult } from './questions/retrospect/result.ts';
export type { Spread, StabilityResult, SweepResult } from './questions/retrospect/stability.ts';
export { isLearned } from './questions/retrospect/support-overlap.ts';
export {
  benchmarkInWorlds,
  type PlacedAction,
  type RunRemark,
  type RunResult,
  type RunSteps,
  runResult,
  writtenRun,
} from './questions/run/compute.ts';
export type { RunRequest } from './questions/run/plan.ts';
export { type SkippedStep, STEPS, type StepName, stepsOf } from './questions/run/steps.ts';
export { type ProtocolResult, type ValueResult, valueResult } from './questions/value/compute.ts';
export type { Entry } from './schema/entry.ts';
export { studyJsonSchema, studyJsonSchemaText } from './schema/json-schema.ts';
export type {
  GridResult,
  GridSummary,
  ResultHead,
  ResultOrigin,
  ResultRepair,
} from './schema/result-head.ts';
export { type Study, type StudyFile, studySchema } from './schema/study.ts';
export { list, printable, quoted } from './words/name-text.ts';
export { digits, large, percent, signed } from './words/number-text.ts';
export { layoutOf, templateName } from './words/template-name.ts';
