import { signal } from '@preact/signals';
import type { DesignResult } from '@sightline/study';
import { keepAsking } from '../../state/keep-asking.ts';
import { parsed, SEED, scene, setting, studyName, text } from '../../state/workbench.ts';
import { catalogueActions } from '../../study/catalogue-actions.ts';
import { setRule } from '../../study/edit-choice.ts';
import { answerLine } from '../../work/answer-line.ts';
import type { Asking } from '../../work/question.ts';

/** What each cost buys, and the text whose catalogue it numbers. */
export const liveFrontier = signal<{ result: DesignResult; text: string } | undefined>(undefined);
/** Whether that is of the rules as they stand. */
export const isLive = signal(false);

/** All choices of so many actions are looked through in the twinkling of an eye; of more, some, without a proof. */
const FEW = 12;

type Of = Asking & { number: number; method: 'auto' | 'heuristic' };

/** Begins to keep the frontier up to date with law, catalogue and rules; returns what ends it. Protocols change nothing of it. */
export function followFrontier(): () => void {
  let number = 0;
  const line = answerLine<Of, DesignResult>(
    ({ method }) => ({ question: { command: 'design', request: { method, frontier: true } } }),
    (asking, answer) => {
      // What is wrong with the study is said where it is asked for an answer.
      liveFrontier.value =
        answer.kind === 'answered' ? { result: answer.result, text: asking.text } : undefined;
      isLive.value = asking.number === number;
    },
  );
  return keepAsking(line, () => {
    setting.value;
    const freed = withoutLimits();
    isLive.value = false;
    if (freed === undefined) liveFrontier.value = undefined;
    else line.ask({ study: studyName.value, ...freed, seed: SEED, number: ++number });
  });
}

/** How far beyond the budget of the study the frontier goes. */
const BEYOND = 2;

/** The study with every other rule, but free to take few actions or many: a limit is one point of the frontier. */
function withoutLimits(): Pick<Of, 'text' | 'method'> | undefined {
  const { catalogue, choose } = parsed.peek().parts;
  const grid = scene.peek()?.grid;
  const actions = grid && catalogueActions(catalogue, grid);
  if (!actions || actions.length === 0) return undefined;
  const all = actions.reduce((sum, { cost }) => sum + cost, 0);
  const dearest = Math.max(...(scene.peek()?.protocols ?? []).map(costOf), 0);
  const most = choose?.budget === undefined ? all : Math.min(all, Math.max(BEYOND * choose.budget, dearest));
  const free = setRule(text.peek(), 'exactly', undefined).text;
  return {
    text: setRule(free, 'budget', Math.max(most, 1e-9)).text,
    method: actions.length <= FEW ? 'auto' : 'heuristic',
  };
}

const costOf = ({ marks }: { marks: readonly { action: { cost: number } }[] }) =>
  marks.reduce((sum, { action }) => sum + action.cost, 0);
