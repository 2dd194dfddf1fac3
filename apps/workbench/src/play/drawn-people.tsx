import { signal } from '@preact/signals';
import { byName, errorUnit, targetWords } from '@sightline/answers';
import { label, protocolColour } from '@sightline/answers/pictures';
import { exp, shareExplained } from '@sightline/engine/internal';
import { lawKind } from '@sightline/study';
import { useEffect } from 'preact/hooks';
import { rangeOf } from '../elements/drawing.tsx';
import { Figure } from '../elements/figure.tsx';
import { scatterPicture } from '../elements/scatter-picture.ts';
import { SelectField } from '../elements/select-field.tsx';
import { Amount, Instant, Shown } from '../elements/shown-number.tsx';
import { Table } from '../elements/table.tsx';
import { into } from '../state/into.ts';
import { result } from '../state/values.ts';
import { scene } from '../state/workbench.ts';
import type { People, Person } from '../work/question.ts';
import {
  chosen,
  followPeople,
  group,
  isPlayed,
  nobody,
  type Played,
  played,
  playedProtocol,
} from './asked-people.ts';
import { PersonPicture } from './person-picture.tsx';
import { inTheirWords } from './whom.ts';
import '../style/play.css';

/** How many were drawn so far, and which of them is looked at. */
const drawn = signal(1);
const looked = signal(0);
/** Added by one push of the button. */
const MANY = 100;

/** A person with readings and prediction, and all who were drawn so far as a scatter that is the value. */
export function DrawnPeople() {
  useEffect(followPeople, []);
  const now = played.value;
  const most = now?.people.targets.length ?? 0;
  const one = now?.people.shown.length ?? 0;
  const drawOne = () => {
    looked.value++;
    drawn.value = Math.max(drawn.value, looked.value + 1);
  };
  return (
    <>
      <div class="fields">
        <SelectField
          label="the protocol that looks at them"
          value={playedProtocol()}
          options={scene.value?.protocols.map(({ name }) => ({ name, words: name })) ?? []}
          onValue={into(chosen)}
        />
        <div class="buttons">
          <button type="button" class="main" disabled={!now || looked.value >= one - 1} onClick={drawOne}>
            {inTheirWords('Draw a unit')}
          </button>
          <button
            type="button"
            disabled={!now || drawn.value >= most}
            onClick={() => {
              drawn.value = Math.min(most, drawn.value + MANY);
            }}
          >
            Draw {MANY} more
          </button>
          <button
            type="button"
            class="quiet"
            disabled={!now}
            onClick={() => {
              group.value++;
              drawn.value = 1;
              looked.value = 0;
            }}
          >
            {inTheirWords('New units')}
          </button>
        </div>
      </div>
      {nobody.value && <p class="notice">{nobody.value}</p>}
      {!now && !nobody.value && <p role="status">{inTheirWords('Units are being drawn.')}</p>}
      {now && <Looked now={now} count={drawn.value} person={looked.value} />}
    </>
  );
}

