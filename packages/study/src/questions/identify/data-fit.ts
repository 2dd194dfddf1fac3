import { type Action, type BenchmarksFit, INCOMPATIBLE_BELOW } from '@sightline/engine/internal';
import { LEVEL } from '../../asking/question.ts';
import { moment } from '../../words/text.ts';
import type { IdentifyPlan } from './plan.ts';
import type { DataFit } from './result.ts';

/** How well one law fits the data, with the study's names. */
export function dataFit({ alone, agreement, ...fit }: BenchmarksFit, plan: IdentifyPlan): DataFit {
  const { realised, grid } = plan;
  const names = realised.map(({ name }) => name);
  const named = <Value>(values: readonly Value[], which = names) =>
    Object.fromEntries(which.map((name, k) => [name, values[k]!]));
  const reading = ({ at, width }: Action) =>
    width > 0 ? `the window around ${moment(at, grid)}` : `the reading at ${moment(at, grid)}`;
  return {
    ...fit,
    incompatibleBelow: INCOMPATIBLE_BELOW,
    level: LEVEL.usual,
    ...(alone && { studies: named(alone) }),
    ...(agreement && {
      agreement: {
        pValue: agreement.pValue,
        shared: agreement.shared.map(({ protocols, of, values, standardErrors }) => {
          const [a, b] = of.map((n) =>
            n === null ? 'the target' : reading(realised[protocols[0]]!.actions[n]!),
          );
          const own = protocols.map((k) => names[k]!);
          return {
            what: of[0] === of[1] ? `variance of ${a}` : `covariance of ${a} and ${b}`,
            values: named(values, own),
            standardErrors: named(standardErrors, own),
          };
        }),
      },
    }),
  };
}
