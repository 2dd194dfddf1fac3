import { figure3Panels, figure4Panels, LAYOUT_WORDS } from '@sightline/experiments/pictures';
import { NumbersTable } from './numbers-table.tsx';
import { PanelsFigure } from './panels-figure.tsx';
import { RESULTS } from './results.ts';

const { heldOut, stabilities } = RESULTS;
/** One sleep stage and atrial fibrillation: the others look much the same. */
const SHOWN = ['REM', 'AF'];
const shown = { ...heldOut, panels: heldOut.panels.filter(({ name }) => SHOWN.includes(name)) };

/** The same on real recordings: broad layouts are told apart, learned places hardly. */
export function Recordings() {
  const rem = shown.panels.find(({ name }) => name === 'REM')!;
  const af = shown.panels.find(({ name }) => name === 'AF')!;
  return (
    <>
      <h3>On recordings</h3>
      <p>
        {rem.records} nights of {rem.units} sleepers, and {af.records} long heart recordings: a whole-record
        quantity (the share of REM sleep, of atrial fibrillation) is predicted for people who were left out of
        the fit, from N looks at the record. Whether the looks lie in one block or dispersed over the record
        makes a difference that everyone sees. Which places exactly are best, learned from these people,
        changes with the people.
      </p>
      <PanelsFigure
        caption="Held-out prediction from N looks: sleep stages and atrial fibrillation."
        panels={figure3Panels(shown)}
        table={
          <NumbersTable
            columns={['held-out R²', ...budgets().map((budget) => `N = ${budget}`)]}
            rows={shown.panels.flatMap(({ name, budgets: own, layouts }) =>
              layouts.map(({ name: layout, r2 }) => ({
                name: `${name}, ${LAYOUT_WORDS[layout]}`,
                values: budgets().map((budget) => r2[own.indexOf(budget)] ?? null),
              })),
            )}
          />
        }
      />
      <PanelsFigure
        caption={`What learned places gain for ${stabilities.target} with N = ${stabilities.budget}, by whom they were learned from.`}
        panels={figure4Panels(stabilities)}
        table={
          <NumbersTable
            columns={[
              'learned from',
              ...stabilities.sweep[0]!.differences.flatMap(({ versus }) => differenceNames(versus)),
            ]}
            rows={stabilities.sweep.map(({ units, differences }) => ({
              name: `${units} people`,
              values: differences.flatMap(({ difference: { value, low, high } }) => [value, low, high]),
            }))}
          />
        }
      />
    </>
  );
}

const differenceNames = (versus: keyof typeof LAYOUT_WORDS) =>
  ['', ', low', ', high'].map((end) => `less ${LAYOUT_WORDS[versus]}${end}`);

const budgets = () => [...new Set(shown.panels.flatMap((panel) => panel.budgets))].sort((a, b) => a - b);
