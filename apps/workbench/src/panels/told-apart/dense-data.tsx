import { useId, useState } from 'preact/hooks';
import { SelectField } from '../../elements/select-field.tsx';
import { typedNumber } from '../../elements/typed-number.ts';
import { takeFiles } from '../../opening/dropped-files.ts';
import { longQuestion } from '../../state/long-questions.ts';
import { apply, dropFile, files, heldPath, isReadable, parsed } from '../../state/workbench.ts';
import { type DataNoise, removeCalibration } from '../../study/edit-calibration.ts';
import { setValue } from '../../study/study-edit.ts';

/** The file of dense data: chosen or dropped, its noise, and how it is forgotten. */
export function DenseData() {
  const { calibration } = parsed.value.parts;
  // The page reads one file; of a list, which it says it cannot read, the first stands for all.
  const [name] = [calibration?.data ?? []].flat();
  const held = name === undefined ? undefined : files.value.get(heldPath(name));
  return (
    <div class="dense-data">
      <div class="fields">
        <div class="field">
          <label for="dense">dense data: CSV, CSV.gz or Parquet, wide or long</label>
          <input
            id="dense"
            type="file"
            accept=".csv,.gz,.parquet,.pq,.txt"
            onChange={(event) => {
              void takeFiles(event.currentTarget.files ?? []);
              event.currentTarget.value = '';
            }}
          />
        </div>
      </div>
      <p class="muted">
        A file can also be dropped anywhere on the page. Data stay in this browser: the page computes by
        itself and sends nothing.
      </p>
      {calibration && (
        <>
          <p>
            The study reads <strong>{[calibration.data].flat().join(', ')}</strong>
            {held ? ` (${sizeText(held.length)}).` : ', which this page does not hold: choose or drop it.'}{' '}
            <button type="button" class="quiet" disabled={!isReadable.value} onClick={forget}>
              Forget the data
            </button>
          </p>
          {calibration.noise !== undefined && <NoiseOf noise={calibration.noise} />}
        </>
      )}
    </div>
  );
}

function NoiseOf({ noise }: { noise: number | number[] | { replicates: string } }) {
  if (Array.isArray(noise))
    return <p class="muted">The variance of its noise is given for each grid point, in the study’s text.</p>;
  return (
    <NoiseForm
      key={JSON.stringify(noise)}
      noise={noise}
      onNoise={(next) => apply((now) => ({ text: setValue(now, ['calibration', 'noise'], next) }))}
    />
  );
}

interface NoiseFormProps {
  noise: DataNoise;
  onNoise(noise: DataNoise): void;
}

const KNOWN_BY = [
  { name: 'variance', words: 'as a variance' },
  { name: 'replicates', words: 'from replicates' },
] as const;

/** A variance, or a column of replicates that shows it. An empty field is refused, never taken for 0. */
function NoiseForm({ noise, onNoise }: NoiseFormProps) {
  const id = useId();
  const [by, setBy] = useState<'variance' | 'replicates'>(
    typeof noise === 'object' ? 'replicates' : 'variance',
  );
  const given = typeof noise === 'number' ? String(noise) : noise.replicates;
  const [typed, setTyped] = useState(given);
  const [problem, setProblem] = useState('');
  const submit = () => {
    if (by === 'replicates') {
      const column = typed.trim();
      setProblem(column === '' ? 'The name of a column is needed here.' : '');
      if (column !== '') onNoise({ replicates: column });
      return;
    }
    const read = typedNumber(typed);
    const wrong =
      'problem' in read
        ? read.problem
        : read.number === undefined || read.number < 0
          ? 'A variance is needed here: 0 or more, and 0 only for data without noise.'
          : '';
    setProblem(wrong);
    if (wrong === '' && 'number' in read) onNoise(read.number!);
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SelectField
        label="its noise is known"
        value={by}
        options={KNOWN_BY}
        onValue={(next) => {
          setBy(next);
          setTyped('');
          setProblem('');
        }}
      />
      <div class="field">
        <label for={`${id}-noise`}>
          {by === 'variance'
            ? 'variance, in the data’s own unit squared'
            : 'column that numbers the replicates'}
        </label>
        <input
          id={`${id}-noise`}
          type="text"
          inputMode={by === 'variance' ? 'decimal' : 'text'}
          value={typed}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : `${id}-problem`}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {problem !== '' && (
          <span id={`${id}-problem`} class="field-problem" role="alert">
            {problem}
          </span>
        )}
      </div>
      <button type="submit" disabled={!isReadable.value || typed === given}>
        Change
      </button>
    </form>
  );
}

/** The bytes, the answers that were made of them, and the study's line about them. */
function forget(): void {
  const { calibration } = parsed.value.parts;
  if (!calibration) return;
  const [name = '', ...others] = [calibration.data].flat();
  apply((now) => removeCalibration(now, name));
  for (const one of [name, ...others]) dropFile(one);
  longQuestion('calibrate').forget();
  longQuestion('plan').forget();
}

const sizeText = (bytes: number) =>
  bytes < 10_000
    ? `${bytes} bytes`
    : bytes < 1e7
      ? `${Math.round(bytes / 1000)} kB`
      : `${Math.round(bytes / 1e6)} MB`;
