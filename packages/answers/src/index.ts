export type {
  AnswerDocument,
  Block,
  Cell,
  Column,
  Fact,
  NumberCell,
  Part,
  Row,
  Section,
  Table,
} from './document/document.ts';
export { cellText, columnsInWords } from './document/document.ts';
export { documentInOwnWords } from './document/document-in-own-words.ts';
export { error, errorColumn } from './document/parts.ts';
export { reportPage } from './html/report-page.ts';
export { documentMarkdown } from './markdown/document-markdown.ts';
export { answerDocument, type Beside } from './questions/answer.ts';
export { calibrateDocument } from './questions/calibrate.ts';
export { COMPARATORS } from './questions/design/comparators.ts';
export { designDocument } from './questions/design/document.ts';
export { identifyDocument } from './questions/identify/document.ts';
export { planDocument } from './questions/plan.ts';
export { predictDocument } from './questions/predict.ts';
export { retrospectDocument } from './questions/retrospect/document.ts';
export { retrospectPlots } from './questions/retrospect/pictures.ts';
export { runDocument } from './questions/run/document.ts';
export { methodsText } from './questions/run/methods.ts';
export { valueDocument } from './questions/value.ts';
export { documentText, shortText } from './terminal/document-text.ts';
export { problemsText } from './terminal/problem-text.ts';
export { undecidedText } from './terminal/undecided-text.ts';
export { wrapText } from './terminal/wrap-text.ts';
export { byName } from './words/by-name.ts';
export { inOwnWords } from './words/own-words.ts';
export { boundMark, errorUnit } from './words/quantities.ts';
export { actionsWords, inTime, lawWords, targetWords, timesColumn } from './words/study-words.ts';
