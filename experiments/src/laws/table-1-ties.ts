// Table 1 where actions tie: what the comparators choose if a tie goes otherwise than here, where the earlier action is taken.
import { feasibleFamily, quadratureChoice, searcher } from '@sightline/engine/internal';
import { type DesignInstance, problemOf, SETTINGS } from './table-1.ts';

/** Minimum, mean and median of some efficiencies. */
export type Summary = readonly [least: number, mean: number, median: number];

export function summaryOf(efficiencies: readonly number[]): Summary {
  const ordered = [...efficiencies].sort((a, b) => a - b);
  const mean = ordered.reduce((a, b) => a + b, 0) / ordered.length;
  return [ordered[0]!, mean, ordered[(ordered.length - 1) / 2]!];
}

/** Kernel quadrature with ties going to the later action: its choice from the catalogue read backwards. */
export function laterKernelQuadrature(instances: readonly DesignInstance[]): Summary {
  return summaryOf(
    instances.map((instance) => {
      const { problem, rules } = problemIn(instance);
      const last = problem.family.catalogue.length - 1;
      const backwards = feasibleFamily([...problem.family.catalogue].reverse(), rules);
      const { chosen } = quadratureChoice(problem.scenarios[0]!, backwards);
      return efficiency(
        instance,
        chosen.map((a) => last - a),
      );
    }),
  );
}

/**
 * Mutual information with every gain as it was computed: the first of the largest, without a tolerance for ties. Far apart,
 * actions differ in the last digits only, and rounding decides. Conditional variances of the readings, updated by rank one.
 */
export function roundedMutualInformation(instances: readonly DesignInstance[]): Summary {
  return summaryOf(
    instances.map((instance) => {
      const { problem, budget } = problemIn(instance);
      const { catalogue } = problem.family;
      const { data, cols } = problem.scenarios[0]!.model.covariance;
      // Cov of two readings, each the mean of the grid points that it covers.
      const left = catalogue.map((a) =>
        catalogue.map((b) => {
          let sum = 0;
          for (let j = a.first; j <= a.last; j++)
            for (let k = b.first; k <= b.last; k++) sum += data[j * cols + k]!;
          return sum / (a.last - a.first + 1) / (b.last - b.first + 1);
        }),
      );
      const chosen: number[] = [];
      while (chosen.length < MOST) {
        let best = -1;
        catalogue.forEach(({ noise }, a) => {
          const most = best < 0 ? Number.NEGATIVE_INFINITY : left[best]![best]! / catalogue[best]!.noise;
          if (!chosen.includes(a) && left[a]![a]! / noise > most) best = a;
        });
        chosen.push(best);
        const row = [...left[best]!];
        const variance = row[best]! + catalogue[best]!.noise;
        left.forEach((own, a) => {
          for (let b = 0; b < own.length; b++) own[b]! -= (row[a]! * row[b]!) / variance;
        });
      }
      const affordable = chosen.filter((_, i) => {
        const spent = chosen.slice(0, i + 1).reduce((sum, a) => sum + catalogue[a]!.cost, 0);
        return spent <= budget + 1e-12;
      });
      return efficiency(instance, affordable);
    }),
  );
}

/** Actions of a protocol, at most. */
const MOST = 4;

function problemIn({ setting, target }: DesignInstance) {
  const found = SETTINGS.find(({ name }) => name === setting)!;
  const { rules } = found;
  return { problem: problemOf(found, target), rules, budget: rules.budget ?? Number.MAX_VALUE };
}

function efficiency(instance: DesignInstance, chosen: readonly number[]): number {
  const search = searcher(problemIn(instance).problem);
  return search.evaluate([[...chosen].sort((a, b) => a - b)]).objective[0]! / instance.design.best.objective;
}
