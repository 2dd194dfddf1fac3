import { undecidedText } from '@sightline/answers';
import { identifyDocument } from '@sightline/answers/questions/identify/document';
import { identifyTables } from '@sightline/answers/tables/identify';
import { identify } from '@sightline/study/questions/identify';
import type { Asked } from './asked.ts';

export const asked: Asked<'identify'> = {
  question: identify,
  document: identifyDocument,
  tables: identifyTables,
  undecided: undecidedText,
};
