import { Amount } from '../elements/shown-number.tsx';
import { Table } from '../elements/table.tsx';
import { markKey } from '../study/marks.ts';
import type { Scene } from '../study/scene.ts';

/** The timeline's marks as numbers. */
export function MarksTable({ scene: { protocols, grid } }: { scene: Scene }) {
  const unit = grid.unit ? ` (${grid.unit})` : '';
  return (
    <Table
      caption="Every reading"
      quiet
      columns={[
        'protocol',
        `written time${unit}#`,
        'first grid point read#',
        'last#',
        'width#',
        'repeats#',
        'noise with repeats#',
        'cost#',
      ]}
      rows={protocols.flatMap(({ name, marks }) =>
        marks.map((mark) => {
          const { at, first, last, width, repeats, noise, cost } = mark.action;
          const numbers = [at, grid.times[first]!, grid.times[last]!, width, repeats, noise, cost];
          return {
            name: markKey(mark),
            head: name,
            cells: numbers.map((value, i) => <Amount key={i} value={value} />),
          };
        }),
      )}
    />
  );
}
