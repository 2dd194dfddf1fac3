import { COLOUR } from '@sightline/answers/pictures';
import { useMemo, useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { fixedText, Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import type { Results } from '../../work/question.ts';
import { TurningBody } from '../body/turning-body.tsx';
import { Choice } from '../parts/choice.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { useEach } from '../parts/use-each.ts';
import { ALTERNATIVE, worldStudy } from './four-points.ts';
import {
  covarianceSection,
  epsilonAt,
  LEAST,
  MIDDLE,
  MOST,
  surface,
  valueAlongPicture,
  varianceSection,
  WAY,
  worldAt,
} from './worlds-of-lags.ts';

type Known = 'nothing' | 'covariance' | 'both';
const KNOWN: readonly { name: Known; words: string }[] = [
  { name: 'nothing', words: 'nothing' },
  { name: 'covariance', words: 'Cov(Y, Θ): a plane' },
  { name: 'both', words: 'Cov(Y, Θ) and Var Θ: a line' },
];

const SAID: Readonly<Record<Known, string>> = {
  nothing: 'All stationary worlds of four points',
  covariance: 'All worlds, and in a plane those with the benchmark’s Cov(Y, Θ)',
  both: 'All worlds; those with the benchmark’s Cov(Y, Θ) and Var Θ lie on a line',
};

/** The body of worlds, cut by what the benchmark knows until a line is left; and what changes along it. */
export function BodyOfWorlds() {
  const [known, setKnown] = useState<Known>('nothing');
  const [step, setStep] = useState(MIDDLE);
  const parts = useMemo(
    () => ({ surface: surface(), covariance: covarianceSection(), variance: varianceSection() }),
    [],
  );
  const found = useEach<Results['value']>(
    { question: { command: 'value' } },
    () => Array.from({ length: WAY + 1 }, (_, i) => worldStudy(epsilonAt(i))),
    known === 'both',
  );
  const values = found.result?.map(({ result }) => result!.protocols[ALTERNATIVE]!.value);
  const isLine = known === 'both';
  return (
    <div class="wide stage">
      <Choice
        legend="What the benchmark has told so far"
        choices={KNOWN}
        chosen={known}
        onChoose={(name) => setKnown(name)}
      />
      <div class="body-and-curve">
        <TurningBody
          name="The body of worlds"
          shown={{
            surface: parts.surface,
            axes: ['r₁', 'r₂', 'r₃'],
            sections: [
              ...(known === 'nothing' ? [] : [{ points: parts.covariance, colour: COLOUR.green }]),
              ...(isLine ? [{ points: parts.variance, colour: COLOUR.ochre }] : []),
            ],
            line: isLine ? { ends: [worldAt(LEAST), worldAt(MOST)], colour: COLOUR.red } : undefined,
            world: worldAt(isLine ? epsilonAt(step) : 0),
            title: SAID[known],
          }}
          table={
            isLine && (
              <Table
                caption="The ends of the line"
                quiet
                columns={['end', 'r₁#', 'r₂#', 'r₃#']}
                rows={[LEAST, MOST].map((end) => ({ name: `ε = ${fixedText(end, 4)}`, cells: worldAt(end) }))}
              />
            )
          }
        />
        <div>
          {!isLine && (
            <p class="muted">
              {known === 'nothing'
                ? 'Every point in the body is a world, and the dot is the one of the chapter before. Drag to turn it.'
                : 'The benchmark leaves a plane through the body: all worlds in it give Y and Θ the same covariance.'}
            </p>
          )}
          <Trouble of={[found]} />
          {isLine && !values && !found.trouble && (
            <p role="status">The values along the line are being computed.</p>
          )}
          {isLine && values && (
            <>
              <Slider
                label="Go along the line"
                min={0}
                max={WAY}
                step={1}
                value={step}
                says={`worth ${fixedText(values[step]!, 4)}`}
                onValue={setStep}
              />
              <Figure
                title="Value along the line"
                draw={(width) => valueAlongPicture({ width, values, step })}
              />
              <p class="muted">
                From <Shown value={values.at(-1)!} /> to <Shown value={values[0]!} />: where the line leaves
                the body, correlations like these cannot exist.
              </p>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
