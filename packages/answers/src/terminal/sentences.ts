// The sentences that a command's text is made of, one by one: a page shows them beside pictures and tables.
export { classesText, dataText, errorText, theoryText } from './calibrate-text.ts';
export { COMPARATOR_NAMES } from './design-tables.ts';
export { lawsText, proofText, rulesText, tieLines } from './design-text.ts';
export { neededText, pairCriterion, rateText, UNIFORM } from './units-plan-text.ts';
