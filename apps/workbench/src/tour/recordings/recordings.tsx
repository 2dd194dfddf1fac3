import { type LayoutName, layoutTitle } from '@sightline/engine/internal';
import { figure3Panels, figure4Panels } from '@sightline/experiments/pictures';
import { Table } from '../../elements/table.tsx';
import { Chapter } from '../parts/chapter.tsx';
import { Note } from '../parts/note.tsx';
import { PanelsFigure } from '../parts/panels-figure.tsx';
import { RESULTS } from '../parts/results.ts';
import { NowYours } from './now-yours.tsx';

const { heldOut, stabilities } = RESULTS;
/** One sleep stage and atrial fibrillation: the others look much the same. */
const SHOWN = ['REM', 'AF'];
const shown = { ...heldOut, panels: heldOut.panels.filter(({ name }) => SHOWN.includes(name)) };

/** Nights and heartbeats: broad layouts are told apart on real recordings, learned places hardly. */
export function Recordings() {
  const rem = shown.panels.find(({ name }) => name === 'REM')!;
  const af = shown.panels.find(({ name }) => name === 'AF')!;
  return (
    <Chapter
      lead={<>Whole nights and whole days were once recorded. What would a few looks at them have told?</>}
      takeaway={
        <>
          on recordings too, how looks are spread can be told apart; where exactly each of them lies, hardly.
        </>
      }
    >
      <p>
        So far people came from a law. Recordings need none: where somebody was watched all the time, one can
        take most of it away and see how well the rest predicts the whole. The paper does so with{' '}
        {rem.records} nights of {rem.units} sleepers and {af.records} long heart recordings.
      </p>
      <Note>
        The numbers from here on are those of <code>sightline reproduce</code> on the Sleep-EDF and Long-Term
        AF databases of PhysioNet. Each person’s share is predicted by a rule that was fitted to other people.
      </Note>
      <h3>What the recordings say</h3>
      <p>
        Looks that are dispersed over the record against as many in one block: of the ranges below,{' '}
        {clear('AF')} lie above zero for atrial fibrillation and {clear('REM')} for REM sleep. Places learned
        from the people themselves against fixed ones: {undecided.length} of {stabilities.subsamples.length}{' '}
        ranges hold zero, so that it depends on the people whether learning helped.
      </p>
      <div class="wide">
        <PanelsFigure
          caption="Figure 3 of the paper, in part: held-out prediction from N looks."
          panels={figure3Panels(shown)}
          table={
            <Table
              caption="Figure 3 as a table"
              quiet
              columns={['held-out R²', ...budgets().map((budget) => `N = ${budget}#`)]}
              rows={shown.panels.flatMap(({ name, budgets: own, layouts }) =>
                layouts.map(({ name: layout, r2 }) => ({
                  name: `${name}, ${layoutTitle(layout)}`,
                  cells: budgets().map((budget) => r2[own.indexOf(budget)] ?? null),
                })),
              )}
            />
          }
        />
        <PanelsFigure
          caption={`Figure 4 of the paper: what learned places gain for ${stabilities.target} with N = ${stabilities.budget}, by whom they were learned from.`}
          panels={figure4Panels(stabilities)}
          table={
            <Table
              caption="Figure 4 as a table"
              quiet
              columns={[
                'learned from',
                ...stabilities.sweep[0]!.differences.flatMap(({ versus }) => differenceNames(versus)),
              ]}
              rows={stabilities.sweep.map(({ units, differences }) => ({
                name: `${units} people`,
                cells: differences.flatMap(({ difference: { value, low, high } }) => [value, low, high]),
              }))}
            />
          }
        />
      </div>
      <NowYours />
    </Chapter>
  );
}

/** How many of a panel's differences have a range above zero. */
function clear(name: string): string {
  const own = heldOut.contrasts.filter((contrast) => contrast.name === name);
  return `${own.filter(({ difference }) => difference.low > 0).length} of ${own.length}`;
}

const undecided = stabilities.subsamples.filter(({ spread }) => spread.low <= 0 && spread.high >= 0);

const differenceNames = (versus: LayoutName) =>
  ['', ', low', ', high'].map((end) => `less ${layoutTitle(versus)}${end}#`);

const budgets = () => [...new Set(shown.panels.flatMap((panel) => panel.budgets))].sort((a, b) => a - b);
