import { boundMark } from '@sightline/answers';
import { type Clocked, clockText } from '@sightline/engine/internal';

interface ShownProps {
  value: number;
  digits?: number | undefined;
  lowerBound?: true | undefined;
}

/** A number as people read it; the element's `value` has all its digits, as the command line prints them. */
export function Shown(props: ShownProps) {
  const { value, digits = 4 } = props;
  return (
    <>
      {boundMark(props)}
      <data value={String(value)}>{fixedText(value, digits)}</data>
    </>
  );
}

/** So many decimals. A zero that rounding made a little less than zero has no sign. */
export const fixedText = (value: number, digits: number): string =>
  value
    .toFixed(digits)
    .replace(/^-(0(?:\.0*)?)$/, '$1')
    .replace('-', '−');

/** A cost or a time: as many digits as it has, within reason. */
export function Amount({ value }: { value: number }) {
  return <data value={String(value)}>{amount(value)}</data>;
}

/** A time of the horizon: by the clock where the study has one. */
export function Instant({ value, grid }: { value: number; grid: Clocked }) {
  return <data value={String(value)}>{clockText(value, grid) ?? amount(value)}</data>;
}

export const amount = (value: number) => String(Number(value.toPrecision(6))).replace('-', '−');
