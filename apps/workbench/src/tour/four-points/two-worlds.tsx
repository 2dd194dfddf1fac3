import { COLOUR } from '@sightline/answers/pictures';
import { useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import { WORLDS, WorldsScatters } from '../../panels/known/worlds-scatters.tsx';
import type { WorldPeople } from '../../work/question.ts';
import { Chapter } from '../parts/chapter.tsx';
import { MovedFormula, SeenFormula } from '../parts/formulas.tsx';
import { Note } from '../parts/note.tsx';
import { RESULTS } from '../parts/results.ts';
import { Trouble } from '../parts/trouble.tsx';
import { useAnswer, useAsked } from '../parts/use-answer.ts';
import {
  ALTERNATIVE,
  correlations,
  LAGS,
  MOMENT_DIGITS,
  REALISED,
  seenOf,
  toeplitz,
  worldStudy,
} from './four-points.ts';
import { lagsApartPicture } from './lags-apart.ts';

/** Up to the paper's ε, in so many steps. */
const REACH = RESULTS.twoWorlds.epsilon;
const STEPS = 40;
const DIGITS = 4;
const COLOURS = [COLOUR.blue, COLOUR.red] as const;
const READ: Readonly<Record<string, string>> = {
  [REALISED]: 'Reading Z₀',
  [ALTERNATIVE]: 'Reading Z₁ and Z₂',
};

export function TwoWorlds() {
  const [step, setStep] = useState(0);
  const epsilon = (REACH * step) / STEPS;
  const worlds = [epsilon, -epsilon].map((own) => ({
    byLag: correlations(own),
    seen: seenOf(toeplitz(correlations(own))),
  }));
  const [own, other] = worlds as [(typeof worlds)[0], (typeof worlds)[0]];
  const found = [
    useAnswer({ command: 'value' }, worldStudy(epsilon)),
    useAnswer({ command: 'value' }, worldStudy(-epsilon)),
  ];
  const people = useAsked<WorldPeople[]>(
    {
      worlds: {
        alternative: ALTERNATIVE,
        covariances: worlds.map(({ byLag }) => toeplitz(byLag)),
      },
    },
    worldStudy(0),
  );
  const worth = (protocol: string, world: number) => found[world]!.result?.result?.protocols[protocol]?.value;
  const [here, there] = [worth(ALTERNATIVE, 0), worth(ALTERNATIVE, 1)];
  return (
    <Chapter
      lead={
        <>
          What one protocol has shown need not tell what another would have shown, however many people were
          looked at.
        </>
      }
      takeaway={
        here !== undefined && there !== undefined && here !== there ? (
          <>
            a benchmark can be the same to the last digit in two worlds while the protocol that nobody tried
            is worth <Shown value={here} /> in one and <Shown value={there} /> in the other. More data of the
            same kind do not help.
          </>
        ) : (
          <>
            a benchmark can be the same to the last digit in two worlds while the protocol that nobody tried
            is worth more in one than in the other. More data of the same kind do not help.
          </>
        )
      }
      study={() => ({ name: 'two-worlds.yaml', text: worldStudy(epsilon), asks: 'identify' })}
    >
      <p>
        Four points in time, Z₀ to Z₃; the target Θ is their mean. So far only Z₀ was read. Call that reading
        Y. For the same people Θ became known later. Such data are a <em>benchmark</em>: with enough people,
        we know how Y varies, how Θ varies, and how the two vary together.
      </p>
      <Note>
        A whole night is scored for some sleepers, say, and for the others only its first hour is recorded.
      </Note>
      <p>
        Would reading Z₁ and Z₂ instead have told more about Θ? Nobody has tried. Can we know it all the same?
      </p>
      <p>
        Here are two worlds, and some people of each. They begin as the same world. Above is what the
        benchmark has: for each person, what Y predicts of Θ, and Θ itself. Below are the same people as Z₁
        and Z₂ would have shown them. <strong>Move the worlds apart</strong>, and watch which dots move.
      </p>
      <div class="wide stage">
        <Slider
          label="How far the worlds are apart, ε"
          min={0}
          max={STEPS}
          step={1}
          value={step}
          says={step === 0 ? 'not at all' : epsilon.toFixed(DIGITS)}
          onValue={setStep}
        />
        <Trouble of={[...found, people]} />
        {people.result && (
          <WorldsScatters
            worlds={people.result}
            alternative={ALTERNATIVE}
            colours={COLOURS}
            says={(protocol, w) => {
              const value = worth(protocol, w);
              return (
                <>
                  {READ[protocol]}, {WORLDS[w]}: worth{' '}
                  <strong data-worth={`${protocol} ${w}`}>
                    {value === undefined ? '…' : <Shown value={value} />}
                  </strong>
                </>
              );
            }}
            title={(protocol, w) => `${READ[protocol]} in ${WORLDS[w]}: truth against prediction`}
          />
        )}
      </div>
      <p>
        The dots above stay where they are, all of them. Below, every person keeps the same truth, but what Z₁
        and Z₂ would have predicted moves to or from it: in one world the dots close in on the diagonal, in
        the other they spread.
      </p>
      <h3>How can that be?</h3>
      <p>
        How strongly two of the points go together depends on the <em>lag</em>, the time between them: one,
        two or three steps. The benchmark never sees these three correlations by themselves, only two mixtures
        of them:
      </p>
      <Note>
        That only the lag matters is itself an assumption: the world is <em>stationary</em>. Without it there
        are more unknowns, and it is worse.
      </Note>
      <SeenFormula />
      <p>So the correlations can be moved by ε in such a way that both mixtures stay as they are:</p>
      <MovedFormula />
      <p>One world is moved by +ε, the other by −ε.</p>
      <div class="wide frozen-and-moving">
        <Figure
          title="Correlations of the two worlds"
          draw={(width) =>
            lagsApartPicture({
              width,
              worlds: [own.byLag, other.byLag],
              colours: COLOURS,
              names: WORLDS,
            })
          }
          table={
            <Table
              caption="Correlations by lag"
              quiet
              columns={['lag', ...WORLDS.map((name) => `${name}#`)]}
              rows={LAGS.map((lag) => ({
                name: String(lag),
                cells: worlds.map(({ byLag }) => byLag[lag]!),
              }))}
            />
          }
        />
        <div class="frozen">
          <Table
            caption="All that the benchmark sees, and what it does not"
            class="moments"
            columns={['seen', ...WORLDS.map((name) => `${name}#`)]}
            digits={MOMENT_DIGITS}
            rows={[
              ...own.seen.map(({ what, value }, k) => ({ name: what, cells: [value, other.seen[k]!.value] })),
              ...(here !== undefined && there !== undefined
                ? [{ name: 'value of Z₁, Z₂', cells: [here, there], class: 'moves' }]
                : []),
            ]}
          />
        </div>
      </div>
      <p>
        No amount of benchmark data tells the two worlds apart: they give the same data. The value of the
        alternative is <em>not identified</em>.
      </p>
      <Note>
        Four points are the fewest for which this happens in a stationary world when one of them is read and
        the mean is wanted: with three, two mixtures give both correlations.
      </Note>
    </Chapter>
  );
}
