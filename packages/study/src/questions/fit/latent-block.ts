import { InvalidStudy, placed } from '../../problems/located-problem.ts';
import { type FitAnswer, undeterminedOf } from './plan-and-result.ts';

/**
 * The `latent` block of a study file: the law, and under `fitted` how uncertain it is, so that a study can use it without the
 * readings. Numbers are written so that they are read back to the last bit.
 */
export function latentBlock(result: FitAnswer): string {
  if ('surface' in result) throw new InvalidStudy([withoutKernel(result.study)]);
  const { best, transform, units, trajectories, readings, parameters, covariance, knots, bounds, ridge } =
    result;
  const [[kernel, values]] = Object.entries(best.kernel) as [[string, Record<string, number>]];
  const own = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  const open = undeterminedOf(parameters);
  const unit = transform === 'log' ? 'of the logarithm' : 'in the unit of the data';
  const lines = [
    `# Fitted by ${result.method === 'reml' ? 'restricted' : 'maximum'} likelihood to ${readings} readings of ${units} units, ${result.data.file}.`,
    'latent:',
    `  kernel: { ${kernel}: { ${own.join(', ')} } }`,
    `  trait: ${best.trait}`,
    `  mean: ${flow(best.mean)}`,
    `  sd: ${best.sd}`,
    `  transform: ${transform}`,
    '  fitted:',
    `    units: ${units}`,
    ...(trajectories > units ? [`    trajectories: ${trajectories}`] : []),
    `    readings: ${readings}`,
    `    noise: ${best.noise} # variance of a reading, ${unit}`,
    `    kernel: ${kernel}`,
    `    parameters: [${parameters.map(({ name }) => name).join(', ')}]`,
    `    estimates: ${flow(parameters.map(({ value }) => value))}`,
    '    covariance: # of logarithms, for trait of the logit, and of the mean itself',
    ...covariance.map((row) => `      - ${flow(row)}`),
    ...(knots ? [`    knots: ${flow(knots.times)}`, `    atKnots: ${flow(knots.values)}`] : []),
    ...(open.length > 0 ? [`    undetermined: [${open.join(', ')}]`] : []),
    ...(bounds.length > 0
      ? [
          '    bounds:',
          ...bounds.map(({ parameter, set }) => `      - { parameter: ${parameter}, set: ${flow(set)} }`),
        ]
      : []),
    ...(ridge
      ? [
          '    ridge:',
          `      parameter: ${ridge.parameter}`,
          '      sets:',
          ...ridge.sets.map((set) => `        - ${flow(set)}`),
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** A surface is a matrix and two lists of numbers, and may be known in part. */
const withoutKernel = (study: string) =>
  placed(
    {
      path: ['fit', 'surface'],
      value: true,
      why: 'a law without a kernel is not written as a block: it has a correlation for each pair of times, and not all may be known',
      accepted: 'kernels in place of `surface`; or no --write, and commands that work with the readings',
    },
    study,
  );

const flow = (value: number | readonly number[]) =>
  typeof value === 'number' ? String(value) : `[${value.join(', ')}]`;
