import { useId, useState } from 'preact/hooks';
import { DraftInput } from './draft-input.tsx';
import { type TypedNumber, typedNumber } from './typed-number.ts';

interface NumberFieldProps {
  label: string;
  /** undefined where the study does not say: the field is empty. */
  value: number | undefined;
  /** What an empty field means; an empty field is refused where this is not given. */
  empty?: string;
  unit?: string;
  /** How the value is shown and what is typed is read, where that is not as a number. */
  shown?: string | undefined;
  read?(typed: string): TypedNumber;
  disabled?: boolean;
  /** What a reader should know of the number as it stands. */
  note?: string | undefined;
  /** What is wrong with the number as it stands. */
  wrong?: string | undefined;
  /** Why a number makes no sense: it is then not taken over. Where this is not given, the study objects. */
  refusal?(value: number | undefined): string | undefined;
  onValue(value: number | undefined): void;
}

/** A number of the study. What is typed is taken over on Enter or when the field is left. */
export function NumberField({
  label,
  value,
  empty,
  unit,
  shown,
  read: readTyped = typedNumber,
  disabled,
  note,
  wrong = '',
  refusal,
  onValue,
}: NumberFieldProps) {
  const id = useId();
  const [refused, setProblem] = useState('');
  const commit = (written: string): boolean => {
    const read = readTyped(written);
    const refuse = (why: string) => {
      setProblem(why);
      return false;
    };
    if ('problem' in read) return refuse(read.problem);
    if (read.number === undefined && empty === undefined) return refuse('A number is needed here.');
    const why = refusal?.(read.number);
    if (why !== undefined) return refuse(why);
    setProblem('');
    onValue(read.number);
    return true;
  };
  const problem = refused || wrong;
  const words = problem || note;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="field-value">
        <DraftInput
          id={id}
          class="number"
          inputMode={shown === undefined ? 'decimal' : 'text'}
          value={shown ?? (value === undefined ? '' : String(value))}
          placeholder={empty}
          disabled={disabled}
          aria-invalid={problem !== ''}
          aria-describedby={words ? `${id}-words` : undefined}
          onCommit={commit}
          onGivenUp={() => setProblem('')}
        />
        {unit && <span class="unit">{unit}</span>}
      </span>
      <span
        id={`${id}-words`}
        class={problem ? 'field-words field-problem' : 'field-words'}
        aria-live="polite"
      >
        {words}
      </span>
    </div>
  );
}
