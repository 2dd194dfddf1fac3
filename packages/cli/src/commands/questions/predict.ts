import { predictDocument } from '@sightline/answers/questions/predict';
import { predict } from '@sightline/study/questions/predict';
import type { Asked } from './asked.ts';

export const asked: Asked<'predict'> = { question: predict, document: predictDocument };
