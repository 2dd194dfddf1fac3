import {
  type Expectation,
  oneOf,
  TARGETS,
  type TargetSpec,
  targetExample,
  targetForm,
} from '@sightline/engine/internal';
import * as z from 'zod';
import { expectedKind, expects, fields, kindForm } from './fields.ts';
import { parameterField } from './kind-fields.ts';

export const TARGET: Expectation = {
  type: 'forms',
  of: TARGETS.map((kind) =>
    kind.parameter.type === 'word'
      ? oneOf([kind.name])
      : kindForm(expectedKind(kind, targetExample(kind)), targetForm(kind)),
  ),
};

/** What is to be known: one of the engine's kinds of targets. */
export const target = (
  z.union(
    TARGETS.map(({ name, parameter }) =>
      parameter.type === 'word'
        ? z.literal(name, expects(TARGET)).describe(`${parameter.meaning}.`)
        : fields({ [name]: parameterField(parameter) }),
    ),
    expects(TARGET),
  ) as unknown as z.ZodType<TargetSpec, TargetSpec>
).meta({
  id: 'target',
  description: 'What is to be known about each trajectory, on the scale of a unit-variance latent value.',
});
