import type { DesignResult } from '../design-result.ts';
import { measureText, proofText } from '../design-text.ts';
import { costText } from '../result-text.ts';
import type { RunResult } from '../run-result.ts';
import { openSentences } from './open-sentences.ts';
import { actionsWords, quoted } from './study-words.ts';

/** What to take, how sure it is that nothing is better, and what it gains over the protocols named. */
export function bestAnswer(run: Pick<RunResult, 'steps' | 'undecided'>): string[] {
  const { design } = run.steps;
  if (!design) return openSentences(run, ['design']);
  return [choiceSentence(design, run), proofText(design), ...gainSentence(run, design)];
}

function choiceSentence(design: DesignResult, { steps }: Pick<RunResult, 'steps'>): string {
  const { best, grid, objective, law } = design;
  const actions = best.at.map((at, i) => ({ at, width: best.widths[i]!, repeats: best.repeats[i]! }));
  const worth = objective === 'value' ? `R² ${best.value.toFixed(3)}` : measureText(design);
  const units = steps.calibrate?.units;
  const under =
    law === 'calibration'
      ? ` under the law estimated from ${units ?? 'the'} units`
      : ' under the law given in the study';
  return `Measure ${actionsWords(actions, grid.unit)}: ${worth}${under}, at a cost of ${costText(best.cost)}.`;
}

/** Where the choice is made for the study's own target, it can be compared with the study's protocols. */
function gainSentence({ steps }: Pick<RunResult, 'steps'>, { objective, best }: DesignResult): string[] {
  const named = Object.entries(steps.value?.protocols ?? {});
  if (objective !== 'value' || named.length === 0) return [];
  const [name, { value, cost }] = named.reduce((a, b) => (b[1].value > a[1].value ? b : a));
  const better = best.value > value ? '' : ', which is not one of the choices';
  return [
    `The best protocol that the study names, ${quoted(name)}, has R² ${value.toFixed(3)} at a cost of ${costText(cost)}${better}.`,
  ];
}
