import { type AlternativeResult, type IdentifyResult, moments, realisedNames } from '@sightline/study';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { kept } from '../../elements/kept.tsx';
import { fixedText } from '../../elements/shown-number.tsx';
import { Table } from '../../elements/table.tsx';
import type { Showing } from '../frame/answer-parts.ts';
import { difference, differencePicture, differencePlace, MOST_CELLS } from './difference-picture.ts';
import { realisedReads } from './realised-reads.ts';

interface WhereWorldsDifferProps {
  result: IdentifyResult;
  alternative: AlternativeResult;
  showing: Showing;
}

/** Pairs that the table lists. */
const LISTED = 10;

/** A map of the pairs of times at which the two worlds differ. The pair under the pointer, or moved to by keys, is read out. */
export function WhereWorldsDiffer({ result, alternative, showing }: WhereWorldsDifferProps) {
  const { grid } = result;
  const { worlds, worldsDiffer } = alternative;
  const [one, other] = worlds.map(({ covariance }) => covariance);
  const [looked, setLooked] = useState<readonly [number, number] | undefined>(undefined);
  const seen = useMemo(() => realisedReads(result, showing), [result, showing.scene]);
  if (!one || !other || !worldsDiffer) return null;
  const step = grid.horizon / grid.points;
  const timeOf = (cell: number) => (cell + 0.5) * step;
  const cellOf = (time: number) => Math.max(0, Math.min(grid.points - 1, Math.floor(time / step)));
  const [i, j] = looked ?? [cellOf(worldsDiffer.times[0]), cellOf(worldsDiffer.times[1])];
  const pair = [timeOf(i), timeOf(j)] as const;
  const onPointer = (event: TargetedPointerEvent<HTMLDivElement>, width: number) => {
    const { left, top, side } = differencePlace(width);
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - left, event.clientY - box.top - top];
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    setLooked([cellOf((x / side) * grid.horizon), cellOf((y / side) * grid.horizon)]);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const by = event.shiftKey ? Math.max(1, Math.round(grid.points / 10)) : 1;
    const ways: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const within = (cell: number) => Math.max(0, Math.min(grid.points - 1, cell));
    setLooked([within(i + way[0]), within(j + way[1])]);
  };
  return (
    <div class="where-worlds-differ">
      <Figure
        title="Where the two worlds differ"
        caption={captionOf(result, seen.length)}
        tableName="The pairs of times that differ most"
        table={() => <MostDifferent worlds={[one, other]} timeOf={timeOf} grid={grid} />}
      >
        {(width) => (
          <>
            {/* biome-ignore lint/a11y/useSemanticElements: a picture whose places are gone to by arrow keys has no element of its own */}
            <div
              class="map"
              role="group"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go through its pairs of times
              tabIndex={0}
              aria-label="Where the two worlds differ: arrow keys go from pair to pair"
              onKeyDown={onKeyDown}
              onPointerMove={(event) => event.pointerType !== 'touch' && onPointer(event, width)}
              onPointerDown={(event) => onPointer(event, width)}
            >
              <DifferenceMap one={one} other={other} grid={grid} seen={seen} width={width} />
              <Ring at={pair} grid={grid} width={width} />
              <Ring at={[pair[1], pair[0]]} grid={grid} width={width} />
            </div>
            <p aria-live="polite">
              Between {moments(pair, grid)} the correlation is <strong>{fixedText(one[i]![j]!, 2)}</strong> in
              one world and <strong>{fixedText(other[i]![j]!, 2)}</strong> in the other.
            </p>
          </>
        )}
      </Figure>
    </div>
  );
}

interface DifferenceMapProps {
  one: number[][];
  other: number[][];
  grid: IdentifyResult['grid'];
  seen: readonly { at: number; width: number }[];
  width: number;
}

/** Thousands of cells, which stay while the pointer goes over them. */
const DifferenceMap = kept(({ one, other, ...rest }: DifferenceMapProps) => (
  // Our own SVG, in which every text of a study is escaped.
  <div dangerouslySetInnerHTML={{ __html: differencePicture({ worlds: [one, other], ...rest }) }} />
));

interface RingProps {
  at: readonly [number, number];
  grid: IdentifyResult['grid'];
  width: number;
}

/** Around the pair that is looked at. */
function Ring({ at, grid: { horizon }, width }: RingProps) {
  const { left, top, side } = differencePlace(width);
  const [x, y] = at.map((time) => (time / horizon) * side) as [number, number];
  return <span class="ring" style={{ left: `${left + x}px`, top: `${top + y}px` }} />;
}

/** What of it the benchmark sees. */
function captionOf(result: IdentifyResult, reads: number): string {
  const names = realisedNames(result);
  const averaged = result.grid.points > MOST_CELLS ? 'Neighbouring times are averaged. ' : '';
  const touch = `${averaged}Point at a pair of times to read its correlation in both worlds.`;
  if (reads === 0) return touch;
  const lines = `Lines: when ${names.map((name) => `‘${name}’`).join(' and ')} reads.`;
  const cross = names.length === 1 ? ' Where they cross the worlds agree.' : '';
  const { quantity, transform } = result.target;
  const along =
    quantity === 'value' && transform === undefined
      ? ' Along each line the differences average out, and so they do over the whole map: the benchmark cannot see them.'
      : '';
  return `${lines}${cross}${along} ${touch}`;
}

interface MostDifferentProps {
  worlds: readonly [number[][], number[][]];
  timeOf(cell: number): number;
  grid: IdentifyResult['grid'];
}

function MostDifferent({ worlds, timeOf, grid }: MostDifferentProps) {
  const pairs = difference(worlds)
    .flatMap((row, i) => row.slice(i + 1).map((by, k) => ({ i, j: i + 1 + k, by })))
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, LISTED);
  return (
    <Table
      caption="The pairs of times that differ most"
      quiet
      columns={['times', 'one world#', 'the other#', 'difference#']}
      rows={pairs.map(({ i, j, by }) => ({
        name: `${i} ${j}`,
        head: moments([timeOf(i), timeOf(j)], grid),
        cells: [worlds[0][i]![j]!, worlds[1][i]![j]!, by],
      }))}
      digits={2}
    />
  );
}
