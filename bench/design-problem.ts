import {
  type Action,
  action,
  feasibleFamily,
  type KernelSpec,
  kernelMatrix,
  type searcher,
  type TargetSpec,
  type TimeGrid,
  target,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';

const HORIZON = 20;

/** Point readings in the middles of equal parts of the horizon. */
export function evenReadings(grid: TimeGrid, count: number, noise: number): Action[] {
  return Array.from({ length: count }, (_, k) =>
    action({ at: ((k + 0.5) * grid.horizon) / count, noise }, grid),
  );
}

/** So many of them to choose from: OU, tau 1 unless another law is asked for, noise 0.5. */
export function designProblem(
  points: number,
  actions: number,
  exactly: number,
  spec: TargetSpec,
  kernel: KernelSpec = { ou: { tau: 1 } },
  trait = 0,
): Parameters<typeof searcher>[0] {
  const grid = timeGrid(HORIZON, points);
  const model = {
    covariance: kernelMatrix(kernel, trait, grid),
    weights: targetWeights('uniform', grid),
  };
  return {
    scenarios: [{ model, target: target(spec) }],
    objective: { kind: 'mean' },
    family: feasibleFamily(evenReadings(grid, actions, 0.5), { exactly }),
  };
}
