import { predictDocument } from '@sightline/answers/questions/predict';
import { predictTables } from '@sightline/answers/tables/predict';
import { predict } from '@sightline/study/questions/predict';
import type { Asked } from './asked.ts';

export const asked: Asked<'predict'> = {
  question: predict,
  document: predictDocument,
  tables: predictTables,
};
