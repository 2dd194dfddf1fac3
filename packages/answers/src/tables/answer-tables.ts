import type { Answers, RunResult, RunSteps } from '@sightline/study';
import { calibrateTables } from './calibrate.ts';
import { designTables } from './design.ts';
import { fitTables } from './fit.ts';
import { identifyTables } from './identify.ts';
import { planTables, trialTables } from './plan.ts';
import { predictTables } from './predict.ts';
import { retrospectTables } from './retrospect.ts';
import type { TidyTable } from './tidy-table.ts';
import { valueTables } from './value.ts';

/** The tables of every answer, the one that it is about first. */
export const TABLES: { readonly [Name in keyof Answers]: readonly TidyTable<Answers[Name]>[] } = {
  fit: fitTables,
  value: valueTables,
  identify: identifyTables,
  calibrate: calibrateTables,
  plan: planTables,
  trial: trialTables,
  design: designTables,
  retrospect: retrospectTables,
  predict: predictTables,
};

/** Of a run: the tables of all questions that it asks, as `value-protocols`; of those that it left out there are no rows. */
export const runTables: readonly TidyTable<RunResult>[] = Object.entries(TABLES).flatMap(([step, tables]) =>
  step === 'predict'
    ? []
    : (tables as readonly TidyTable<object>[]).map((table) => ({
        ...table,
        name: `${step}-${table.name}`,
        rows: (result: RunResult) => {
          const answered = answeredIn(result)[step as keyof RunSteps];
          return answered ? table.rows(answered) : [];
        },
      })),
);

/** The answers of a run, each with what a run keeps apart from it. */
function answeredIn({ steps, choice, predictors }: RunResult): Partial<RunSteps> {
  const { value, design } = steps;
  return {
    ...steps,
    ...(design && { design: { ...design, ...choice } }),
    ...(value && {
      value: {
        ...value,
        protocols: Object.fromEntries(
          Object.entries(value.protocols).map(([name, protocol]) => [
            name,
            Object.hasOwn(predictors, name) ? { ...protocol, predictor: predictors[name]! } : protocol,
          ]),
        ),
      },
    }),
  };
}
