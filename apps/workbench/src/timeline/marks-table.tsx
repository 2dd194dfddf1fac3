import { timesColumn } from '@sightline/answers';
import { Amount, Instant } from '../elements/shown-number.tsx';
import { Table } from '../elements/table.tsx';
import { markKey } from '../study/marks.ts';
import type { Scene } from '../study/scene.ts';

/** The timeline's marks as numbers. */
export function MarksTable({ scene: { protocols, grid } }: { scene: Scene }) {
  return (
    <Table
      caption="Every reading"
      quiet
      columns={[
        'protocol',
        `${timesColumn('written time', grid)}#`,
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
          const times = [at, grid.times[first]!, grid.times[last]!];
          const numbers = [width, repeats, noise, cost];
          return {
            name: markKey(mark),
            head: name,
            cells: [
              ...times.map((value, i) => <Instant key={i} value={value} grid={grid} />),
              ...numbers.map((value, i) => <Amount key={times.length + i} value={value} />),
            ],
          };
        }),
      )}
    />
  );
}
