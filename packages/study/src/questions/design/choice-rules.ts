import type { Study } from '../../schema/study.ts';

type Choose = NonNullable<Study['choose']>;

/** `choose` with everything that it leaves out. */
export interface ChoiceRules {
  exactly: number | null;
  budget: number | null;
  required: number[];
  forbidden: number[];
  spacing: number;
  oneVariant: boolean;
  groups: { name: string | null; actions: number[]; most: number | null; budget: number | null }[];
}

export function choiceRules(choose: Choose): ChoiceRules {
  const {
    exactly = null,
    budget = null,
    required = [],
    forbidden = [],
    spacing = 0,
    oneVariant = false,
  } = choose;
  return {
    exactly,
    budget,
    required,
    forbidden,
    spacing,
    oneVariant,
    groups: (choose.groups ?? []).map((group) => ({
      name: group.name ?? null,
      actions: group.actions,
      most: group.most ?? null,
      budget: group.budget ?? null,
    })),
  };
}
