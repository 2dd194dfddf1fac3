import { computed, effect, signal } from '@preact/signals';
import { markElsewhere, triedTimes } from '../study/mark-elsewhere.ts';
import { type AnswerLine, answerLine } from '../work/answer-line.ts';
import type { Asking, Results } from '../work/question.ts';
import { notAsked } from './values.ts';
import { files, isCurrent, SEED, scene, selected, selectedMark, studyName } from './workbench.ts';

/** The value of a protocol with its selected mark at other times. */
export interface Elsewhere {
  protocol: string;
  times: readonly number[];
  values: readonly number[];
}

const found = signal<(Elsewhere & { text: string }) | undefined>(undefined);

/** What is asked: it stays the same while the mark itself moves. */
const question = computed(() => {
  const [shown, mark] = [scene.value, selectedMark.value];
  // Nobody has touched a mark yet, or there is no law.
  if (!selected.value || !shown || !mark || !isCurrent.value || notAsked.value) return undefined;
  const own = shown.protocols.find(({ name }) => name === mark.protocol)!;
  const times = triedTimes(shown.grid);
  return { protocol: mark.protocol, times, text: markElsewhere(shown.study, own, mark, times) };
});

/** undefined where it is not known for the study as it stands. */
export const elsewhere = computed<Elsewhere | undefined>(() =>
  found.value && found.value.text === question.value?.text ? found.value : undefined,
);

type Of = Asking & Pick<Elsewhere, 'protocol' | 'times'>;

/** Begins to ask, in a worker of its own from the first mark that is selected: values do not wait for it. */
export function followElsewhere(): void {
  let line: AnswerLine<Of> | undefined;
  let last = '';
  effect(() => {
    const next = question.value;
    const held = files.value;
    const study = studyName.value;
    if (!next || next.text === last) return;
    last = next.text;
    line ??= answerLine<Of, Results['value']>(
      () => ({ question: { command: 'value' } }),
      ({ protocol, times, text }, answer) => {
        const protocols = answer.kind === 'answered' ? answer.result.result?.protocols : undefined;
        const values = protocols && Object.values(protocols).map(({ value }) => value);
        if (values?.length === times.length) found.value = { protocol, times, values, text };
      },
    );
    line.files(held);
    line.ask({ ...next, study, seed: SEED });
  });
}
