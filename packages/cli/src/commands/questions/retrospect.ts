import { retrospectDocument } from '@sightline/answers/questions/retrospect/document';
import { retrospectPlots } from '@sightline/answers/questions/retrospect/pictures';
import { retrospect } from '@sightline/study/questions/retrospect';
import type { Asked } from './asked.ts';

export const asked: Asked<'retrospect'> = {
  question: retrospect,
  document: retrospectDocument,
  pictures: { what: 'R² by budget, chosen grid points, stability, sweep', of: retrospectPlots },
};