function Looked({ now, count, person }: { now: Played; count: number; person: number }) {
  const drawnScene = scene.value;
  if (!drawnScene) return null;
  const { people, protocol } = now;
  const { targets, predicted, shown, level } = people;
  const { grid, study } = drawnScene;
  const worth = byName(result.value?.protocols, protocol);
  const inData = lawKind({ intended: study, parts: study }).unit === 'data';
  const about = targetWords(study.target, inData, study.words);
  const { low, high, readings } = shown[person]!;
  const [truth, guess] = [targets[person]!, predicted[person]!];
  // From the least to the largest of all, so that nothing moves when another one is drawn.
  const range = rangeOf([...targets, ...predicted, ...shown.flatMap((one) => [one.low, one.high])]);
  const colour = protocolColour(
    Math.max(
      0,
      drawnScene.protocols.findIndex(({ name }) => name === protocol),
    ),
  );
  const unit = result.value ? errorUnit(result.value.target, study.words) : '';
  const said = inTheirWords(whatIsSaid({ low, high, readings }, { truth, guess, level, unit }));
  const whom = inTheirWords('Unit');
  const reads = inData && study.words?.value ? `reading (${study.words.value})` : 'reading';
  const explained =
    count > 2 ? shareExplained(targets.subarray(0, count), predicted.subarray(0, count)) : undefined;
  return (
    <div class={isPlayed.value ? 'play-pictures' : 'play-pictures older'} data-play={protocol}>
      <div>
        <p aria-live="polite">
          <strong>
            {whom} {person + 1}.
          </strong>{' '}
          {said}
        </p>
        <Figure
          title={`${whom} ${person + 1}, seen by ${protocol}`}
          table={() => (
            <Table
              caption={inTheirWords(`Readings of unit ${person + 1}`)}
              quiet
              columns={['time#', `${inTheirWords(reads)}#`]}
              rows={readings.map((value, a) => ({
                name: String(a),
                head: <Instant value={people.readings[a]!.at} grid={grid} />,
                cells: [
                  Number.isNaN(value) ? (
                    'missed'
                  ) : (
                    <Amount key="reading" value={people.transform === 'log' ? exp(value) : value} />
                  ),
                ],
              }))}
            />
          )}
        >
          {(width) => (
            <PersonPicture
              people={people}
              person={person}
              grid={grid}
              target={study.target}
              range={range}
              targetName={about}
              unit={inData ? (study.words?.value ?? '') : 'SD'}
              title={`${whom} ${person + 1}: ${said}`}
              colour={colour}
              width={width}
            />
          )}
        </Figure>
      </div>
      <div>
        <p>
          {explained === undefined ? (
            inTheirWords('Draw more units: how far predictions are from the truth becomes the value.')
          ) : (
            <>
              {inTheirWords(`Of the differences between these ${count} units, ‘${protocol}’ predicts`)}{' '}
              <strong>
                <Shown value={explained} digits={2} />
              </strong>
              .{' '}
            </>
          )}
          {worth && explained !== undefined && (
            <>
              Its value is this share of all:{' '}
              <Shown value={worth.value} digits={2} lowerBound={worth.lowerBound} />.
            </>
          )}
        </p>
        <Figure
          title={`${inTheirWords('Units')}, seen by ${protocol}`}
          table={() => <Predicted people={people} count={count} whom={whom} unit={unit} />}
          draw={(width) =>
            scatterPicture({
              targets,
              predicted,
              count,
              range,
              person: { number: person, low, high },
              colour,
              across: 'predicted from the readings',
              up: 'truth',
              title: `${count} ${inTheirWords('units')}: truth against prediction${explained === undefined ? '' : `; share explained ${explained.toFixed(2)}`}`,
              width,
            })
          }
        />
      </div>
    </div>
  );
}

interface Said {
  truth: number;
  guess: number;
  level: number;
  /** Of the target. */
  unit: string;
}

/** What the readings of one unit say, and how that was. */
function whatIsSaid(
  { low, high, readings }: Pick<Person, 'low' | 'high' | 'readings'>,
  { truth, guess, level, unit }: Said,
): string {
  const read = readings.filter((value) => !Number.isNaN(value)).length;
  const missed = readings.length - read;
  const who =
    missed === 0
      ? `The ${read === 1 ? 'reading says' : `${read} readings say`}`
      : read === 0
        ? 'Every reading was missed; the law alone says'
        : `${missed} of ${readings.length} readings ${missed === 1 ? 'was' : 'were'} missed; the ${read === 1 ? 'other one says' : `other ${read} say`}`;
  const of = unit && ` ${unit}`;
  const holds = low <= truth && truth <= high;
  return (
    `${who} ${say(guess)}${of}, and with ${level * 100} % probability between ${say(low)} and ${say(high)}${of}. ` +
    `The truth is ${say(truth)}${of}${holds ? '' : ', outside of that'}.`
  );
}

/** More rows than this nobody reads. */
const LISTED = 100;

interface PredictedProps {
  people: People;
  count: number;
  whom: string;
  unit: string;
}

/** The scatter as a table. */
function Predicted({ people: { targets, predicted }, count, whom, unit }: PredictedProps) {
  const rows = Math.min(LISTED, count);
  const named = (column: string) => `${column}${unit && ` (${unit})`}#`;
  return (
    <Table
      caption={rows < count ? `The first ${rows} of ${count}` : 'What was predicted, and the truth'}
      quiet={rows === count}
      columns={[`${whom}#`, named('predicted'), named('truth'), named('error')]}
      rows={Array.from({ length: rows }, (_, m) => ({
        name: String(m + 1),
        cells: [predicted[m]!, targets[m]!, predicted[m]! - targets[m]!].map((value, k) => (
          <data key={k} value={String(value)}>
            {say(value)}
          </data>
        )),
      }))}
    />
  );
}

const say = (value: number) => label(Number(value.toPrecision(3)));
