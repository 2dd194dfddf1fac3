import { figure2aPanel, figure2cdPanels } from '@sightline/experiments/pictures';
import { useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import { exampleStudy } from '../../opening/examples.ts';
import { Chapter, type OpenedStudy } from '../parts/chapter.tsx';
import { ResolvedFormula } from '../parts/formulas.tsx';
import { PanelsFigure } from '../parts/panels-figure.tsx';
import { RESULTS } from '../parts/results.ts';
import { Trouble } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { classValues, familyStudy, notToldApart } from './nested-classes.ts';
import { Recordings } from './recordings.tsx';
import { withinResolutionPicture } from './within-resolution-picture.ts';

const { uniformErrors, resolutions } = RESULTS;
const { units } = resolutions;
const FAMILY = familyStudy();

export function Resolution() {
  const [step, setStep] = useState(2);
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
      study={openCalibration}
      opens="a calibration with dense data"
    >
      <p>
        Some people can be observed densely, all the time. From m of them, called <em>calibration units</em>,
        the correlations can be estimated, and with them the value of every protocol at once. Each estimate is
        a little wrong. What counts is the largest error over all protocols in question, since the one that
        looks best may only look so.
      </p>
      <p>Two protocols are told apart for certain when</p>
      <ResolvedFormula />
      <p>
        Below that lies the <em>resolution</em> of the data. A coarse class of protocols, such as one block or
        evenly spread, is soon resolved but may not hold the best protocol. A fine class holds it, among many
        that cannot be told from it. Move m: each dot is a protocol with its true value, and the shaded ground
        is too close to the best of its class.
      </p>
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
      <Recordings />
    </Chapter>
  );
}

async function openCalibration(): Promise<OpenedStudy> {
  return { ...(await exampleStudy('calibration/study.yaml')), asks: 'calibrate' };
}
