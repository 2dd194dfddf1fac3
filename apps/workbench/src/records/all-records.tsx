import { protocolColour } from '@sightline/answers/pictures';
import type { LayoutName } from '@sightline/engine/internal';
import { templateName } from '@sightline/study';
import { rangeOf } from '../elements/drawing.tsx';
import { Figure } from '../elements/figure.tsx';
import { scatterPicture } from '../elements/scatter-picture.ts';
import { Shown } from '../elements/shown-number.tsx';
import { longQuestion } from '../state/long-questions.ts';
import { setting } from '../state/workbench.ts';
import type { RecordShown, RecordTargetShown } from '../work/question.ts';

/** A scatter of thousands would take a while to draw. */
const MOST_DOTS = 1000;

/** Every record: what the looks alone say of it against what was so; and how well held-out units are predicted, once that was asked. */
export function AllRecords({ record, target }: { record: RecordShown; target: RecordTargetShown }) {
  const told = target.all.whole.map((_, i) => i).filter((i) => !Number.isNaN(target.all.seen[i]!));
  const [seen, whole] = [
    Float64Array.from(told, (i) => target.all.seen[i]!),
    Float64Array.from(told, (i) => target.all.whole[i]!),
  ];
  if (told.length === 0) return null;
  const count = Math.min(told.length, MOST_DOTS);
  const own = told.indexOf(record.number);
  const at = target.whole;
  const unit = target.isMean ? setting.value.words?.value : undefined;
  const r2 = heldOut(record, target.name);
  return (
    <>
      <p>
        The same of {count < told.length ? `the first ${count}` : `all ${count}`} records: on the line, looks
        alone say what was so.{' '}
        {r2 === undefined ? (
          'How well other units are predicted from such looks is the question beside.'
        ) : (
          <>
            Held-out units are predicted from such looks with R²{' '}
            <strong>
              <Shown value={r2} digits={2} />
            </strong>
            .
          </>
        )}
      </p>
      <Figure
        title={`${target.name}: looks and truth`}
        draw={(width) =>
          scatterPicture({
            targets: whole,
            predicted: seen,
            count,
            range: rangeOf([...seen, ...whole], 0.5),
            person: own >= 0 && own < count ? { number: own, low: at, high: at } : undefined,
            across: `by ${record.looks.length === 1 ? 'one look' : `${record.looks.length} looks`} alone${unit ? `, ${unit}` : ''}`,
            up: `in the whole record${unit ? `, ${unit}` : ''}`,
            title: `${count} records: ${target.name} in the whole record against what looks alone say`,
            colour: protocolColour(record.targets.indexOf(target)),
            width,
          })
        }
      />
    </>
  );
}

/** What the answer says of these looks, where it is one about the study as it stands. */
function heldOut({ by, looks, lookers }: RecordShown, target: string): number | undefined {
  const { last, earlier } = longQuestion('retrospect');
  if (!last.value || earlier.value) return undefined;
  const isProtocol = lookers.find(({ name }) => name === by)!.isProtocol;
  const template = isProtocol ? by : templateName(by as LayoutName, looks.length);
  return last.value.result.targets[target]?.templates[template]?.r2;
}
