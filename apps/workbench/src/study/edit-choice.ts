import type { Study } from '@sightline/study';
import type { Edited } from './edit-marks.ts';
import { contentOf, removeValue, setValue } from './study-edit.ts';

type Choose = NonNullable<Study['choose']>;

const chooseOf = (text: string) => (contentOf(text) as { choose?: Partial<Choose> | null }).choose ?? {};

/** Sets a rule of the choice, or takes it out; with the last one `choose` goes too. */
export function setRule<Field extends keyof Choose>(
  text: string,
  field: Field,
  value: Choose[Field] | undefined,
): Edited {
  if (value !== undefined) return { text: setValue(text, ['choose', field], value) };
  const fields = Object.keys(chooseOf(text));
  if (!fields.includes(field)) return { text };
  return { text: removeValue(text, fields.length === 1 ? ['choose'] : ['choose', field]) };
}

export type Standing = 'free' | 'required' | 'forbidden';

export function standingOf({ required = [], forbidden = [] }: Partial<Choose>, action: number): Standing {
  if (required.includes(action)) return 'required';
  return forbidden.includes(action) ? 'forbidden' : 'free';
}

/** Says whether an action of the catalogue may be chosen, must be, or must not be. Stretches of time stay as they are. */
export function setStanding(text: string, action: number, standing: Standing): Edited {
  let after = text;
  for (const field of ['required', 'forbidden'] as const) {
    const before = chooseOf(after)[field] ?? [];
    if (before.includes(action) === (standing === field)) continue;
    const numbers = before.filter((one) => typeof one === 'number');
    const stretches = before.filter((one) => typeof one !== 'number');
    const next =
      standing === field
        ? [...numbers, action].sort((a, b) => a - b)
        : numbers.filter((other) => other !== action);
    const all = [...next, ...stretches];
    after = setValueOf(after, field, all);
  }
  return { text: after };
}

const setValueOf = (text: string, field: 'required' | 'forbidden', all: Choose['forbidden'] & {}) =>
  all.length > 0 ? setValue(text, ['choose', field], all) : setRule(text, field, undefined).text;
