import { useState } from 'preact/hooks';
import { rangeOf } from '../../elements/drawing.tsx';
import { Figure } from '../../elements/figure.tsx';
import { scatterPicture } from '../../elements/scatter-picture.ts';
import { Amount, amount, Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import type { People } from '../../work/question.ts';
import { Chapter } from '../parts/chapter.tsx';
import { ValueFormula } from '../parts/formulas.tsx';
import { Note } from '../parts/note.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { useAnswer, useAsked } from '../parts/use-answer.ts';
import { lookPicture } from './look-picture.ts';
import { everywhereStudy, type Look, lookStudy, PLACES, placeName, SETTING } from './one-look.ts';

const { horizon, unit } = SETTING;
const BEGINNING: Look = { at: PLACES[2]!, width: 0, noise: 2 / 5 };
/** More would be a cloud without dots. */
const SHOWN_PEOPLE = 300;
const [NOISE_STEP, MOST_NOISE, MOST_WIDTH] = [1 / 10, 2, 4];

export function WhatAProtocolIs() {
  const [look, setLook] = useState(BEGINNING);
  const found = useAnswer({ command: 'value' }, everywhereStudy(look));
  const people = useAsked<People>({ people: { protocol: 'look', group: 0 } }, lookStudy(look));
  const values = found.result?.result?.protocols;
  const law = found.result?.law;
  const elsewhere = values && PLACES.map((at, j) => ({ at, value: values[placeName(j)]!.value }));
  const best = elsewhere?.reduce((most, one) => (one.value > most.value ? one : most));
  const change = (part: Partial<Look>) => setLook((before) => ({ ...before, ...part }));
  return (
    <Chapter
      lead={
        <>
          We want to know something about a whole day, and we can afford a few looks at it. When should we
          look?
        </>
      }
      takeaway={
        <>
          a protocol’s value depends on when one looks
          {best && (
            <>
              : this look is worth most at <Amount value={best.at} /> {unit}, where it explains{' '}
              <Shown value={best.value} /> of the variance
            </>
          )}
          .
        </>
      }
      study={() => ({ name: 'one-look.yaml', text: lookStudy(look) })}
    >
      <p>
        Something varies over time: a patient’s heart rhythm, a worker’s strain, the air in a street. We want
        one number about the whole time, here its mean. We call it the <em>target</em> and write Θ. But we
        cannot watch all the time.
      </p>
      <p>
        A <em>protocol</em> says what is watched instead: looks at points in time, or averages over windows,
        each with some noise. From what was seen we predict the target as well as can be done.
      </p>
      <Note>
        The prediction that cannot be improved on is the mean of Θ given the readings. It supposes that the
        law of the trajectories is known; whether it can be is what chapters 2 to 5 are about.
      </Note>
      <p>
        On the left, the dark line is one person over {horizon} {unit}, and the blue mark is the look. On the
        right are many people, a dot for each: how far to the right is what the look predicts, how high is the
        truth. The closer the dots lie to the diagonal, the more the look tells.{' '}
        <strong>Move the look</strong>, widen it to a window, make it noisier.
      </p>
      <div class="wide stage">
        <div class="timeline-and-scatter">
          <div>
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
            <Trouble of={[found, people]} />
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
          </div>
          <div>
            <p class="reading" aria-live="polite">
              This look is worth {values && <Shown value={values.look!.value} />}.
            </p>
            {people.result && (
              <Figure
                title="People as one look predicts them"
                draw={(width) =>
                  scatterPicture({
                    ...people.result!,
                    count: SHOWN_PEOPLE,
                    // Of the truth, which no look changes.
                    range: rangeOf(people.result!.targets),
                    across: 'predicted',
                    up: 'truth',
                    title: 'Truth against prediction, a dot for each person',
                    width,
                  })
                }
              />
            )}
          </div>
        </div>
        <div class="side-by-side">
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
        </div>
      </div>
      <p>
        The share of the target’s variance that the best prediction has is the protocol’s <em>value</em>: one
        if the looks tell all, zero if they tell nothing.
      </p>
      <Note>
        Statisticians know it as the R² of the best predictor, in the population. It says nothing of a model
        that was fitted; it is the ceiling for all of them.
      </Note>
      <ValueFormula />
      <p>
        The lower curve above is this value for a look at any time. A look in the middle has the most of the
        time near it, on both sides; a look at the ends has it on one side only.
      </p>
    </Chapter>
  );
}
