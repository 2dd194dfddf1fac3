import { retrospectDocument } from '@sightline/answers/questions/retrospect/document';
import { retrospectPlots } from '@sightline/answers/questions/retrospect/pictures';
import { retrospectTables } from '@sightline/answers/tables/retrospect';
import { retrospect } from '@sightline/study/questions/retrospect';
import type { Asked } from './asked.ts';

export const asked: Asked<'retrospect'> = {
  question: retrospect,
  document: retrospectDocument,
  tables: retrospectTables,
  pictures: { what: 'R² by budget, chosen grid points, stability, sweep', of: retrospectPlots },
};
