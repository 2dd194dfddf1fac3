import { valueDocument } from '@sightline/answers/questions/value';
import { valueTables } from '@sightline/answers/tables/value';
import { value } from '@sightline/study/questions/value';
import type { Asked } from './asked.ts';

export const asked: Asked<'value'> = { question: value, document: valueDocument, tables: valueTables };
