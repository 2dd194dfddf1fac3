export { retrospectPlots } from './pictures/retrospect-plots.ts';
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
export { runText } from './report/run-text.ts';
export { calibrateText } from './terminal/calibrate-text.ts';
export { designText } from './terminal/design-text.ts';
export { identifyText, undecidedText } from './terminal/identify-text.ts';
export { problemsText } from './terminal/problem-text.ts';
export { retrospectText } from './terminal/retrospect-text.ts';
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
} from './terminal/sentences.ts';
export { unitsPlanText } from './terminal/units-plan-text.ts';
export { valueText } from './terminal/value-text.ts';
export { wrapText } from './terminal/wrap-text.ts';
export { boundMark } from './words/bound-mark.ts';
