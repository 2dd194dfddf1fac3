import { useId } from 'preact/hooks';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** The value in words, for eyes and ears. */
  says: string;
  /** For its place under a picture. */
  kind?: string;
  onValue(value: number): void;
}

export function Slider({ label, min, max, step, value, says, kind, onValue }: SliderProps) {
  const id = useId();
  return (
    <div class={kind ? `slider ${kind}` : 'slider'}>
      <label for={id}>
        {label}: <strong>{says}</strong>
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={says}
        onInput={(event) => onValue(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
