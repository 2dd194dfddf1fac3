import { signal } from '@preact/signals';
import { NumberField } from '../../elements/number-field.tsx';
import { panels } from '../../state/panels.ts';
import { waitingData } from '../../state/waiting-data.ts';
import { parsed } from '../../state/workbench.ts';
import { Missing } from '../frame/missing.tsx';
import { PanelFrame } from '../frame/panel-frame.tsx';
import { Calibrated } from './calibrated.tsx';
import { DenseData } from './dense-data.tsx';
import { UnitsNeeded } from './units-needed.tsx';

const RESAMPLING = { draws: 2000, level: 0.95 };
const POWER = 0.8;

/** The difference in value that matters; undefined for that of the two best. A question, not a part of the study. */
const gap = signal<number | undefined>(undefined);

/** Told apart?: what dense data of some units say about each protocol, and how many units it would take. */
export function ToldApart() {
  const { calibration } = parsed.value.parts;
  return (
    <>
      <p class="question">Can densely observed units tell these protocols apart?</p>
      <DenseData />
      {!waitingData.value && <Missing command="calibrate" />}
      <PanelFrame
        panel={panels.calibrate}
        ask="Can they be told apart?"
        question={{ command: 'calibrate', request: RESAMPLING }}
      >
        {(result, { complete }) => <Calibrated result={result} complete={complete} />}
      </PanelFrame>
      {calibration && <HowManyUnits />}
    </>
  );
}

function HowManyUnits() {
  const request = { ...RESAMPLING, power: POWER, ...(gap.value !== undefined && { gap: gap.value }) };
  return (
    <>
      <h3>How many units?</h3>
      <div class="fields">
        <NumberField
          label="difference in value that matters"
          value={gap.value}
          empty="of the two best"
          onValue={(value) => {
            gap.value = value;
          }}
        />
      </div>
      <Missing command="plan" gap={gap.value} />
      <PanelFrame
        panel={panels.plan}
        ask="How many units would it take?"
        question={{ command: 'plan', request }}
        blocked={
          gap.value !== undefined && !(gap.value > 0 && gap.value < 1)
            ? `A difference in value of ${gap.value} is not possible. Accepted: a number above 0 and below 1.`
            : undefined
        }
      >
        {(result) => <UnitsNeeded result={result} />}
      </PanelFrame>
    </>
  );
}
