import {
  action,
  cos,
  defaultKernels,
  functionTarget,
  identify,
  type KernelSpec,
  latentCovariance,
  plugInCovariance,
  protocolValues,
  type TargetSpec,
  target,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';
import { plainKernels } from '../packages/engine/test/plain-kernels/plain-kernels.ts';

const TARGETS: TargetSpec[] = [
  'mean',
  { above: 0 },
  { above: 1.5 },
  { outside: 1.2 },
  { logistic: 2 },
  { square: true },
  { hermite: [1, 0.5, -0.3] },
];
const KERNELS: KernelSpec[] = [
  { ou: { tau: 1 } },
  { matern32: { tau: 1 } },
  { squaredExponential: { tau: 1 } },
  { dampedCosine: { decay: 6, period: 3 } },
  { varyingOu: { from: 0.5, to: 4 } },
];

export interface Sample {
  kernels: string;
  numbers: number[];
}

/** Verdict, range and worlds of the four-point example: the semidefinite solver at work. */
function identified(): number[] {
  const grid = timeGrid(4, 4);
  const point = (j: number) => action({ at: j + 0.5 }, grid);
  const { range, worlds, sensitivity, invisibleDimension } = identify({
    covariance: latentCovariance({ kernel: { ou: { tau: 1 } } }, grid).covariance,
    weights: targetWeights('uniform', grid),
    target: target('mean'),
    realised: [[point(0)]],
    alternative: [point(1), point(2)],
    covarianceClass: 'any',
  });
  return [
    invisibleDimension!,
    sensitivity!,
    range!.low,
    range!.high,
    ...worlds.flatMap(({ covariance }) => [...covariance.data]),
  ];
}

/** A fixed piece of work through the whole engine; the same numbers are expected wherever it runs. */
export function sample(): Sample {
  const grid = timeGrid(10, 128, 'h');
  const weights = targetWeights({ recency: 6 }, grid);
  const protocols = [
    [0.5, 1.5, 2.5, 3.5],
    [1.25, 3.75, 6.25, 8.75],
    [2, 9],
  ].map((times) => times.map((at) => action({ at, width: at > 8 ? 1.5 : 0, noise: 0.4 }, grid)));
  protocols.push([action({ at: 5 }, grid), action({ at: 5 }, grid)]);
  const numbers: number[] = [];
  for (const kernel of KERNELS) {
    const { covariance } = latentCovariance({ kernel, trait: 0.1 }, grid);
    const targets = [...TARGETS.map(target), functionTarget(cos, { terms: 40 })];
    for (const prepared of targets)
      for (const kernels of [defaultKernels(), plainKernels()]) {
        const { variance, protocols: values } = protocolValues(
          { covariance, weights },
          prepared,
          protocols,
          kernels,
        );
        numbers.push(variance, ...values.flatMap((value) => [value.value, value.linearValue, value.rank]));
      }
    const few = { rows: 20, cols: 128, data: covariance.data.slice(0, 20 * 128) };
    numbers.push(...plugInCovariance(few).covariance.data.slice(0, 300));
  }
  numbers.push(...identified());
  return { kernels: defaultKernels().name, numbers };
}
