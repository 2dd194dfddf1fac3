import {
  type ExpectedMapping,
  KERNELS,
  type KernelKind,
  type KernelSpec,
  kernelExample,
} from '@sightline/engine/internal';
import * as z from 'zod';
import { expectedKind, expects, fields, filledList } from './fields.ts';
import { numberField, parameterField } from './kind-fields.ts';

const shapeOf = ({ shape }: KernelKind) => shape;
const ALONE: readonly KernelKind[] = KERNELS.filter((kind) => !('parts' in shapeOf(kind)));

/** Of a kernel that stands alone: its parameters by name, or a list. A mixture is made of these. */
function valueField({ title, formula, shape }: KernelKind) {
  if (!('parameters' in shape)) return 'list' in shape ? parameterField(shape.list) : z.never();
  return fields(
    Object.fromEntries(Object.entries(shape.parameters).map(([name, one]) => [name, numberField(one)])),
  ).describe(`${title.charAt(0).toUpperCase()}${title.slice(1)}: ${formula}.`);
}

function field(kind: KernelKind): z.ZodType {
  if (!('parts' in kind.shape)) return valueField(kind);
  const { weight, meaning } = kind.shape.parts;
  const part: ExpectedMapping = {
    ...kernelOf(ALONE, `{ weight, and exactly one of ${names(ALONE)} }`),
    fields: ['weight', ...ALONE.map(({ name }) => name)],
  };
  const parts = ALONE.map((one) => fields({ weight: numberField(weight), [one.name]: valueField(one) }));
  return filledList(z.union(parts, expects(part)), part).describe(`${meaning}.`);
}

const names = (kinds: readonly KernelKind[]) => kinds.map(({ name }) => name).join(', ');

function kernelOf(kinds: readonly KernelKind[], form: string): ExpectedMapping {
  const known = kinds.map((kind) => expectedKind(kind, kernelExample(kind)));
  return { type: 'mapping', fields: kinds.map(({ name }) => name), form, kinds: known };
}

/** How the trajectory remembers: one of the engine's kinds of kernels. */
export const kernel = (
  z.union(
    KERNELS.map((kind) => fields({ [kind.name]: field(kind) })),
    expects(kernelOf(KERNELS, `exactly one of ${names(KERNELS)}, with its parameters`)),
  ) as unknown as z.ZodType<KernelSpec, KernelSpec>
).meta({ id: 'kernel', description: 'How the correlation of the latent trajectory decays with the lag u.' });
