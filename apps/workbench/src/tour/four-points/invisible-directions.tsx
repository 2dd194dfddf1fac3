import { worldsPicture } from '@sightline/answers/pictures';
import type { IdentifyResult } from '@sightline/study';
import { useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { Shown } from '../../elements/shown-number.tsx';
import { Table } from '../../elements/table.tsx';
import { Chapter } from '../parts/chapter.tsx';
import { Choice } from '../parts/choice.tsx';
import { Note } from '../parts/note.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { BodyOfWorlds } from './body-of-worlds.tsx';
import {
  ALTERNATIVE,
  type Assumed,
  differenceOf,
  MOMENT_DIGITS,
  measuredStudy,
  POINTS,
  pointName,
  seenOf,
  TIMES,
} from './four-points.ts';
import { ASSUMED, directions, RangeRows, useBothAssumed } from './range-rows.tsx';
import { WhyInvisible } from './why-invisible.tsx';

const ONLY_FIRST = [0];

export function InvisibleDirections() {
  const [assumed, setAssumed] = useState<Assumed>('stationary');
  const { found, results } = useBothAssumed(ONLY_FIRST);
  const shown = found[assumed].result;
  const range = found.stationary.result?.alternatives[ALTERNATIVE]?.range;
  return (
    <Chapter
      lead={
        <>
          How much the benchmark leaves open is not a matter of taste: it can be counted, drawn, and computed
          to its ends.
        </>
      }
      takeaway={
        <>
          the benchmark does not leave the alternative’s value a little uncertain; it leaves a whole range of
          values
          {range && (
            <>
              , from <Shown value={range.low} /> to <Shown value={range.high} /> even if the world is
              stationary
            </>
          )}
          .
        </>
      }
      study={() => ({ name: 'four-points.yaml', text: measuredStudy(assumed, ONLY_FIRST), asks: 'identify' })}
    >
      <p>
        In a world of four points that does not drift, all there is to know are three correlations: r₁, r₂ and
        r₃, by the lag. So a world is a point in space. Not every point is a world: if Z₀ goes closely with
        Z₁, and Z₁ with Z₂, then Z₀ cannot go against Z₂. The worlds that can exist make up a body.
      </p>
      <Note>
        Its points are the positive semidefinite matrices with ones on the diagonal; of three points without
        any order in time the body is known as the elliptope.
      </Note>
      <p>
        Each thing that the benchmark sees is a mixture of r₁, r₂ and r₃, and so it leaves a plane.{' '}
        <strong>Add what it sees, one thing at a time</strong>, and turn the body to look into it.
      </p>
      <BodyOfWorlds />
      <p>
        Two planes meet in a line. Along it the benchmark sees nothing change: it is an{' '}
        <em>invisible direction</em>, and the ε of the chapter before is a step along it. The line ends at the
        body’s surface, and so does what can be true. All values that fit the benchmark, no more and no fewer,
        are those on this line.
      </p>
      <Note>
        How many invisible directions there are is a matter of counting: correlations that are free, less the
        mixtures of them that the benchmark pins down. Here three are free, two are pinned down, and one
        direction is left.
      </Note>
      <h3>If the world may drift</h3>
      <p>
        If nothing is assumed, each of the six pairs of points has a correlation of its own. The body then has
        six dimensions, the benchmark still pins down two mixtures, and there are more directions to go in.
        The range of values can only become wider.
      </p>
      <div class="wide">
        <Trouble of={Object.values(found)} />
        {results.length > 0 && <RangeRows title="Values that fit the benchmark" results={results} />}
      </div>
      <h3>The worlds at the ends</h3>
      <p>
        A range is only as good as its ends. So here they are: two worlds that exist, with the least and the
        largest value, and what the benchmark sees of the difference between them. It sees nothing.
      </p>
      <div class="wide">
        <Choice
          legend="What is assumed of the world"
          choices={ASSUMED}
          chosen={assumed}
          onChoose={(name) => setAssumed(name)}
        />
        {shown && <Ends result={shown} />}
      </div>
    </Chapter>
  );
}

/** The two worlds at the ends of the range, and the zeros that make them invisible. */
function Ends({ result }: { result: IdentifyResult }) {
  const { worlds } = result.alternatives[ALTERNATIVE]!;
  const [low, high] = worlds as [(typeof worlds)[0], (typeof worlds)[0]];
  const [one, other] = [low.covariance!, high.covariance!];
  const difference = differenceOf(other, one);
  return (
    <>
      <p class="reading" data-invisible={result.invisibleDimension!}>
        {directions(result.invisibleDimension!)}
      </p>
      <div class="side-by-side">
        <Table
          caption="What the benchmark sees of the difference between the two worlds"
          class="moments"
          columns={['seen', 'lowest value#', 'highest value#', 'difference#']}
          digits={MOMENT_DIGITS}
          rows={seenOf(difference).map(({ what, value }, k) => ({
            name: what,
            cells: [seenOf(one)[k]!.value, seenOf(other)[k]!.value, value],
          }))}
        />
        {result.assume === 'stationary' ? (
          <WhyInvisible difference={difference} />
        ) : (
          <p>
            A square for each pair of points, as large as their correlation: filled where they go together,
            open where they go against each other. The strokes at the sides mark what the benchmark reads.
          </p>
        )}
      </div>
      <Figure
        title="The worlds at the ends of the range"
        draw={(width) =>
          worldsPicture({
            alternative: 'reading Z₁ and Z₂',
            realised: 'Z₀',
            worlds: [
              { value: low.value, covariance: one },
              { value: high.value, covariance: other },
            ],
            stationary: result.assume === 'stationary',
            grid: { horizon: POINTS, unit: 'steps' },
            seen: [{ at: TIMES[0]!, width: 0 }],
            held: [],
            width,
          })
        }
        table={
          <Table
            caption="Correlations at the ends of the range"
            quiet
            columns={['pair', 'lowest value#', 'highest value#', 'difference#']}
            rows={TIMES.flatMap((_, j) =>
              TIMES.slice(j + 1).map((_, d) => ({
                name: `${pointName(j)}, ${pointName(j + 1 + d)}`,
                cells: [one, other, difference].map((of) => of[j]![j + 1 + d]!),
              })),
            )}
          />
        }
      />
    </>
  );
}
