import { TARGETS, type TargetSpec, targetForm } from '@sightline/engine';
import { z } from 'zod';
import { fields } from './fields.ts';
import { parameterField } from './kind-fields.ts';

const FORMS = TARGETS.map(targetForm);
export const TARGET = `${FORMS.slice(0, -1).join(', ')} or ${FORMS.at(-1)}`;

/** What is to be known: one of the engine's kinds of targets. */
export const target = (
  z.union(
    TARGETS.map(({ name, parameter }) =>
      parameter.type === 'word'
        ? z.literal(name, TARGET).describe(`${parameter.meaning}.`)
        : fields({ [name]: parameterField(parameter) }, TARGET),
    ),
    TARGET,
  ) as unknown as z.ZodType<TargetSpec, TargetSpec>
).meta({
  id: 'target',
  description: 'What is to be known about each trajectory, on the scale of a unit-variance latent value.',
});
