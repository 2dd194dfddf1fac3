export { boundMark } from './bound-mark.ts';
export { type CalibratePlan, calibratePlanner } from './calibrate-plan.ts';
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
} from './calibrate-result.ts';
export { calibrateText } from './calibrate-text.ts';
export { estimandOf } from './calibration-agreement.ts';
export { MOST_HELD } from './dense-sample.ts';
export { type DesignPlan, type DesignQuestion, designPlanner } from './design-plan.ts';
export {
  type BestResult,
  type ChosenResult,
  type ComparatorResult,
  type DesignRequest,
  type DesignResult,
  designResult,
} from './design-result.ts';
export { type DesignMethod, METHODS } from './design-search.ts';
export { designText } from './design-text.ts';
export type { Entry } from './entry-schema.ts';
export { expandEntry } from './expand-actions.ts';
export { type IdentifyPlan, identifyPlanner } from './identify-plan.ts';
export {
  type AlternativeResult,
  type AugmentationResult,
  type DataFit,
  type IdentifyRequest,
  type IdentifyResult,
  identifyResult,
  WORLDS_WRITTEN,
} from './identify-result.ts';
export { identifyText, undecidedText } from './identify-text.ts';
export { studyJsonSchema, studyJsonSchemaText } from './json-schema.ts';
export type { LawRepair, NoiseUsed } from './law-repair.ts';
export { type LoadedPlan, loadPlan, type OpenStudy, openStudy } from './load-plan.ts';
export { InvalidStudy, type LocatedProblem, pathText } from './located-problem.ts';
export { type ParsedStudy, parseStudy } from './parse-study.ts';
export { retrospectPlots } from './pictures/retrospect-plots.ts';
export {
  lawPlanner,
  type NamedFiles,
  type Plan,
  type Planned,
  type Planner,
  type TextFiles,
  valuePlanner,
} from './plan.ts';
export { problemsText } from './problem-text.ts';
export type { Warning } from './protocol-warnings.ts';
export {
  type Answer,
  alternativeSentences,
  answers,
  bestAnswer,
  type Methods,
  type MethodsAbout,
  methodsText,
  type ReportFrom,
  ranSentence,
  reportPage,
  targetWords,
  toldApartAnswer,
} from './report/index.ts';
export type { GridResult, GridSummary, ResultHead, ResultOrigin, ResultRepair } from './result-head.ts';
export { loadRetrospect, type RetrospectFrom, type RetrospectPlan } from './retrospect-load.ts';
export {
  type RetrospectRequest,
  type RetrospectResult,
  retrospectResult,
  type TargetResult,
} from './retrospect-result.ts';
export type { StabilityResult, SweepResult } from './retrospect-stability.ts';
export { retrospectText } from './retrospect-text.ts';
export type { RunRequest } from './run-plan.ts';
export {
  benchmarkInWorlds,
  type PlacedAction,
  type RunRemark,
  type RunResult,
  type RunSteps,
  runResult,
  writtenRun,
} from './run-result.ts';
export { type SkippedStep, STEPS, type StepName, stepsOf } from './run-steps.ts';
export { runText } from './run-text.ts';
export {
  assumedText,
  benchmarkText,
  COMPARATOR_NAMES,
  classesText,
  dataText,
  errorText,
  intervalsText,
  invisibleText,
  lawsText,
  measureLines,
  neededText,
  pairCriterion,
  proofText,
  rateText,
  rulesText,
  theoryText,
  tieLines,
  UNIFORM,
} from './sentences.ts';
export { besideStudy, inputHash, type LargeFile, type NamedFile, type StudyFiles } from './study-files.ts';
export type { Protocol } from './study-parts.ts';
export { type Study, type StudyFile, studySchema } from './study-schema.ts';
export { type UnitsPlan, type UnitsQuestion, unitsPlanner } from './units-plan.ts';
export { type UnitsPlanRequest, type UnitsPlanResult, unitsPlanResult } from './units-plan-result.ts';
export { unitsPlanText } from './units-plan-text.ts';
export { type ProtocolResult, type ValueResult, valueResult } from './value-result.ts';
export { valueText } from './value-text.ts';
export { wrapText } from './wrap-text.ts';
