import { type LayoutName, layoutTitle } from '@sightline/engine/internal';
import { figure3Panels, figure4Panels } from '@sightline/experiments/pictures';
import { useMemo } from 'preact/hooks';
import { Table } from '../../elements/table.tsx';
import { giveFiles } from '../parts/answers.ts';
import { Chapter } from '../parts/chapter.tsx';
import { Note } from '../parts/note.tsx';
import { PanelsFigure } from '../parts/panels-figure.tsx';
import { RESULTS } from '../parts/results.ts';
import { LandingLooks } from './landing-looks.tsx';
import { NowYours } from './now-yours.tsx';
import { simulatedNights, simulatedRhythms } from './simulated.ts';

const { heldOut, stabilities } = RESULTS;
/** One sleep stage and atrial fibrillation: the others look much the same. */
const SHOWN = ['REM', 'AF'];
const shown = { ...heldOut, panels: heldOut.panels.filter(({ name }) => SHOWN.includes(name)) };

/** Nights and heartbeats: broad layouts are told apart on real recordings, learned places hardly. */
export function Recordings() {
  const { nights, rhythms } = useMemo(simulated, []);
  const rem = shown.panels.find(({ name }) => name === 'REM')!;
  const af = shown.panels.find(({ name }) => name === 'AF')!;
  return (
    <Chapter
      lead={<>Whole nights and whole days were once recorded. What would a few looks at them have told?</>}
      takeaway={
        <>
          on recordings too it can be told whether looks should be spread; where exactly each of them should
          lie, hardly.
        </>
      }
      study={() => ({
        name: 'nights.yaml',
        text: nights.study,
        files: new Map([[nights.file, new TextEncoder().encode(nights.data)]]),
        asks: 'retrospect',
      })}
      opens="the simulated nights"
      after={<NowYours />}
    >
      <p>
        So far people came from a law. Recordings need none: where somebody was watched all the time, one can
        take most of it away again and see how well the rest tells the whole.
      </p>
      <h3>Sleep</h3>
      <p>
        A night goes through stages: light sleep (N2), deep sleep (N3), REM sleep, and waking up. How much of
        the night was REM sleep? Suppose that only a few half-minutes of it may be looked at.{' '}
        <strong>Spread the looks</strong>, take more of them, go from night to night.
      </p>
      <Note>
        The nights and days on this page are simulated, to be looked at here. That REM sleep comes in
        stretches, and mostly towards morning, is all that they have of real ones.
      </Note>
      <LandingLooks made={nights} record="night" sought="REM sleep" />
      <p>
        Looks that stand close together see the same stretch of sleep again and again. Spread out, each of
        them has something of its own to tell.
      </p>
      <h3>The heart</h3>
      <p>
        Atrial fibrillation comes and goes. How much of the day it fills is what doctors call the burden. A
        few minutes of the heart’s rhythm at a time: all at once, or over the whole day?
      </p>
      <Note>
        In fibrillation the beats come at uneven distances, and the small wave before each of them is missing.
        The strips are drawn, not recorded.
      </Note>
      <LandingLooks made={rhythms} record="day" sought="fibrillation" strips />
      <h3>What recordings say</h3>
      <p>
        And real ones? The paper has {rem.records} nights of {rem.units} sleepers, and {af.records} long
        recordings of the heart.
      </p>
      <Note>
        From here on the numbers are those of <code>sightline reproduce</code> on the Sleep-EDF and Long-Term
        AF databases of PhysioNet. What is known of a sleeper beforehand is used too, so that even few looks
        come with a good prediction.
      </Note>
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
    </Chapter>
  );
}

/** Nights and rhythms, given to the worker. */
function simulated() {
  const made = { nights: simulatedNights(), rhythms: simulatedRhythms() };
  giveFiles(new Map(Object.values(made).map(({ file, data }) => [file, new TextEncoder().encode(data)])));
  return made;
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
