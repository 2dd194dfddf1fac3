import type { CalibrateResult, UnitsPlanResult } from '@sightline/study';
import { intervalsPicture, unitsPicture } from '@sightline/study/pictures';
import { takeFile } from '../around/dropped-files.ts';
import { Figure } from '../around/figure.tsx';
import { NumberField } from '../around/number-field.tsx';
import { Amount, Shown } from '../around/shown-number.tsx';
import { panels } from '../state/panels.ts';
import { apply, isReadable, parsed } from '../state/workbench.ts';
import { setValue } from '../study/study-edit.ts';
import { PanelFrame } from './panel-frame.tsx';

const RESAMPLING = { draws: 2000, level: 0.95 };
const POWER = 0.8;

/** Told apart?: what dense data of some units say about each protocol, and how many units it would take. */
export function ToldApart() {
  const { calibration } = parsed.value.parts;
  const blocked = calibration ? undefined : 'There are no dense data yet: drop a CSV or Parquet file.';
  return (
    <>
      <p class="question">Can densely observed units tell these protocols apart?</p>
      <div class="fields">
        <div class="field">
          <label for="dense">dense data (CSV or Parquet)</label>
          <input
            id="dense"
            type="file"
            accept=".csv,.parquet,.pq,.txt"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) void takeFile(file);
            }}
          />
        </div>
        {typeof calibration?.noise === 'number' && (
          <NumberField
            label="noise variance in the data"
            value={calibration.noise}
            disabled={!isReadable.value}
            onValue={(noise) =>
              noise !== undefined &&
              apply((text) => ({ text: setValue(text, ['calibration', 'noise'], noise) }))
            }
          />
        )}
      </div>
      <p class="muted">
        {calibration ? `The study reads ${calibration.data}. ` : ''}A file can be dropped anywhere on the
        page; it stays in this browser.
      </p>
      <PanelFrame
        panel={panels.calibrate}
        ask="Can they be told apart?"
        question={{ command: 'calibrate', request: RESAMPLING }}
        blocked={blocked}
      >
        {(result) => <Calibrated result={result} />}
      </PanelFrame>
      {calibration && (
        <PanelFrame
          panel={panels.plan}
          ask="How many units would it take?"
          question={{ command: 'plan', request: { ...RESAMPLING, power: POWER } }}
        >
          {(result) => <UnitsNeeded result={result} />}
        </PanelFrame>
      )}
    </>
  );
}

function Calibrated({ result }: { result: CalibrateResult }) {
  const { bestSet, protocols, units, level, epsilon, comparisons } = result;
  const named = Object.entries(protocols);
  const apart = comparisons.filter(({ distinguishable }) => distinguishable).length;
  return (
    <>
      <p class="answer">
        {bestSet.length === 1
          ? `${bestSet[0]} is the best of them, as far as ${units} units show.`
          : `${units} units do not tell ${bestSet.join(', ')} apart: any of them may be the best.`}
      </p>
      <p>
        {apart} of {comparisons.length} pairs can be told apart at a level of {level}; every value is within{' '}
        <Shown value={epsilon} /> of its estimate.
      </p>
      <Figure
        title="Values with intervals"
        draw={(width) =>
          intervalsPicture({
            width,
            level,
            intervals: named.map(([name, { value, low, high }]) => ({
              name,
              value,
              low,
              high,
              best: bestSet.includes(name),
            })),
          })
        }
        table={
          <table>
            <thead>
              <tr>
                <th scope="col">protocol</th>
                <th scope="col" class="number">
                  value
                </th>
                <th scope="col" class="number">
                  low
                </th>
                <th scope="col" class="number">
                  high
                </th>
                <th scope="col" class="number">
                  cost
                </th>
                <th scope="col">may be the best</th>
              </tr>
            </thead>
            <tbody>
              {named.map(([name, { value, low, high, cost }]) => (
                <tr key={name} data-protocol={name}>
                  <th scope="row">{name}</th>
                  <td class="number">
                    <Shown value={value} />
                  </td>
                  <td class="number">
                    <Shown value={low} />
                  </td>
                  <td class="number">
                    <Shown value={high} />
                  </td>
                  <td class="number">
                    <Amount value={cost} />
                  </td>
                  <td>{bestSet.includes(name) ? 'yes' : 'no'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        }
      />
    </>
  );
}

function UnitsNeeded({ result }: { result: UnitsPlanResult }) {
  const { gap, unitsNeeded, pair, units, curve, why } = result;
  const what = pair ? `${pair.a} and ${pair.b}, which differ by ` : 'a difference of ';
  return (
    <>
      <p class="answer">
        {unitsNeeded === null ? 'No number of units can be given' : `About ${unitsNeeded} units`} to resolve{' '}
        {what}
        <Shown value={gap} />; there are {units}.
      </p>
      <p class="muted">{why}</p>
      <Figure
        title="Error by number of units"
        draw={(width) => unitsPicture({ width, curve, gap, units, unitsNeeded })}
        table={
          <table>
            <thead>
              <tr>
                <th scope="col" class="number">
                  units
                </th>
                <th scope="col" class="number">
                  epsilon
                </th>
              </tr>
            </thead>
            <tbody>
              {curve.map((point) => (
                <tr key={point.units}>
                  <td class="number">{point.units}</td>
                  <td class="number">
                    <Shown value={point.epsilon} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        }
      />
    </>
  );
}
