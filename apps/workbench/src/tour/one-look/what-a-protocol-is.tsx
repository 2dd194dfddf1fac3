import { useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { Amount, amount, Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import { Chapter } from '../parts/chapter.tsx';
import { ValueFormula } from '../parts/formulas.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { lookPicture } from './look-picture.ts';
import { everywhereStudy, type Look, lookStudy, PLACES, placeName, SETTING } from './one-look.ts';

const { horizon, unit } = SETTING;
const BEGINNING: Look = { at: PLACES[2]!, width: 0, noise: 2 / 5 };
const [NOISE_STEP, MOST_NOISE, MOST_WIDTH] = [1 / 10, 2, 4];

export function WhatAProtocolIs() {
  const [look, setLook] = useState(BEGINNING);
  const found = useAnswer({ command: 'value' }, everywhereStudy(look));
  const values = found.result?.result?.protocols;
  const law = found.result?.law;
  const elsewhere = values && PLACES.map((at, j) => ({ at, value: values[placeName(j)]!.value }));
  const best = elsewhere?.reduce((most, one) => (one.value > most.value ? one : most));
  const change = (part: Partial<Look>) => setLook((before) => ({ ...before, ...part }));
  return (
    <Chapter
      text={
        <>
          <p>
            Something varies over time: a patient’s heart rhythm, a worker’s strain. We want one number about
            the whole time, here its mean. We call it the <em>target</em> and write Θ. But we cannot watch all
            the time.
          </p>
          <p>
            A <em>protocol</em> says what is watched instead: looks at points in time, or averages over
            windows, each with some noise. The best prediction of the target from what was seen is never
            perfect. The share of the target’s variance that it explains is the protocol’s <em>value</em>: one
            if it tells all, zero if it tells nothing.
          </p>
          <ValueFormula />
          <p>Move the one look along the timeline, widen it to a window, make it noisier.</p>
        </>
      }
      takeaway={
        <>
          a protocol’s value depends on when one looks
          {best && (
            <>
              : this look is worth most at <Amount value={best.at} /> {unit}, where it explains{' '}
              <Shown value={best.value} /> of the variance
            </>
          )}
          .
        </>
      }
      study={() => ({ name: 'one-look.yaml', text: lookStudy(look) })}
    >
      <Trouble of={[found]} />
      <p class="reading">This look is worth {values && <Shown value={values.look!.value} />}.</p>
      <Slider
        label="When to look"
        kind="over-timeline"
        min={PLACES[0]!}
        max={PLACES.at(-1)!}
        step={PLACES[1]! - PLACES[0]!}
        value={look.at}
        says={`${amount(look.at)} ${unit}`}
        onValue={(at) => change({ at: Number(at.toPrecision(12)) })}
      />
      {values && law && elsewhere && (
        <Figure
          title="One look at a trajectory"
          draw={(width) =>
            lookPicture({ width, horizon, unit, law, look, value: values.look!.value, elsewhere })
          }
          table={
            <Table
              caption="Looks and their values"
              quiet
              columns={[`look at (${unit})#`, 'value#']}
              rows={elsewhere.map(({ at, value }) => ({
                name: String(at),
                head: <Amount value={at} />,
                cells: [value],
              }))}
            />
          }
        />
      )}
      <Slider
        label="How long"
        min={0}
        max={MOST_WIDTH}
        step={1 / 2}
        value={look.width}
        says={look.width === 0 ? 'a point in time' : `a window of ${amount(look.width)} ${unit}`}
        onValue={(width) => change({ width })}
      />
      <Slider
        label="Noise of the look"
        min={0}
        max={MOST_NOISE}
        step={NOISE_STEP}
        value={look.noise}
        says={look.noise === 0 ? 'none' : `variance ${amount(look.noise)}`}
        onValue={(noise) => change({ noise: Number(noise.toPrecision(3)) })}
      />
    </Chapter>
  );
}
