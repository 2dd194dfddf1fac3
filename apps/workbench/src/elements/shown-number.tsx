import { boundMark } from '@sightline/answers';

/** A number as people read it; the element's `value` has all its digits, as the command line prints them. */
export function Shown(props: { value: number; digits?: number; lowerBound?: true | undefined }) {
  const { value, digits = 4 } = props;
  return (
    <>
      {boundMark(props)}
      <data value={String(value)}>{value.toFixed(digits).replace('-', '−')}</data>
    </>
  );
}

/** A cost or a time: as many digits as it has, within reason. */
export function Amount({ value }: { value: number }) {
  return <data value={String(value)}>{amount(value)}</data>;
}

export const amount = (value: number) => String(Number(value.toPrecision(6))).replace('-', '−');
