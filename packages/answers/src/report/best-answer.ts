import type { DesignResult, RunResult } from '@sightline/study';
import { measureText, proofText } from '../terminal/design-text.ts';
import { costText } from '../terminal/result-text.ts';
import { boundMark } from '../words/quantities.ts';
import { actionsWords, inTime, quoted } from '../words/study-words.ts';
import { openSentences } from './open-sentences.ts';

/** What to take, how sure it is that nothing is better, and what it gains over the protocols named. */
export function bestAnswer(run: Pick<RunResult, 'steps' | 'undecided'>): string[] {
  const { design } = run.steps;
  if (!design) return openSentences(run, ['design']);
  return [choiceSentence(design), proofSentence(design), ...gainSentence(run, design)];
}

function choiceSentence(design: DesignResult): string {
  const { best, grid, objective, law, units } = design;
  const actions = inTime(best.at.map((at, i) => ({ at, width: best.widths[i]!, repeats: best.repeats[i]! })));
  const worth = objective === 'value' ? `R² ${boundMark(best)}${best.value.toFixed(3)}` : measureText(design);
  const under =
    law === 'calibration'
      ? ` under the law estimated from ${units} units`
      : ' under the law given in the study';
  return `Measure ${actionsWords(actions, grid.unit)}: ${worth}${under}, at a cost of ${costText(best.cost)}.`;
}

/** A proof holds under the law; where that is an estimate, whatever comes close may be better in truth. */
function proofSentence(design: DesignResult): string {
  const { best, law, units, under, sets } = design;
  const proof = proofText(design);
  if (law !== 'calibration' || under !== null || sets === 1) return proof;
  const need = `${units} units need not tell it from ${closest(design)}.`;
  return best.certified
    ? `Under this estimate ${proof.charAt(0).toLowerCase()}${proof.slice(1).replace(/\.$/, '')}; ${need}`
    : `${proof} All this is under the estimate: ${need}`;
}

/** Of what other rules would take, the best that is another choice. */
function closest({ best, comparators, places, objective, grid }: DesignResult): string {
  const [other] = Object.values(comparators)
    .filter(({ actions }) => String(actions) !== String(best.actions))
    .sort((a, b) => b.objective - a.objective);
  if (!other) return 'other choices';
  const actions = inTime(other.actions.map((action) => places[action]!));
  const measure = objective === 'value' ? 'R²' : objective === 'worst' ? 'least value' : objective;
  return `measuring ${actionsWords(actions, grid.unit)}, with ${measure} ${boundMark(other)}${other.objective.toFixed(3)}`;
}

/** Where the choice is made for the study's own target, it can be compared with the study's protocols. */
function gainSentence({ steps }: Pick<RunResult, 'steps'>, { objective, best }: DesignResult): string[] {
  const named = Object.entries(steps.value?.protocols ?? {});
  if (objective !== 'value' || named.length === 0) return [];
  const [name, { value, lowerBound, cost }] = named.reduce((a, b) => (b[1].value > a[1].value ? b : a));
  const better = best.value > value ? '' : ', which is not one of the choices';
  return [
    `The best protocol that the study names, ${quoted(name)}, has R² ${boundMark({ lowerBound })}${value.toFixed(3)} at a cost of ${costText(cost)}${better}.`,
  ];
}
