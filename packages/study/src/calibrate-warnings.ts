import type { CalibratePlan } from './calibrate-plan.ts';
import { estimatedFrom } from './calibrate-plan.ts';
import { fewUnits, scaleWarnings } from './estimate-warnings.ts';
import { lawWarnings } from './law-warnings.ts';
import { pathText } from './located-problem.ts';
import { digits, protocolWarnings, type Warning } from './protocol-warnings.ts';

/** Above this share of the units, the actions of a protocol explain too much of the sample by chance. */
const MANY_ACTIONS = 0.1;

export function calibrateWarnings(plan: CalibratePlan): Warning[] {
  const { study, grid, data, protocols } = plan;
  const { units } = data.report;
  return [
    ...lawWarnings(study, grid, false),
    ...protocols.flatMap((protocol) => protocolWarnings(protocol, protocol.actions.length, grid)),
    ...(study.latent === undefined
      ? []
      : [
          {
            kind: 'latent-unused' as const,
            path: 'latent',
            what: 'the values come from the dense data; the law under latent is not used',
          },
        ]),
    ...fewUnits(units, 'intervals and comparisons are not to be trusted'),
    ...scaleWarnings(estimatedFrom(plan)),
    ...(data.estimand === 'linear' ? manyActions(plan, units) : []),
  ];
}

/** A linear fit within the sample explains d/(m − 1) of what is unexplained by chance alone. */
function manyActions({ protocols }: CalibratePlan, units: number): Warning[] {
  return protocols
    .filter(({ actions }) => actions.length > MANY_ACTIONS * (units - 1))
    .map(({ name, actions }) => ({
      kind: 'many-actions',
      path: pathText(['protocols', name]),
      what:
        `${name} has ${actions.length} actions, and there are ${units} units: a linear predictor fitted to them explains ` +
        `by chance about ${digits(Math.min(1, actions.length / (units - 1)))} of what it cannot know, and the value is too ` +
        'large by that',
    }));
}
