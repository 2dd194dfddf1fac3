import { label } from '@sightline/answers/pictures';
import { useEffect } from 'preact/hooks';
import { Figure } from '../elements/figure.tsx';
import { SelectField } from '../elements/select-field.tsx';
import { Amount, Instant } from '../elements/shown-number.tsx';
import { Slider } from '../elements/slider.tsx';
import { Table } from '../elements/table.tsx';
import { into } from '../state/into.ts';
import { files, heldPath, parsed, setting } from '../state/workbench.ts';
import { namedFiles } from '../study/named-files.ts';
import type { RecordShown, RecordTargetShown } from '../work/question.ts';
import { AllRecords } from './all-records.tsx';
import { asked, chosenTarget, followRecords, look, none, shown } from './asked-record.ts';
import { RecordPicture, seenAt, timeOfLook } from './record-picture.tsx';
import '../style/play.css';

/** More looks than this are no few. */
const MOST_LOOKS = 48;

/** One record at a time, with the looks of a layout on it: what they see, beside what was there. */
export function LookedAtRecord() {
  useEffect(followRecords, []);
  const record = shown.value;
  if (!record)
    return none.value ? <p class="notice">{whyNone()}</p> : <p role="status">The records are being read.</p>;
  const target = record.targets.find(({ name }) => name === chosenTarget.value) ?? record.targets[0]!;
  const isProtocol = record.lookers.find(({ name }) => name === record.by)!.isProtocol;
  const said = saidOf(record, target);
  return (
    <div data-record={record.records[record.number]}>
      <div class="fields">
        <SelectField
          label="to be known"
          value={target.name}
          options={record.targets.map(({ name }) => ({ name, words: name }))}
          onValue={into(chosenTarget)}
        />
        <SelectField
          label="looks are"
          value={record.by}
          options={record.lookers}
          onValue={(by) => look({ by })}
        />
      </div>
      <p aria-live="polite">{said}</p>
      <Figure
        title={`Record ${record.records[record.number]}`}
        tableName="Every look in a table"
        table={() => <Looks record={record} />}
      >
        {(width) => <RecordPicture record={record} target={target} title={said} width={width} />}
      </Figure>
      {!isProtocol && (
        <Slider
          label="looks"
          min={1}
          max={Math.min(record.points, MOST_LOOKS)}
          step={1}
          value={Math.min(asked.value.looks, record.points)}
          says={String(record.looks.length)}
          onValue={(looks) => look({ looks })}
        />
      )}
      <Slider
        label="record"
        min={0}
        max={record.records.length - 1}
        step={1}
        value={record.number}
        says={`${record.records[record.number]} (${record.number + 1} of ${record.records.length})`}
        onValue={(number) => look({ record: number })}
      />
      <AllRecords record={record} target={target} />
    </div>
  );
}

/** What keeps the records from being shown, and what to do about it. */
function whyNone(): string {
  const { records } = parsed.value.parts;
  if (records?.preset !== undefined)
    return `The records of ${records.preset} are no part of this page: the command reads them, with --data. As a table, a study of your own can read them: My data.`;
  const missing = namedFiles(parsed.value.parts).filter((name) => !files.value.has(heldPath(name)));
  if (missing.length > 0)
    return `The study reads ${missing.join(', ')}, which this page does not hold: drop it anywhere on the page, or take “Open file”.`;
  return none.value;
}

/** What the looks alone say, and what was so. No prediction: that needs other units, and is what the question is about. */
function saidOf({ looks, records, number }: RecordShown, target: RecordTargetShown): string {
  const { name, isMean, seen, whole } = target;
  const many = looks.length === 1 ? 'one look' : `${looks.length} looks`;
  const what = isMean ? 'the mean' : 'the share of time';
  const alone =
    seen === null
      ? `${many} alone say nothing of ${what}`
      : `by ${many} alone ${what} would be ${inUnit(seen, target)}`;
  return `‘${name}’ in ${records[number]}: ${alone}; in the whole record it is ${inUnit(whole, target)}.`;
}

function Looks({ record }: { record: RecordShown }) {
  const grid = { ...record.time, spacing: record.time.horizon / record.points };
  return (
    <Table
      caption={`Looks at ${record.records[record.number]}`}
      quiet
      columns={['time#', 'seen']}
      rows={record.looks.map((look) => {
        const at = timeOfLook(look, record);
        const seen = seenAt(record, at);
        return {
          name: String(look.first),
          head: <Instant value={at} grid={grid} />,
          cells: [typeof seen === 'number' ? <Amount key="seen" value={seen} /> : (seen ?? '–')],
        };
      })}
    />
  );
}

function inUnit(value: number, { isMean }: RecordTargetShown): string {
  const unit = isMean ? setting.value.words?.value : undefined;
  return `${label(Number(value.toPrecision(3)))}${unit ? ` ${unit}` : ''}`;
}
