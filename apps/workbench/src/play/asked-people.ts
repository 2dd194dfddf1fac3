import { signal } from '@preact/signals';
import { keepAsking } from '../state/keep-asking.ts';
import { askingNow, scene, selectedMark } from '../state/workbench.ts';
import { answerLine } from '../work/answer-line.ts';
import type { Asking, People, PeopleAsked } from '../work/question.ts';

/** Which people they are: others for another number. */
export const group = signal(0);

/** The protocol that looks at them, as it was chosen. */
export const chosen = signal<string | undefined>(undefined);

/** That one while it is there, else the one whose mark is selected. */
export function playedProtocol(): string | undefined {
  const names = scene.value?.protocols.map(({ name }) => name) ?? [];
  return (
    [chosen.value, selectedMark.value?.protocol].find((name) => name && names.includes(name)) ?? names[0]
  );
}

export interface Played {
  protocol: string;
  people: People;
}

/** The last people that came; where the study has problems, those before them stay. */
export const played = signal<Played | undefined>(undefined);
/** Whether they are those of the study as it stands. */
export const isPlayed = signal(false);
/** Why there is nobody. */
export const nobody = signal('');

/** Begins to look at the people with the protocols as they stand; returns what ends it. */
export function followPeople(): () => void {
  let number = 0;
  const line = answerLine<Asking & PeopleAsked & { number: number }, People | null>(
    ({ protocol, group: whom }) => ({ people: { protocol, group: whom } }),
    (asking, answer) => {
      if (answer.kind === 'answered' && answer.result) {
        played.value = { protocol: asking.protocol, people: answer.result };
        isPlayed.value = asking.number === number;
        nobody.value = '';
      } else if (answer.kind === 'answered') {
        played.value = undefined;
        nobody.value = 'The study has no law of whole trajectories: nobody can be drawn from it.';
      } else if (answer.kind === 'problems')
        nobody.value = 'The study has problems, which stand beside its text.';
      else if (answer.kind !== 'cancelled') nobody.value = answer.message;
    },
  );
  return keepAsking(line, () => {
    const protocol = playedProtocol();
    if (protocol === undefined) return;
    isPlayed.value = false;
    line.ask({ ...askingNow(), protocol, group: group.value, number: ++number });
  });
}
