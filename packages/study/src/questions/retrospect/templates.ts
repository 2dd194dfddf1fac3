import type { LayoutName } from '@sightline/engine/internal';
import type { RecordsSettings } from '../../records/settings.ts';
import { templateName } from '../../words/text.ts';

/** What is compared on every target: a layout at a budget, or a protocol. */
export interface Template {
  name: string;
  /** Nothing where it is a protocol. */
  of: { layout: LayoutName; budget: number } | undefined;
}

/** Each layout at each budget, then the protocols: the order of fits. */
export function templatesOf({
  layouts,
  budgets,
  protocols,
}: Pick<RecordsSettings, 'layouts' | 'budgets' | 'protocols'>): Template[] {
  return [
    ...layouts.flatMap((layout) =>
      budgets.map((budget) => ({ name: templateName(layout, budget), of: { layout, budget } })),
    ),
    ...protocols.map((name) => ({ name, of: undefined })),
  ];
}

/** The pairs of templates that a contrast stands for: one for each budget, or one of two protocols. */
export function pairsOf(
  [a, b]: readonly [string, string],
  { layouts, budgets }: Pick<RecordsSettings, 'layouts' | 'budgets'>,
): [string, string][] {
  const isLayout = (name: string): name is LayoutName => layouts.some((layout) => layout === name);
  const at = (name: string, budget: number) => (isLayout(name) ? templateName(name, budget) : name);
  return isLayout(a) || isLayout(b) ? budgets.map((budget) => [at(a, budget), at(b, budget)]) : [[a, b]];
}
