import { targetWords } from '@sightline/answers';
import { protocolsPicture } from '@sightline/answers/pictures';
import type { DesignResult } from '@sightline/study';
import { useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { SelectField } from '../../elements/select-field.tsx';
import { amount, Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import { Chapter } from '../parts/chapter.tsx';
import { Note } from '../parts/note.tsx';
import { RESULTS } from '../parts/results.ts';
import { Trouble } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { MOST_CHOSEN, pointsStudy, TARGETS } from './best-for-target.ts';
import { CrossTarget } from './cross-target.tsx';

const QUESTION = { command: 'design', request: { method: 'exhaustive' } } as const;
const lowest = Math.min(...RESULTS.crossTarget.rows.flatMap(({ values }) => values));

export function Design() {
  const [target, setTarget] = useState(TARGETS[3]!);
  const [exactly, setExactly] = useState(4);
  const found = useAnswer(QUESTION, pointsStudy(target, exactly));
  return (
    <Chapter
      lead={<>Once values are known well enough, one may ask for the best protocol, and prove that it is.</>}
      takeaway={
        <>
          there is no best protocol as such, only one for a target: designed for the wrong one, a protocol may
          reach only <Shown value={lowest} digits={3} /> of what the same catalogue offers.
        </>
      }
      study={() => ({ name: 'which-readings.yaml', text: pointsStudy(target, exactly), asks: 'design' })}
    >
      <p>
        Here are twelve possible readings over a shift of ten hours, of which a few can be paid for. With so
        few, all choices can be tried: that is the exact answer.
      </p>
      <p>
        Where there are too many, one takes the reading that adds most, then the next (<em>greedy</em>), and
        then exchanges readings as long as that helps (<em>swaps</em>). <em>Efficiency</em> is the share of
        the best value that a choice reaches.
      </p>
      <Note>
        Even then it need not be left at that: Sightline bounds what any other choice could be worth, and
        often proves that there is no better one.
      </Note>
      <p>
        The target decides. <strong>Choose another</strong>, and see what the best readings become, and what
        readings chosen for the mean are worth instead.
      </p>
      <div class="wide stage">
        <div class="side-by-side">
          <SelectField
            label="Target"
            value={targetWords(target)}
            options={TARGETS.map((one) => ({ name: targetWords(one), words: targetWords(one) }))}
            onValue={(words) => setTarget(TARGETS.find((one) => targetWords(one) === words)!)}
          />
          <Slider
            label="Readings to take"
            min={1}
            max={MOST_CHOSEN}
            step={1}
            value={exactly}
            says={String(exactly)}
            onValue={setExactly}
          />
        </div>
        <Trouble of={[found]} />
        {found.result && <Choices result={found.result} />}
      </div>
      <CrossTarget />
    </Chapter>
  );
}

/** A time to about a minute. */
const shortTime = (time: number) => amount(Number(time.toPrecision(3)));

/** The exact answer beside what the searches find. */
function Choices({ result: { best, comparators, grid, sets } }: { result: DesignResult }) {
  const choices = [
    { name: 'exact', efficiency: 1, ...best },
    { name: 'greedy', ...comparators.greedy },
    { name: 'swaps', ...comparators.swap },
    { name: 'for the mean', ...comparators.linearTarget },
  ];
  return (
    <>
      <p class="reading">
        Best of {sets}: at {best.at.map(shortTime).join(', ')} {grid.unit}, worth <Shown value={best.value} />
        .
      </p>
      <Figure
        title="Readings chosen"
        draw={(width) =>
          protocolsPicture({
            width,
            horizon: grid.horizon,
            unit: grid.unit,
            protocols: choices.map(({ name, at, widths, value, cost, efficiency }) => ({
              name,
              actions: at.map((time, i) => ({ at: time, width: widths[i]!, repeats: 1 })),
              value,
              cost,
              note: `${efficiency.toFixed(3)} of the best`,
            })),
          })
        }
        table={
          <Table
            caption="Readings chosen, as a table"
            quiet
            columns={['choice', 'value#', 'efficiency#', 'at']}
            rows={choices.map(({ name, value, efficiency, at }) => ({
              name,
              cells: [value, efficiency, at.map(amount).join(', ')],
            }))}
          />
        }
      />
    </>
  );
}
