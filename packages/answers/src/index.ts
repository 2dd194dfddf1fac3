export type {
  AnswerDocument,
  Block,
  Cell,
  Column,
  Fact,
  Part,
  Row,
  Section,
  Table,
} from './document/document.ts';
export { cellText, columnsInWords } from './document/document.ts';
export { documentMarkdown } from './markdown/document-markdown.ts';
export { retrospectPlots } from './pictures/retrospect-plots.ts';
export {
  calibrateDocument,
  classesText,
  dataText,
  errorText,
  theoryText,
} from './questions/calibrate.ts';
export {
  assumedText,
  type BenchmarkSeen,
  benchmarkText,
  identifyDocument,
  intervalsText,
  invisibleText,
} from './questions/identify.ts';
export {
  neededText,
  pairPurpose as pairCriterion,
  planDocument,
  rateText,
  UNIFORM,
} from './questions/plan.ts';
export { valueDocument } from './questions/value.ts';
export {
  type Answer,
  alternativeSentences,
  answers,
  bestAnswer,
  lawWords,
  type Methods,
  type MethodsAbout,
  methodsText,
  type ReportFrom,
  ranSentence,
  reportPage,
  targetWords,
  toldApartAnswer,
} from './report/index.ts';
export { runText } from './report/run-text.ts';
export { COMPARATOR_NAMES } from './terminal/design-tables.ts';
export { designText, lawsText, proofText, rulesText, tieLines } from './terminal/design-text.ts';
export { documentText } from './terminal/document-text.ts';
export { problemsText } from './terminal/problem-text.ts';
export { retrospectText } from './terminal/retrospect-text.ts';
export { undecidedText } from './terminal/undecided-text.ts';
export { wrapText } from './terminal/wrap-text.ts';
export { boundMark } from './words/quantities.ts';
