import type { Stretch, TimeGrid } from '@sightline/engine/internal';
import { readTime } from '../../parts/horizon.ts';
import type { Study } from '../../schema/study.ts';

type Choose = NonNullable<Study['choose']>;

/** `choose` with everything that it leaves out. */
export interface ChoiceRules {
  exactly: number | null;
  budget: number | null;
  required: number[];
  forbidden: number[];
  /** Stretches of time in which no action may read; one with `to` before `from` passes midnight. Absent where there are none. */
  stretches?: Stretch[];
  spacing: number;
  /** Rate of dropout under the choice; absent where none is given. */
  dropout?: number;
  oneVariant: boolean;
  groups: { name: string | null; actions: number[]; most: number | null; budget: number | null }[];
}

export function choiceRules(choose: Choose, grid: TimeGrid): ChoiceRules {
  const {
    exactly = null,
    budget = null,
    required = [],
    forbidden = [],
    spacing = 0,
    oneVariant = false,
  } = choose;
  const stretches = forbidden.flatMap((one) => {
    if (typeof one === 'number') return [];
    const [from, to] = [readTime(one.from, grid), readTime(one.to, grid)];
    return 'time' in from && 'time' in to ? [{ from: from.time, to: to.time }] : [];
  });
  return {
    exactly,
    budget,
    required,
    forbidden: forbidden.filter((one) => typeof one === 'number'),
    ...(stretches.length > 0 && { stretches }),
    spacing,
    ...(choose.dropout !== undefined && { dropout: choose.dropout }),
    oneVariant,
    groups: (choose.groups ?? []).map((group) => ({
      name: group.name ?? null,
      actions: group.actions,
      most: group.most ?? null,
      budget: group.budget ?? null,
    })),
  };
}
