import { protocolsPicture } from '@sightline/answers/pictures';
import type { DesignResult } from '@sightline/study';
import { Figure } from '../../elements/figure.tsx';
import { Table } from '../../elements/table.tsx';
import { Note } from '../parts/note.tsx';
import { RESULTS } from '../parts/results.ts';
import { Trouble } from '../parts/trouble.tsx';
import { useEach } from '../parts/use-each.ts';
import { TARGETS, windowsStudy } from './best-for-target.ts';

const { crossTarget } = RESULTS;

/** Points and windows of unequal cost and noise: each target's best protocol, and what it is worth for the others. */
export function CrossTarget() {
  const found = useEach<DesignResult>(
    { question: { command: 'design', request: { method: 'exhaustive' } } },
    () => TARGETS.map(windowsStudy),
  );
  const best = found.result ?? [];
  return (
    <>
      <h3>Points and windows for a budget</h3>
      <p>
        The same question where readings may be windows, wide ones cost more, and late ones are noisier. For
        each target its best protocol; and then, taken over to the other targets, the share of their best
        value that it reaches.
      </p>
      <Note>
        A window that reads the whole of a stretch tells more of it than a point in it, and is dearer. Which
        of the two pays depends on the target as well.
      </Note>
      <div class="wide">
        <Trouble of={[found]} />
        {best.length > 0 && (
          <Figure
            title="Best protocols by target"
            draw={(width) =>
              protocolsPicture({
                width,
                horizon: best[0]!.grid.horizon,
                unit: best[0]!.grid.unit,
                protocols: best.map(({ target, best: { at, widths, value, cost } }) => ({
                  name: target.name,
                  actions: at.map((time, i) => ({ at: time, width: widths[i]!, repeats: 1 })),
                  value,
                  cost,
                })),
              })
            }
            table={
              <Table
                caption="Best protocols by target, as a table"
                quiet
                columns={['best for', 'value#', 'cost#']}
                rows={best.map(({ target, best: { value, cost } }) => ({
                  name: target.name,
                  cells: [value, cost],
                }))}
              />
            }
          />
        )}
        <Table
          caption="Efficiency of the protocol that is best for one target (row), judged by another (column)"
          class="cross-target"
          columns={['best for', ...crossTarget.columns.map((name) => `${name}#`)]}
          digits={3}
          rows={crossTarget.rows.map(({ name, values }) => ({ name, cells: values }))}
        />
      </div>
    </>
  );
}
