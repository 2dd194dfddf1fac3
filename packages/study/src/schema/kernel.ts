import { KERNELS, type KernelKind, type KernelSpec } from '@sightline/engine';
import { z } from 'zod';
import { fields } from './fields.ts';
import { numberField, parameterField } from './kind-fields.ts';

const shapeOf = ({ shape }: KernelKind) => shape;
const ALONE: readonly KernelKind[] = KERNELS.filter((kind) => !('parts' in shapeOf(kind)));
const NAMES = KERNELS.map(({ name }) => name);

/** Of a kernel that stands alone: its parameters by name, or a list. A mixture is made of these. */
function valueField({ title, formula, shape }: KernelKind) {
  if (!('parameters' in shape)) return 'list' in shape ? parameterField(shape.list) : z.never();
  return fields(
    Object.fromEntries(Object.entries(shape.parameters).map(([name, one]) => [name, numberField(one)])),
    `{ ${Object.keys(shape.parameters).join(', ')} }`,
  ).describe(`${title.charAt(0).toUpperCase()}${title.slice(1)}: ${formula}.`);
}

function field(kind: KernelKind): z.ZodType {
  if (!('parts' in kind.shape)) return valueField(kind);
  const { weight, meaning } = kind.shape.parts;
  const accepted = `{ weight, and exactly one of ${ALONE.map(({ name }) => name).join(', ')} }`;
  const part = z.union(
    ALONE.map((one) => fields({ weight: numberField(weight), [one.name]: valueField(one) }, accepted)),
    accepted,
  );
  return z
    .array(part, `a list of ${accepted}`)
    .min(1, `a list of at least one ${accepted}`)
    .describe(`${meaning}.`);
}

const KERNEL = `exactly one of ${NAMES.join(', ')}, with its parameters`;

/** How the trajectory remembers: one of the engine's kinds of kernels. */
export const kernel = (
  z.union(
    KERNELS.map((kind) => fields({ [kind.name]: field(kind) }, KERNEL)),
    KERNEL,
  ) as unknown as z.ZodType<KernelSpec, KernelSpec>
).meta({ id: 'kernel', description: 'How the correlation of the latent trajectory decays with the lag u.' });
