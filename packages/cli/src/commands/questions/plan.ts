import { planDocument } from '@sightline/answers/questions/plan';
import { trialDocument } from '@sightline/answers/questions/trial';
import { planTables, trialTables } from '@sightline/answers/tables/plan';
import { plan } from '@sightline/study/questions/plan';
import { trial } from '@sightline/study/questions/trial';
import type { Asked } from './asked.ts';

export const asked: Asked<'plan'> = {
  question: plan,
  document: planDocument,
  tables: planTables,
  instead: { question: trial, document: trialDocument, tables: trialTables },
};
