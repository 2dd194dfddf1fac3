import { fitDocument } from '@sightline/answers/questions/fit';
import { fitTables } from '@sightline/answers/tables/fit';
import { latentBlock } from '@sightline/study';
import { fit } from '@sightline/study/questions/fit';
import type { Asked } from './asked.ts';

export const asked: Asked<'fit'> = {
  question: fit,
  document: fitDocument,
  tables: fitTables,
  kept: {
    what: 'write the fitted law there, as the `latent` block of a study file',
    example: 'latent.yaml',
    said: 'the latent block',
    of: latentBlock,
  },
};
