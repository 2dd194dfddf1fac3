import { InvalidInput, type TimeGrid, targetWeights } from '@sightline/engine/internal';
import { gridOf, type ParsedStudy, type Study } from '@sightline/study';
import { type MarkedProtocol, markedProtocols } from './marks.ts';

/** What of a study can be drawn without its law: the horizon, the target's weights and every protocol's marks. */
export interface Scene {
  study: Study;
  grid: TimeGrid;
  weights: Float64Array;
  protocols: MarkedProtocol[];
}

/**
 * undefined where something of it is wrong; what that is, the commands say. What the study says as it did `before` is the same
 * object again.
 */
export function sceneOf(
  { problems, parts }: Pick<ParsedStudy, 'problems' | 'parts'>,
  before?: Scene,
): Scene | undefined {
  const { time, target } = parts;
  if (problems.length > 0 || !time || target === undefined) return undefined;
  try {
    const sameTime = before?.study.time === time;
    const grid = sameTime ? before.grid : gridOf(time);
    const weights =
      sameTime && before.study.weights === parts.weights
        ? before.weights
        : targetWeights(parts.weights ?? 'uniform', grid);
    const known = new Map<unknown, MarkedProtocol>(
      sameTime ? before.protocols.map((one) => [before.study.protocols![one.name], one]) : [],
    );
    const protocols = markedProtocols(parts.protocols, grid, (name, given) => {
      const found = known.get(given);
      return found?.name === name ? found : undefined;
    });
    return protocols && { study: { ...parts, time, target } as Study, grid, weights, protocols };
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}
