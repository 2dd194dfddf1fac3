import type { LayoutName } from '@sightline/engine';
import type { RetrospectResult, TargetResult } from '@sightline/study';
import { templateName } from '@sightline/study';
import { COLUMNS } from './wrap-text.ts';

/** Beside a difference whose range keeps to one side of zero. */
export const MARKS = { above: '▲', below: '▼', across: ' ' } as const;

/** On which side of zero a range lies. */
export function sideOf({ low, high }: { low: number; high: number }): keyof typeof MARKS {
  return low > 0 ? 'above' : high < 0 ? 'below' : 'across';
}

const CELL = 9;
const LONGEST: LayoutName = 'posteriorVariance';

/** R² by layout and budget, and below it what each contrast makes of it. Budgets that do not fit go below. */
export function r2Table(
  { templates, contrasts }: TargetResult,
  { layouts, budgets }: Pick<RetrospectResult, 'layouts' | 'budgets'>,
): string[] {
  const width = LONGEST.length + 2;
  const room = Math.floor((COLUMNS - width) / CELL);
  const parts = Array.from({ length: Math.ceil(budgets.length / room) }, (_, k) =>
    budgets.slice(k * room, (k + 1) * room),
  );
  return parts.flatMap((own, k) => {
    const row = (name: string, cell: (budget: number) => string) =>
      `${name.padEnd(width)}${own.map((budget) => cell(budget).padStart(CELL)).join('')}`.trimEnd();
    return [
      ...(k === 0 ? [] : ['']),
      row('R²', (budget) => `N=${budget} `),
      ...layouts.map((layout) =>
        row(layout, (budget) => `${signedR2(templates[templateName(layout, budget)]!.r2)} `),
      ),
      ...pairsOf(contrasts).flatMap(({ base, rows }) => [
        `less ${base}`,
        ...rows.map(({ layout, at }) =>
          row(`  ${layout}`, (budget) => {
            const one = contrasts[at(budget)];
            return one ? `${signedR2(one.difference)}${MARKS[sideOf(one)]}` : '';
          }),
        ),
      ]),
    ];
  });
}

export const signedR2 = (value: number) => `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(3)}`;

/** Contrasts by what is taken off, in their order. */
function pairsOf(contrasts: TargetResult['contrasts']) {
  const layoutOf = (template: string) => template.slice(0, template.lastIndexOf('-'));
  const pairs = [...new Set(contrasts.map(({ a, b }) => `${layoutOf(a)} ${layoutOf(b)}`))].map(
    (pair) => pair.split(' ') as [string, string],
  );
  return [...new Set(pairs.map(([, base]) => base))].map((base) => ({
    base,
    rows: pairs
      .filter(([, b]) => b === base)
      .map(([layout]) => ({
        layout,
        at: (budget: number) =>
          contrasts.findIndex(({ a, b }) => a === `${layout}-${budget}` && b === `${base}-${budget}`),
      })),
  }));
}
