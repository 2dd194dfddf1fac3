import { protocolColour } from '@sightline/answers/pictures';
import type { RetrospectResult } from '@sightline/study';
import { useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { scatterPicture } from '../../elements/scatter-picture.ts';
import { Amount, amount, Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import { RecordPicture, seenAt, timeOfLook } from '../../records/record-picture.tsx';
import type { RecordShown } from '../../work/question.ts';
import { Choice } from '../parts/choice.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { useAnswer, useAsked } from '../parts/use-answer.ts';
import { rhythmStripsPicture } from './rhythm-strips.ts';
import { PEOPLE, type Simulated } from './simulated.ts';
import { useRecords } from './use-records.ts';

interface LandingLooksProps {
  made: Simulated;
  /** 'night', 'day'. */
  record: string;
  /** What is looked for, in a sentence. */
  sought: string;
  /** Whether each look is shown as a strip of the heart’s rhythm. */
  strips?: boolean;
}

type Layout = 'contiguous' | 'dispersed';

const percent = (share: number) => <Amount value={Math.round(100 * share)} />;

/** One record with looks landing on it, and all records as looks see them. */
export function LandingLooks({ made, record: word, sought, strips = false }: LandingLooksProps) {
  const [layout, setLayout] = useState<Layout>('contiguous');
  const [step, setStep] = useState(made.start);
  const [number, setNumber] = useState(0);
  const looks = made.budgets[step]!;
  const one = useAsked<RecordShown>({ record: { record: number, by: layout, looks } }, made.study);
  const all = useRecords(made.study, layout, looks, PEOPLE);
  const found = useAnswer({ command: 'retrospect', request: {} }, made.study);
  const record = one.result;
  const target = record?.targets[0];
  const layouts: readonly { name: Layout; words: string }[] = [
    { name: 'contiguous', words: 'in one block' },
    { name: 'dispersed', words: `spread over the ${word}` },
  ];
  return (
    <div class="wide stage">
      <div class="side-by-side">
        <Choice
          legend={`Looks at the ${word} are`}
          choices={layouts}
          chosen={layout}
          onChoose={(name) => setLayout(name)}
        />
        <Slider
          label="Looks"
          min={0}
          max={made.budgets.length - 1}
          step={1}
          value={step}
          says={String(looks)}
          onValue={setStep}
        />
      </div>
      <Trouble of={[one, found]} />
      {record && target && (
        <>
          <Figure
            title={`A simulated ${word}`}
            table={
              <Table
                caption={`Looks at a simulated ${word}`}
                quiet
                columns={[`time (${record.time.unit})#`, 'seen']}
                rows={record.looks.map((look) => {
                  const at = timeOfLook(look, record);
                  return {
                    name: String(look.first),
                    head: <Amount value={at} />,
                    cells: [String(seenAt(record, at))],
                  };
                })}
              />
            }
          >
            {(width) => (
              <RecordPicture
                record={record}
                target={target}
                title={`A simulated ${word} with ${record.looks.length} looks`}
                width={width}
              />
            )}
          </Figure>
          {strips && (
            <Figure
              title="What each look sees"
              draw={(width) =>
                rhythmStripsPicture({
                  width,
                  looks: record.looks.map((look) => {
                    const at = timeOfLook(look, record);
                    return {
                      state: String(seenAt(record, at)),
                      at: `${amount(Number(at.toFixed(1)))} ${record.time.unit}`,
                    };
                  }),
                  target: target.name,
                  colour: protocolColour(0),
                })
              }
            />
          )}
          <div class="timeline-and-scatter">
            <div>
              <p class="reading" aria-live="polite">
                {record.looks.length} looks see {sought} in{' '}
                {target.seen === null ? '–' : percent(target.seen)} % of them. It fills{' '}
                {percent(target.whole)} % of this {word}.
              </p>
              <p class="buttons">
                <button
                  type="button"
                  onClick={() => setNumber((before) => (before + 1) % record.records.length)}
                >
                  Another {word}
                </button>
              </p>
              {found.result && <HeldOut result={found.result} made={made} looks={looks} word={word} />}
            </div>
            {all && (
              <Figure
                title={`${PEOPLE} simulated ${word}s`}
                draw={(width) =>
                  scatterPicture({
                    targets: all.whole,
                    predicted: all.seen,
                    count: PEOPLE,
                    range: [0, 1],
                    person: { number, low: all.whole[number]!, high: all.whole[number]! },
                    across: 'share of the looks',
                    up: `share of the ${word}`,
                    title: `${PEOPLE} ${word}s: what the looks see against what is so`,
                    width,
                  })
                }
              />
            )}
          </div>
        </>
      )}
    </div>
  );
}

interface HeldOutProps {
  result: RetrospectResult;
  made: Simulated;
  looks: number;
  word: string;
}

/** How well looks predict people whom the rule was not fitted to. */
function HeldOut({ result, made, looks, word }: HeldOutProps) {
  const { templates } = result.targets[made.target]!;
  const r2 = (layout: Layout) => templates[`${layout}-${looks}`]!.r2;
  return (
    <p>
      Of the differences between the {result.records} {word}s, {looks} looks in one block predict{' '}
      <Shown value={r2('contiguous')} digits={2} />, and {looks} that are spread{' '}
      <Shown value={r2('dispersed')} digits={2} />: R² for people whom the rule was not fitted to.
    </p>
  );
}
