import { useId, useState } from 'preact/hooks';
import { DraftInput } from './draft-input.tsx';

interface NumberFieldProps {
  label: string;
  /** undefined where the study does not say: the field is empty. */
  value: number | undefined;
  /** What an empty field means; an empty field is refused where this is not given. */
  empty?: string;
  unit?: string;
  step?: number | 'any';
  disabled?: boolean;
  /** Only numbers come here; whether one makes sense is for the study to say. */
  onValue(value: number | undefined): void;
}

/** A number of the study. What is typed is taken over on Enter or when the field is left. */
export function NumberField({
  label,
  value,
  empty,
  unit,
  step = 'any',
  disabled,
  onValue,
}: NumberFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const commit = (written: string, input: HTMLInputElement) => {
    const typed = written.trim();
    if (typed === '' && empty === undefined)
      return setProblem(input.validity.badInput ? 'This is not a number.' : 'A number is needed here.');
    const number = Number(typed);
    if (input.validity.badInput || (typed !== '' && !Number.isFinite(number)))
      return setProblem('This is not a number.');
    setProblem('');
    onValue(typed === '' ? undefined : number);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="field-value">
        <DraftInput
          id={id}
          type="number"
          step={step}
          value={value === undefined ? '' : String(value)}
          placeholder={empty}
          disabled={disabled}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : `${id}-problem`}
          onCommit={commit}
        />
        {unit && <span class="unit">{unit}</span>}
      </span>
      {problem !== '' && (
        <span id={`${id}-problem`} class="field-problem">
          {problem}
        </span>
      )}
    </div>
  );
}
