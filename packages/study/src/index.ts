export type { BenchmarkData } from './benchmark-data.ts';
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
export { type LoadedPlan, loadPlan } from './load-plan.ts';
export { InvalidStudy, type LocatedProblem, pathText } from './located-problem.ts';
export { type ParsedStudy, parseStudy } from './parse-study.ts';
export { type NamedFiles, type Plan, type Planned, type Planner, valuePlanner } from './plan.ts';
export { problemsText } from './problem-text.ts';
export type { Warning } from './protocol-warnings.ts';
export type { GridResult, GridSummary, ResultHead, ResultOrigin } from './result-head.ts';
export { besideStudy, inputHash, type NamedFile, type StudyFiles } from './study-files.ts';
export type { Protocol } from './study-parts.ts';
export { type Entry, type Study, studySchema } from './study-schema.ts';
export { type ProtocolResult, type ValueResult, valueResult } from './value-result.ts';
export { valueText } from './value-text.ts';
export { wrapText } from './wrap-text.ts';
