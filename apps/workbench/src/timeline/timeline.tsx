import { COLOUR, protocolColour } from '@sightline/answers/pictures';
import type { TimeGrid } from '@sightline/engine/internal';
import { realisedNames } from '@sightline/study';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Figure } from '../elements/figure.tsx';
import { kept } from '../elements/kept.tsx';
import { baseline } from '../state/baseline.ts';
import { law, result } from '../state/values.ts';
import { apply, isCurrent, scene, selected, selectedMark } from '../state/workbench.ts';
import { catalogueActions } from '../study/catalogue-actions.ts';
import { addMark } from '../study/edit-marks.ts';
import type { Scene } from '../study/scene.ts';
import { unitOfLevels } from '../study/unit-of-levels.ts';
import { CatalogueRow } from './catalogue-row.tsx';
import { LatentPaths } from './latent-paths.tsx';
import { MarksTable } from './marks-table.tsx';
import { ProtocolRow } from './protocol-row.tsx';
import { axisTicks, type TimelineLayout, timeAt, timelineLayout } from './timeline-layout.ts';
import type { ValueElsewhere } from './value-elsewhere.tsx';

/** The horizon with trajectories as the law has them, what of them counts, and every protocol as a row of marks. */
export function Timeline() {
  const shown = scene.value;
  if (!shown)
    return <p class="muted">There is no timeline yet: the study’s text has problems, shown below.</p>;
  return (
    <Figure title="Timeline" table={() => <MarksTable scene={shown} />} tableName="Every reading in a table">
      {(width) => <TimelinePicture scene={shown} width={width} />}
    </Figure>
  );
}

function TimelinePicture({ scene, width }: { scene: Scene; width: number }) {
  const { study, grid, weights, protocols } = scene;
  const catalogue = useMemo(() => catalogueActions(study.catalogue, grid) ?? [], [study.catalogue, grid]);
  const taking = protocols.findIndex(({ name }) => name === selectedMark.value?.protocol);
  const rows = protocols.length + (catalogue.length > 0 && taking >= 0 ? 1 : 0);
  const layout = useMemo(() => timelineLayout(grid, rows, width), [grid, rows, width]);
  const { height } = layout;
  // Fetched with the first mark that somebody selects.
  const [Elsewhere, setElsewhere] = useState<typeof ValueElsewhere>();
  const isTouched = selected.value !== undefined;
  useEffect(() => {
    if (isTouched)
      import('./value-elsewhere.tsx').then(
        (made) => setElsewhere(() => made.ValueElsewhere),
        () => {},
      );
  }, [isTouched]);
  const worth = result.value?.protocols;
  const before = baseline.value?.protocols;
  const realised = realisedNames(study);
  const addAt = useCallback(
    (protocol: string, place: number) => {
      if (isCurrent.value) apply((text) => addMark(text, protocol, timeAt(place, layout, grid)));
    },
    [layout, grid],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a picture
    <svg
      class={isCurrent.value ? 'picture timeline' : 'picture timeline stale'}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label="Timeline with every protocol’s readings"
      font-family="system-ui, sans-serif"
      font-size={12}
      fill={COLOUR.ink}
    >
      <rect width={width} height={height} fill={COLOUR.ground} />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group in a picture takes no focus */}
      <g aria-hidden="true">
        <Axis grid={grid} layout={layout} />
        <LatentPaths
          grid={grid}
          weights={weights}
          target={study.target}
          unit={unitOfLevels(study)}
          layout={layout}
          law={law.value}
        />
      </g>
      {protocols.map((protocol, i) => (
        <ProtocolRow
          key={protocol.name}
          protocol={protocol}
          grid={grid}
          layout={layout}
          y={layout.row(i)}
          colour={protocolColour(i)}
          worth={worth?.[protocol.name]}
          before={before?.[protocol.name]?.value}
          realised={realised.includes(protocol.name)}
          onAdd={addAt}
        />
      ))}
      {Elsewhere && <Elsewhere layout={layout} protocols={protocols} />}
      {rows > protocols.length && (
        <CatalogueRow
          actions={catalogue}
          protocol={protocols[taking]!}
          colour={protocolColour(taking)}
          grid={grid}
          layout={layout}
          y={layout.row(protocols.length)}
        />
      )}
    </svg>
  );
}

/** Ticks of time, and what stands beside the rows. */
const Axis = kept(({ grid, layout }: { grid: TimeGrid; layout: TimelineLayout }) => {
  const { axis, height, right, narrow, width } = layout;
  return (
    <>
      {axisTicks(grid, layout).map(({ at, text }) => (
        <g key={text}>
          <line x1={at} x2={at} y1={layout.paths.top} y2={height - 6} stroke={COLOUR.rule} />
          <text x={at} y={axis + 14} text-anchor={anchorAt(at, layout)} font-size={11} fill={COLOUR.muted}>
            {text}
          </text>
        </g>
      ))}
      {!narrow && (
        <>
          <text x={right + 20} y={axis + 14} font-size={11} fill={COLOUR.muted}>
            value
          </text>
          <text x={width - 8} y={axis + 14} text-anchor="end" font-size={11} fill={COLOUR.muted}>
            cost
          </text>
        </>
      )}
    </>
  );
});

/** The ends of a horizon may stand at the ends of the picture. */
const anchorAt = (at: number, { narrow, left, right }: TimelineLayout) =>
  narrow && at < left + EDGE ? 'start' : narrow && at > right - EDGE ? 'end' : 'middle';
const EDGE = 6;
