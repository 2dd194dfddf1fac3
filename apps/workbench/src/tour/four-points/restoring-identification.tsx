import { useState } from 'preact/hooks';
import { Shown } from '../../elements/shown-number.tsx';
import { Chapter } from '../parts/chapter.tsx';
import { Note } from '../parts/note.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { ALTERNATIVE, LAGS, measuredStudy, pointName } from './four-points.ts';
import { MeasuredBody } from './measured-body.tsx';
import { ASSUMED, directions, RangeRows, useBothAssumed } from './range-rows.tsx';

export function RestoringIdentification() {
  const [measured, setMeasured] = useState<readonly number[]>([0]);
  const { found, results } = useBothAssumed(measured);
  const settled = results.filter(({ result }) => result.alternatives[ALTERNATIVE]!.verdict === 'identified');
  const value = settled[0]?.result.alternatives[ALTERNATIVE]?.value;
  return (
    <Chapter
      lead={<>What helps is not more of the same data, but a little of something else.</>}
      takeaway={
        <>
          the right measurement in addition settles the value; which one that is depends on what may be
          assumed, and it can be computed before anything is measured
          {value !== undefined && value !== null && (
            <>
              {' '}
              (here the value then is <Shown value={value} />)
            </>
          )}
          .
        </>
      }
      study={() => ({ name: 'four-points.yaml', text: measuredStudy('any', measured), asks: 'identify' })}
    >
      <p>
        The benchmark left a line through the body of worlds. To cut it, measure something else: on some
        people, read another point together with Z₀ and the target. Every further point pins down more
        mixtures of the correlations, and each of them is one more plane.
      </p>
      <p>
        <strong>Switch points on.</strong> When no invisible direction is left, or none that matters for the
        alternative, the bar shrinks to a point: the value is <em>identified</em>, though the alternative
        itself was never run, and though other features of the world may stay unknown.
      </p>
      <Note>
        It is the value of one alternative that is to be known, not the whole world. That is why a single
        reading can be enough, where knowing all correlations would take all of them.
      </Note>
      <div class="wide stage">
        <div class="body-and-curve">
          <MeasuredBody measured={measured} />
          <div>
            <fieldset class="tour-choice">
              <legend>Measured together with the target</legend>
              {LAGS.map((j) => (
                <label key={j}>
                  <input
                    type="checkbox"
                    checked={measured.includes(j)}
                    disabled={j === 0}
                    onChange={(event) => {
                      const on = event.currentTarget.checked;
                      setMeasured((before) =>
                        on ? [...before, j].sort((a, b) => a - b) : before.filter((own) => own !== j),
                      );
                    }}
                  />
                  {pointName(j)}
                </label>
              ))}
            </fieldset>
            <Trouble of={Object.values(found)} />
            <ul class="readings" aria-live="polite">
              {results.map(({ assumed, result }) => (
                <li key={assumed} data-assumed={assumed}>
                  {ASSUMED.find(({ name }) => name === assumed)!.words}:{' '}
                  <strong>{directions(result.invisibleDimension!)}</strong>,{' '}
                  {result.alternatives[ALTERNATIVE]!.verdict === 'identified'
                    ? 'the value is known'
                    : 'the value is not known'}
                </li>
              ))}
            </ul>
          </div>
        </div>
        {results.length > 0 && <RangeRows title="Values that still fit" results={results} />}
      </div>
      <p>
        The body shows what happens if the world is stationary. Z₀ and Θ leave the line. Reading Z₁ as well
        shows how strongly Z₀ and Z₁ go together, which is r₁ itself, and the plane of all worlds with this r₁
        meets the line in a single point.
      </p>
      <p>
        If the world may drift, there are more directions than one, and Z₁ does not reach all of them. What
        one does not assume, one has to measure.
      </p>
      <Note>
        Sightline looks for the cheapest set of measurements that settles the value: in the workbench, under
        Known?.
      </Note>
    </Chapter>
  );
}
