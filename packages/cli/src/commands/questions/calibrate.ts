import { calibrateDocument } from '@sightline/answers/questions/calibrate';
import { calibrate } from '@sightline/study/questions/calibrate';
import type { Asked } from './asked.ts';

export const asked: Asked<'calibrate'> = { question: calibrate, document: calibrateDocument };
