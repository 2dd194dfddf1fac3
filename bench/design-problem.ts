import {
  action,
  feasibleFamily,
  type KernelSpec,
  kernelMatrix,
  type searcher,
  type TargetSpec,
  target,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';

const HORIZON = 20;

/** Point readings in the middles of equal parts: OU, tau 1 unless another law is asked for, noise 0.5. */
export function designProblem(
  points: number,
  actions: number,
  exactly: number,
  spec: TargetSpec,
  kernel: KernelSpec = { ou: { tau: 1 } },
  trait = 0,
): Parameters<typeof searcher>[0] {
  const grid = timeGrid(HORIZON, points);
  const catalogue = Array.from({ length: actions }, (_, i) =>
    action({ at: ((i + 0.5) * HORIZON) / actions, noise: 0.5 }, grid),
  );
  const model = {
    covariance: kernelMatrix(kernel, trait, grid),
    weights: targetWeights('uniform', grid),
  };
  return {
    scenarios: [{ model, target: target(spec) }],
    objective: { kind: 'mean' },
    family: feasibleFamily(catalogue, { exactly }),
  };
}
