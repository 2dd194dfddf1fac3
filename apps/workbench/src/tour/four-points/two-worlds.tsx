import { worldsPicture } from '@sightline/answers/pictures';
import { useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import { Chapter } from '../parts/chapter.tsx';
import { MovedFormula, SeenFormula } from '../parts/formulas.tsx';
import { RESULTS } from '../parts/results.ts';
import { Trouble } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import {
  ALTERNATIVE,
  correlations,
  LAGS,
  MOMENT_DIGITS,
  POINTS,
  seenOf,
  toeplitz,
  worldStudy,
} from './four-points.ts';

/** The paper's ε at either end, in so many steps to either side. */
const REACH = RESULTS.twoWorlds.epsilon;
const STEPS = 40;
const DIGITS = 4;

/** With its sign, as a difference has one. */
const signed = (epsilon: number) =>
  `${epsilon > 0 ? '+' : epsilon < 0 ? '−' : ''}${Math.abs(epsilon).toFixed(DIGITS)}`;

export function TwoWorlds() {
  const [step, setStep] = useState(STEPS);
  const epsilon = (REACH * step) / STEPS;
  const worlds = [epsilon, -epsilon].map((own) => ({
    epsilon: own,
    byLag: correlations(own),
    seen: seenOf(toeplitz(correlations(own))),
  }));
  const found = [
    useAnswer({ command: 'value' }, worldStudy(epsilon)),
    useAnswer({ command: 'value' }, worldStudy(-epsilon)),
  ];
  const values = found.map(({ result }) => result?.result?.protocols[ALTERNATIVE]?.value);
  const [here, there] = values;
  const [own, other] = worlds as [(typeof worlds)[0], (typeof worlds)[0]];
  return (
    <Chapter
      text={
        <>
          <p>
            Four points in time, Z₀ to Z₃. So far only Z₀ was read; call the reading Y. For the same people
            the target Θ, the mean of all four, became known afterwards. Such data are a <em>benchmark</em>:
            with enough of them we know how Y and Θ vary and vary together. Would reading Z₁ and Z₂ instead
            have told more? Nobody has done it.
          </p>
          <p>
            How strongly two of the points go together depends on the lag, the time between them: one, two or
            three steps. The benchmark never sees these three correlations by themselves, only two mixtures of
            them:
          </p>
          <SeenFormula />
          <p>Now change the world behind the data by some ε, so that both mixtures stay as they are:</p>
          <MovedFormula />
        </>
      }
      takeaway={
        <>
          a benchmark can be the same to the last digit in two worlds while the protocol that nobody tried is
          worth{' '}
          {here !== undefined && there !== undefined ? (
            <>
              <Shown value={here} /> in one and <Shown value={there} /> in the other
            </>
          ) : (
            'more in one than in the other'
          )}
          . More data of the same kind do not help.
        </>
      }
      study={() => ({ name: 'four-points.yaml', text: worldStudy(epsilon), asks: 'identify' })}
    >
      <Slider
        label="How far the world is moved, ε"
        min={-STEPS}
        max={STEPS}
        step={1}
        value={step}
        says={signed(epsilon)}
        onValue={setStep}
      />
      <Trouble of={found} />
      <div class="frozen-and-moving">
        <div class="frozen">
          <Table
            caption="Frozen: all that the benchmark sees. Last: what it does not."
            class="moments"
            columns={['seen', ...worlds.map((world) => `ε = ${signed(world.epsilon)}#`)]}
            digits={MOMENT_DIGITS}
            rows={[
              ...own.seen.map(({ what, value }, k) => ({ name: what, cells: [value, other.seen[k]!.value] })),
              ...(here !== undefined && there !== undefined
                ? [{ name: 'value of Z₁, Z₂', cells: [here, there], class: 'moves' }]
                : []),
            ]}
          />
        </div>
        <div class="moving">
          <p>Moving: what reading Z₁ and Z₂ is worth</p>
          <p class="reading" data-value="alternative" aria-live="polite">
            {here !== undefined && <Shown value={here} />}
          </p>
        </div>
      </div>
      {here !== undefined && there !== undefined && (
        <Figure
          title="Two worlds with one benchmark"
          draw={(width) =>
            worldsPicture({
              alternative: 'reading Z₁ and Z₂',
              realised: 'Z₀',
              worlds: [
                { value: here, covariance: toeplitz(own.byLag) },
                { value: there, covariance: toeplitz(other.byLag) },
              ],
              stationary: true,
              grid: { horizon: POINTS, unit: 'steps' },
              seen: [],
              held: own.seen.map(({ what, value }) => `${what} = ${value.toFixed(2 + DIGITS)}`),
              width,
            })
          }
          table={
            <Table
              caption="Correlations by lag"
              quiet
              columns={['lag', ...worlds.map((world) => `correlation, ε = ${signed(world.epsilon)}#`)]}
              rows={LAGS.map((lag) => ({
                name: String(lag),
                cells: worlds.map(({ byLag }) => byLag[lag]!),
              }))}
            />
          }
        />
      )}
    </Chapter>
  );
}
