import { designDocument } from '@sightline/answers/questions/design/document';
import { designTables } from '@sightline/answers/tables/design';
import { design } from '@sightline/study/questions/design';
import type { Asked } from './asked.ts';

export const asked: Asked<'design'> = { question: design, document: designDocument, tables: designTables };
