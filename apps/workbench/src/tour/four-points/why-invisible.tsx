import { fixedText } from '../../elements/shown-number.tsx';
import { Table } from '../../elements/table.tsx';
import { contributions, directionOf, LAGS } from './four-points.ts';

const DIGITS = 4;

/** The one stationary direction, lag by lag: what it adds to all that is measured cancels. */
export function WhyInvisible({ difference }: { difference: readonly (readonly number[])[] }) {
  const direction = directionOf(difference);
  const byLag = (values: readonly number[]) => LAGS.slice(1).map((lag) => values[lag]!);
  return (
    <div
      data-direction={byLag(direction)
        .map((value) => fixedText(value, DIGITS))
        .join(' ')}
    >
      <Table
        caption="The direction, per unit at lag 1, and why nothing of it is seen"
        class="moments"
        columns={['change of', ...LAGS.slice(1).map((lag) => `at lag ${lag}#`), 'together#']}
        rows={[
          { name: 'correlation', cells: [...byLag(direction), null] },
          ...contributions(direction).map(({ what, byLag: own }) => {
            const together = own.reduce((sum, value) => sum + value, 0);
            return {
              name: what,
              cells: [...byLag(own), <strong key="together">{fixedText(together, DIGITS)}</strong>],
            };
          }),
        ]}
      />
    </div>
  );
}
