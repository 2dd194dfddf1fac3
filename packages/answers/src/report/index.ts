// From the result of a run to what people read: sentences, a methods paragraph, a page.

export { lawWords, targetWords } from '../words/study-words.ts';
export { type Answer, answers } from './answers.ts';
export { bestAnswer } from './best-answer.ts';
export { alternativeSentences, ranSentence } from './known-answer.ts';
export { type Methods, type MethodsAbout, methodsText } from './methods-text.ts';
export { type ReportFrom, reportPage } from './report-page.ts';
export { toldApartAnswer } from './told-apart-answer.ts';
