// What the panels of Figure 2 draw.
import type { TargetSpec } from '@sightline/engine/internal';
import type { Banded, Regrets, Resolutions, UniformErrors } from '../compare/series.ts';
import { atUnits, type CalibrationSetting, logSlope, type Replication } from './calibration-replications.ts';
import type { FoundSetting } from './calibration-rows.ts';
import { TAIL } from './figure-2.ts';

/** Means at each number of units, with two standard errors to either side. */
function means(
  found: readonly Replication[],
  units: readonly number[],
  pick: (replication: Replication) => number,
): Banded[] {
  return units.map((m) => {
    const { mean, standardError } = atUnits(found, m, pick);
    return { value: mean, low: mean - 2 * standardError, high: mean + 2 * standardError };
  });
}

const nameOf = (spec: TargetSpec) =>
  typeof spec === 'string' ? spec : Object.entries(spec).map(([kind, value]) => `${kind} ${value}`)[0]!;

export function figure2aSeries(
  { units, targets }: CalibrationSetting,
  found: readonly Replication[],
): UniformErrors {
  return {
    kind: 'uniform errors',
    units: [...units],
    targets: targets.map((spec, t) => {
      const error = (replication: Replication) => replication.error[t]!;
      return {
        name: nameOf(spec),
        errors: means(found, units, error),
        slope: logSlope(found, units, error).slope,
        tailSlope: logSlope(found, TAIL, error).slope,
      };
    }),
  };
}

/** Of each cell and number of units in the cloud; more would only be ink. */
const CLOUD = 40;

export function figure2bSeries(found: readonly FoundSetting[]): Regrets {
  const cells = found.flatMap(({ setting, replications }) =>
    setting.targets.map((spec, t) => ({ setting, spec, t, replications })),
  );
  return {
    kind: 'regrets',
    units: [...found[0]!.setting.units],
    cells: cells.map(({ setting, spec, t, replications }) => ({
      name: `${setting.name.replace(/^figure-2b /, '')}, ${nameOf(spec)}`,
      regret: means(replications, setting.units, ({ regret }) => regret[t]!),
      error: means(replications, setting.units, ({ error }) => error[t]!),
    })),
    cloud: cells.flatMap(({ setting, t, replications }) =>
      replications
        .filter((_, i) => i % setting.replications < CLOUD)
        .map(({ regret, error, units }) => ({ regret: regret[t]!, bound: 2 * error[t]!, units })),
    ),
  };
}

export function figure2cdSeries(
  { units, classes }: CalibrationSetting,
  found: readonly Replication[],
): Resolutions {
  return {
    kind: 'resolutions',
    units: [...units],
    classes: classes!.map((members, c) => ({
      size: members.length,
      regret: means(found, units, ({ regret }) => regret[c]!),
      error: means(found, units, ({ error }) => error[c]!),
    })),
  };
}
