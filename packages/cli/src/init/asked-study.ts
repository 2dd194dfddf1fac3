import { wrapText } from '@sightline/answers';
import type { Study } from '@sightline/study';
import { type NewStudy, newStudyText, USUAL_STUDY } from '@sightline/study/proposal';
import { value } from '@sightline/study/questions/value';
import type { CommandIo } from '../io/io.ts';
import { problemsOf } from './written-files.ts';

interface Question<Name extends keyof NewStudy> {
  name: Name;
  asks(given: NewStudy): string;
  /** undefined where the text says nothing of the kind. */
  read(text: string): NewStudy[Name] | undefined;
  accepted: string;
}

const number = (text: string) => (text.trim() === '' ? undefined : Number(text));
const question = <Name extends keyof NewStudy>(one: Question<Name>) =>
  one as unknown as Question<keyof NewStudy>;

const QUESTIONS = [
  question({ name: 'title', asks: () => 'What is the study called?', read: (text) => text, accepted: '' }),
  question({
    name: 'unit',
    asks: () => 'Which unit is time counted in, such as min, h or d?',
    read: (text) => text,
    accepted: 'a word',
  }),
  question({
    name: 'horizon',
    asks: ({ unit }) => `How long is each unit (a person, a shift, a night) watched, in ${unit}?`,
    read: number,
    accepted: 'a number above 0',
  }),
  question({
    name: 'target',
    asks: () =>
      'What is to be known of each: the mean, or the time above, below or outside a level (in SD)? Such as mean, above 1.5',
    read: targetOf,
    accepted: 'mean, above 1.5, below -1 or outside 2',
  }),
  question({
    name: 'memory',
    asks: ({ unit }) => `How long does a deviation last (the memory), in ${unit}?`,
    read: number,
    accepted: 'a number above 0',
  }),
  question({
    name: 'trait',
    asks: () => 'Which share of the variance stays with a unit for good?',
    read: number,
    accepted: 'a number from 0, below 1',
  }),
  question({
    name: 'readings',
    asks: () => 'How many readings does a unit have today?',
    read: (text) => (/^[1-9]\d{0,2}$/.test(text.trim()) ? Number(text) : undefined),
    accepted: 'a whole number from 1 to 999',
  }),
  question({
    name: 'noise',
    asks: () => 'How noisy is one reading: its variance, where the quantity has variance 1?',
    read: number,
    accepted: 'a number from 0',
  }),
];

/** mean, above 1.5, below -1, outside 2 */
export function targetOf(text: string): Study['target'] | undefined {
  if (text.trim() === 'mean') return 'mean';
  const [, kind, level] = /^\s*(above|below|outside)\s+(-?\d+\.?\d*)\s*$/.exec(text) ?? [];
  return kind === undefined ? undefined : ({ [kind]: Number(level) } as Study['target']);
}

/** The text of a study from answers at a terminal, each tried before the next is asked; undefined where nobody answers any more. */
export async function askedStudy(io: CommandIo, file: string): Promise<string | undefined> {
  let given = USUAL_STUDY;
  for (const { name, asks, read, accepted } of QUESTIONS)
    for (;;) {
      // The memory stays the same share of the horizon.
      const usual =
        name === 'memory'
          ? Number(((USUAL_STUDY.memory * given.horizon) / USUAL_STUDY.horizon).toPrecision(3))
          : given[name];
      const answer = await io.ask!(`${wrapText('', asks(given))} [${String(usual)}] `);
      if (answer === undefined) return undefined;
      const said = answer.trim() === '' ? usual : read(answer);
      const next = { ...given, [name]: said } as NewStudy;
      const wrong =
        said === undefined
          ? [{ why: 'this is no answer', accepted }]
          : await problemsOf(value, file, { read: async () => new TextEncoder().encode(newStudyText(next)) });
      if (wrong.length === 0) {
        given = next;
        break;
      }
      for (const problem of wrong)
        io.err(`${wrapText('  ', `${problem.why}; accepted: ${problem.accepted}`)}\n`);
    }
  return newStudyText(given);
}
