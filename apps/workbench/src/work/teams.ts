import { randomStream, simulatedUnits, unitLaw } from '@sightline/engine/internal';
import { lawPlan, loadPlan, openStudy, questionOf, type StudyFiles, withLaw } from '@sightline/study';
import { withText } from './answer-question.ts';
import type { Asking, Teams, TeamsAsked } from './question.ts';

/** Of the bootstrap: enough for which protocols are told apart. */
const DRAWS = 400;
/** Decimals of what a team writes down. */
const DIGITS = 4;

/** Teams that each watch people of their own, drawn from the law of the study, and ask `calibrate` which protocol is best. */
export async function teams(
  { study, units, count }: TeamsAsked,
  asking: Asking,
  files: StudyFiles,
): Promise<{ result: Teams }> {
  const { plan: about } = await (await openStudy(asking.study, withText(asking, files), 'value')).plan(
    lawPlan,
  );
  const { latent } = await withLaw(about);
  const law = unitLaw(latent.model.covariance);
  const question = questionOf('calibrate');
  const result: Teams = { teams: [], data: '' };
  for (let team = 0; team < count; team++) {
    const data = tableOf(
      about.grid.times,
      simulatedUnits(law, units, 0, randomStream(asking.seed, 'team', team)).data,
    );
    const bytes = new TextEncoder().encode(data);
    const own = withText({ ...asking, text: study }, { read: async () => bytes });
    const { plan, origin } = await loadPlan(question, asking.study, own, {}, asking.seed);
    const { protocols, bestSet } = await question.compute(
      plan,
      { ...origin, seed: asking.seed },
      { draws: DRAWS },
    );
    result.teams.push({
      estimates: Object.fromEntries(Object.entries(protocols).map(([name, { value }]) => [name, value])),
      bestSet,
    });
    if (team === 0) result.data = data;
  }
  return { result };

  function tableOf(times: ArrayLike<number>, values: Float64Array): string {
    const p = times.length;
    const rows = Array.from({ length: units }, (_, unit) =>
      [unit + 1, ...Array.from(values.subarray(unit * p, (unit + 1) * p), (own) => own.toFixed(DIGITS))].join(
        ',',
      ),
    );
    return `${[`unit,${Array.from(times).join(',')}`, ...rows].join('\n')}\n`;
  }
}
