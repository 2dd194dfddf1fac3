import { drawnPeople, peopleAlike, predictions } from '@sightline/engine/internal';
import {
  benchmarkLaw,
  type KeptValues,
  keptLaw,
  lawPlan,
  loadPlan,
  openStudy,
  predictingLaw,
  questionOf,
  type StudyFiles,
  withLaw,
} from '@sightline/study';
import { withText } from './answer-question.ts';
import { lawPicture } from './law-picture.ts';
import type { Asking, People, PeopleAsked, WorldPeople, WorldsAsked } from './question.ts';

/** Enough that their share explained is the value to two digits or so. */
const PEOPLE = 1000;
/** With their paths and intervals: more, nobody would draw one by one. */
const SHOWN = 60;
const LEVEL = 0.95;
/** For intervals that are not normal. */
const DRAWS = 2000;

/** The law stays while a mark is dragged. */
const kept: KeptValues = {};

/** null where the study has no law of trajectories, or no such protocol. */
export async function people(
  { protocol: name, group }: PeopleAsked,
  asking: Asking,
  files: StudyFiles,
): Promise<{ result: People | null }> {
  const opened = await openStudy(asking.study, withText(asking, files), 'value');
  const { plan } = await opened.plan((study) => lawPlan(study, (own) => keptLaw(kept, own)));
  const protocol = plan.protocols.find((one) => one.name === name);
  const made = await withLaw(plan);
  if (!protocol || made.latent.estimand !== 'gaussian') return { result: null };
  const { law, target } = predictingLaw(made.latent, plan.target);
  const { actions } = protocol;
  const seed = asking.seed + group;
  const drawn = drawnPeople(law, target, actions, { people: PEOPLE, seed });
  const [p, d] = [law.weights.length, actions.length];
  const first = { rows: SHOWN, cols: d, data: drawn.readings.data.slice(0, SHOWN * d) };
  const said = await predictions({
    law,
    target,
    protocol: actions,
    readings: first,
    level: LEVEL,
    draws: DRAWS,
    seed,
  });
  const { times, frame, transform } = lawPicture(made, asking.seed);
  const every = Math.ceil(p / times.length);
  return {
    result: {
      targets: drawn.targets,
      predicted: drawn.predicted,
      shown: said.predictions.map(({ low, high }, m) => ({
        path: times.map((_, i) => drawn.trajectories.data[m * p + i * every]!),
        readings: [...first.data.subarray(m * d, (m + 1) * d)],
        low,
        high,
      })),
      readings: actions.map(({ at, width }) => ({ at, width })),
      times,
      frame,
      transform,
      level: LEVEL,
    },
  };
}

/** Fewer, since four pictures of them stand side by side. */
const IN_A_WORLD = 400;

/** People of the two worlds. Where the target is linear, the same ones as far as the benchmark can see; else by the same draws. */
export async function worldsPeople(
  { alternative, covariances }: WorldsAsked,
  asking: Asking,
  files: StudyFiles,
): Promise<{ result: WorldPeople[] }> {
  const { plan } = await loadPlan(
    questionOf('identify'),
    asking.study,
    withText(asking, files),
    {},
    asking.seed,
  );
  const made = await benchmarkLaw(plan);
  const { grid, weights, target, realised } = plan;
  const protocols = [...realised, ...plan.alternatives.filter(({ name }) => name === alternative)];
  const options = { people: IN_A_WORLD, seed: asking.seed };
  return {
    result: covariances.map((rows) => {
      const covariance = { rows: grid.points, cols: grid.points, data: Float64Array.from(rows.flat()) };
      // Data of the benchmark, in place of a law, leave a standardised one.
      const under: ReturnType<typeof predictingLaw> = made
        ? predictingLaw({ ...made.latent, model: { ...made.latent.model, covariance } }, target)
        : { law: { covariance, weights }, target };
      const [benchmark, other] = protocols;
      if (under.target === 'mean' && under.law.transform !== 'log' && protocols.length === 2) {
        const alike = peopleAlike(under.law, benchmark!.actions, other!.actions, options);
        const { targets, byBenchmark, byProtocol } = alike;
        return [
          { protocol: benchmark!.name, targets, predicted: byBenchmark },
          { protocol: other!.name, targets, predicted: byProtocol },
        ];
      }
      return protocols.map(({ name, actions }) => {
        const { targets, predicted } = drawnPeople(under.law, under.target, actions, options);
        return { protocol: name, targets, predicted };
      });
    }),
  };
}
