import { figure2aPanel, figure2cdPanels } from '@sightline/experiments/pictures';
import { useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import type { Teams } from '../../work/question.ts';
import { Chapter } from '../parts/chapter.tsx';
import { ResolvedFormula } from '../parts/formulas.tsx';
import { Note } from '../parts/note.tsx';
import { PanelsFigure } from '../parts/panels-figure.tsx';
import { RESULTS } from '../parts/results.ts';
import { Trouble } from '../parts/trouble.tsx';
import { useAnswer, useAsked } from '../parts/use-answer.ts';
import { ChoiceOfTeams } from './choice-of-teams.tsx';
import { classValues, familyStudy, notToldApart } from './nested-classes.ts';
import { DATA, dataStudy, lawStudy, TEAMS, UNITS } from './seven-protocols.ts';
import { withinResolutionPicture } from './within-resolution-picture.ts';

const { uniformErrors, resolutions } = RESULTS;
const { units } = resolutions;
const FAMILY = familyStudy();

export function Resolution() {
  const [step, setStep] = useState(2);
  const [watched, setWatched] = useState(0);
  const truth = useAnswer({ command: 'value' }, lawStudy());
  const teams = useAsked<Teams>(
    { teams: { study: dataStudy(), units: UNITS[watched]!, count: TEAMS } },
    lawStudy(),
  );
  const found = useAnswer({ command: 'value' }, FAMILY);
  const values = found.result?.result;
  const classes = values
    ? classValues(values).map((own, c) => {
        const error = resolutions.classes[c]!.error[step]!.value;
        return { ...own, error, notToldApart: notToldApart(own, error) };
      })
    : undefined;
  const m = units[step]!;
  const finest = classes?.at(-1);
  return (
    <Chapter
      lead={
        <>
          Even where a value can be known, data from few people know it only roughly. Some choices they cannot
          support.
        </>
      }
      takeaway={
        <>
          how finely protocols may be compared is set by how many people were densely observed
          {finest && (
            <>
              : with {m} of them, {finest.notToldApart} of {finest.size} protocols cannot be told from the
              best
            </>
          )}
          .
        </>
      }
      study={() => ({
        name: 'one-team.yaml',
        text: dataStudy(),
        files: new Map([[DATA, new TextEncoder().encode(teams.result?.data ?? '')]]),
        asks: 'calibrate',
      })}
      opens="the study of team 1, with its data,"
    >
      <p>
        Some people can be observed densely, all the time. From them, called <em>calibration units</em>, the
        correlations can be estimated, and with them the value of every protocol at once. So one takes the
        protocol with the largest estimate. Or should one?
      </p>
      <Note>
        The people here are simulated: only so do we know the truth beside the estimates. Each team then asks
        what anybody with dense data can ask, <code>sightline calibrate</code>.
      </Note>
      <p>
        Seven protocols are on offer, of four readings each. Twelve teams want to know which is best. Each
        team watches people of its own, estimates all seven values, and chooses.{' '}
        <strong>Give them more people</strong>, and see what they come to agree on, and what not.
      </p>
      <ChoiceOfTeams truth={truth.result?.result} found={teams} step={watched} onStep={setWatched} />
      <p>
        With few people every team has a favourite, and it is a favourite by chance. The choice among readings
        that are spread one way or another is one that such data <em>cannot support</em>; to insist on it is
        to read noise. The choice between spread readings and a block they support soon.
      </p>
      <Note>
        Who reports the estimate of the winner as its value is too high besides: it was chosen because it came
        out high.
      </Note>
      <h3>How fine a choice is supported?</h3>
      <p>
        Each estimate is a little wrong. What counts is the largest error over all protocols in question. Two
        of them are told apart for certain when
      </p>
      <ResolvedFormula />
      <p>
        Below that lies the <em>resolution</em> of the data. A coarse class of protocols, such as one block or
        evenly spread, is soon resolved but may not hold the best protocol. A fine class holds it, among many
        that cannot be told from it. Each dot below is a protocol with its true value, and the shaded ground
        is too close to the best of its class.
      </p>
      <div class="wide stage">
        <Slider
          label="Calibration units, m"
          min={0}
          max={units.length - 1}
          step={1}
          value={step}
          says={String(m)}
          onValue={setStep}
        />
        <ul class="readings">
          {uniformErrors.targets.map(({ name, errors }) => (
            <li key={name} data-error={name}>
              largest error of any value with {uniformErrors.units[step]} units, target ‘{name}’:{' '}
              <strong>
                <Shown value={errors[step]!.value} />
              </strong>
            </li>
          ))}
        </ul>
        <Trouble of={[found]} />
        {!classes && !found.trouble && <p role="status">The true values are being computed.</p>}
        {classes && (
          <Figure
            title="Protocols within the resolution"
            draw={(width) => withinResolutionPicture({ width, units: m, classes })}
            table={
              <Table
                caption="Protocols within the resolution, as a table"
                quiet
                columns={[
                  'class',
                  'largest error#',
                  'its best value#',
                  'lost by the class#',
                  'not told from its best#',
                ]}
                rows={classes.map(({ size, error, values: own, restriction, notToldApart: near }) => ({
                  name: `${size} protocols`,
                  cells: [error, own[0]!, restriction, String(near)],
                }))}
              />
            }
          />
        )}
      </div>
      <p>
        So there is a balance: a coarse class loses what its best protocol lacks, a fine one loses what one
        chooses wrongly. The more people, the finer the class that pays.
      </p>
      <Note>
        The loss by choosing is called <em>regret</em>. It is at most twice the largest error.
      </Note>
      <div class="wide">
        <PanelsFigure
          caption={`Figure 2a, c and d of the paper, as sightline reproduce found them (seed ${RESULTS.run.seed}); bands are two standard errors.`}
          panels={[figure2aPanel(uniformErrors), ...figure2cdPanels(resolutions)]}
          table={
            <Table
              caption="Figure 2 as a table"
              quiet
              columns={['mean over replications', ...units.map((own) => `m = ${own}#`)]}
              rows={[
                ...uniformErrors.targets.map(({ name, errors }) => ({
                  name: `largest error, target ${name}`,
                  cells: errors.map(({ value }) => value),
                })),
                ...resolutions.classes.flatMap(({ size, regret, error }) => [
                  { name: `largest error, ${size} protocols`, cells: error.map(({ value }) => value) },
                  { name: `regret, ${size} protocols`, cells: regret.map(({ value }) => value) },
                ]),
              ]}
            />
          }
        />
      </div>
    </Chapter>
  );
}
