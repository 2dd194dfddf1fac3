import { InvalidInput, type TimeGrid, targetWeights } from '@sightline/engine';
import { gridOf, type ParsedStudy, type Study } from '@sightline/study';
import { type MarkedProtocol, markedProtocols } from './marks.ts';

/** What of a study can be drawn without its law: the horizon, the target's weights and every protocol's marks. */
export interface Scene {
  study: Study;
  grid: TimeGrid;
  weights: Float64Array;
  protocols: MarkedProtocol[];
}

/** undefined where something of it is wrong; what that is, the commands say. */
export function sceneOf({ problems, parts }: ParsedStudy): Scene | undefined {
  const { time, target } = parts;
  if (problems.length > 0 || !time || target === undefined) return undefined;
  try {
    const grid = gridOf(time);
    const weights = targetWeights(parts.weights ?? 'uniform', grid);
    const protocols = markedProtocols(parts.protocols, grid);
    return protocols && { study: { ...parts, time, target } as Study, grid, weights, protocols };
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}
