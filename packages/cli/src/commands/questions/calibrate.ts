import { calibrateDocument } from '@sightline/answers/questions/calibrate';
import { calibrateTables } from '@sightline/answers/tables/calibrate';
import { calibrate } from '@sightline/study/questions/calibrate';
import type { Asked } from './asked.ts';

export const asked: Asked<'calibrate'> = {
  question: calibrate,
  document: calibrateDocument,
  tables: calibrateTables,
};
