import {
  NumericallyUndecided,
  protocolValues,
  target as standardisedTarget,
  type Target,
} from '@sightline/engine/internal';
import { located } from '../../file/parse-study.ts';
import type { FitWork } from '../../law/fit-law.ts';
import { lawOn, type MadeLaw, withLaw } from '../../law/law.ts';
import { lawProblems } from '../../law/law-rules.ts';
import { preparedTarget } from '../../law/target-of-law.ts';
import { InvalidStudy } from '../../problems/located-problem.ts';
import type { IdentifyPlan } from './plan.ts';
import type { IdentifyResult } from './result.ts';

/** The law of the latent quantity, estimated where it has to be; undefined where data of the benchmark stand in for it. */
export async function benchmarkLaw(plan: IdentifyPlan, work: FitWork = {}): Promise<MadeLaw | undefined> {
  if (plan.law.by === 'data') return undefined;
  if (plan.law.by === 'surface') {
    const { givenBySurface } = await import('../../law/surface-law.ts');
    return { latent: lawOn(givenBySurface(plan.law.surface), plan.weights), from: 'fit', estimated: null };
  }
  const made = await withLaw({ law: plan.law.law }, work);
  refuseImpossible(plan, made);
  return made;
}

/** What is asked about, as the engine computes with it under the law. */
export function benchmarkTarget(plan: IdentifyPlan, law: MadeLaw | undefined): Target {
  return law ? preparedTarget(law.latent, plan.target, plan.source) : standardisedTarget(plan.target);
}

/** An estimated law must be one of those that `assume` and `know` leave possible. Throws InvalidStudy. */
export function refuseImpossible(
  { assume, knowledge, grid, source }: Omit<IdentifyPlan, 'law'>,
  { latent: law, from }: MadeLaw,
): void {
  if (from === 'latent') return;
  const whose = `the law ${from === 'fit' ? 'fitted to' : 'estimated from'} \`calibration\``;
  const problems = lawProblems(law.model.covariance, assume, knowledge, grid, whose);
  if (problems.length > 0) throw new InvalidStudy(problems.map((one) => located(one, source)));
}

type Both = readonly [number, number];

/** What the benchmark sees in the two worlds of each alternative: the value of the realised protocol, or of each of a list. */
export type BenchmarkInWorlds = Record<
  string,
  { targetVariance: Both; realisedValue?: Both; realisedValues?: Record<string, Both> }
>;

/** The target's variance and the realised protocols' values, computed in each world by what knows nothing of benchmarks. */
export async function benchmarkInWorlds(
  { alternatives }: IdentifyResult,
  plan: IdentifyPlan,
): Promise<BenchmarkInWorlds> {
  const { weights, realised, grid, study } = plan;
  // Where nothing was realised, nothing has to be the same but what was seen.
  if (realised.length === 0) return {};
  const law = await benchmarkLaw(plan);
  const target = benchmarkTarget(plan, law);
  const seen = (rows: readonly (readonly number[])[]) => {
    const data = Float64Array.from(rows.flat());
    const covariance = { rows: grid.points, cols: grid.points, data };
    const model = law ? { ...law.latent.model, covariance } : { covariance, weights };
    const { variance, protocols } = protocolValues(
      model,
      target,
      realised.map(({ actions }) => actions),
    );
    return { variance, values: protocols.map(({ value }) => value) };
  };
  const both = (low: readonly (readonly number[])[], high: readonly (readonly number[])[]) => {
    try {
      const [a, b] = [seen(low), seen(high)];
      const values = a.values.map((value, i): Both => [value, b.values[i]!]);
      const own = Array.isArray(study.realised)
        ? { realisedValues: Object.fromEntries(realised.map(({ name }, i) => [name, values[i]!])) }
        : { realisedValue: values[0]! };
      return [{ targetVariance: [a.variance, b.variance], ...own }] as const;
    } catch (error) {
      // A world at the edge of what is possible may be too nearly singular to be looked at again.
      if (error instanceof NumericallyUndecided) return [];
      throw error;
    }
  };
  return Object.fromEntries(
    Object.entries(alternatives).flatMap(([name, { worlds }]) => {
      const [low, high] = worlds.map(({ covariance }) => covariance);
      return low && high ? both(low, high).map((same) => [name, same]) : [];
    }),
  );
}
