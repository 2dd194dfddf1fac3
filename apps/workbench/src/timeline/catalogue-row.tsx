import { COLOUR, fitted, MUTED } from '@sightline/answers/pictures';
import type { Action, TimeGrid } from '@sightline/engine/internal';
import type { TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Drawn } from '../elements/drawing.tsx';
import { kept } from '../elements/kept.tsx';
import { apply, isCurrent, said } from '../state/workbench.ts';
import { sameAction } from '../study/catalogue-actions.ts';
import { removeMark } from '../study/edit-marks.ts';
import { addActions } from '../study/edit-protocols.ts';
import type { MarkedProtocol } from '../study/marks.ts';
import { readsText } from './reads-text.ts';
import type { TimelineLayout } from './timeline-layout.ts';

interface CatalogueRowProps {
  actions: readonly Action[];
  /** The protocol that takes them: that of the selected mark. */
  protocol: MarkedProtocol;
  colour: string;
  grid: TimeGrid;
  layout: TimelineLayout;
  y: number;
}

/** What could be read, as marks that a click takes into the selected protocol or out of it. */
export const CatalogueRow = kept(({ actions, protocol, colour, grid, layout, y }: CatalogueRowProps) => {
  const { left, right, narrow, width } = layout;
  const [focus, setFocus] = useState(0);
  const { name, marks } = protocol;
  const taken = (action: Action) => marks.find((mark) => sameAction(mark.action, action));
  const toggle = (number: number) => {
    if (!isCurrent.value) return;
    const own = taken(actions[number]!);
    const made = apply((text) => (own ? removeMark(text, own) : addActions(text, name, [number])));
    if (!made && own) said.value = `This is the last reading of ${name}: a protocol has at least one.`;
  };
  const onKeyDown = (event: TargetedKeyboardEvent<SVGGElement>, number: number) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') toggle(number);
    else if (step) {
      const next = (number + step + actions.length) % actions.length;
      setFocus(next);
      (event.currentTarget.parentElement!.children[next] as SVGGElement).focus();
    } else return;
    event.preventDefault();
  };
  const heights = stacked(actions);
  const words = narrow
    ? [
        fitted(14, y - 22, `catalogue: a click takes one into ${name}, or out of it`, width - 28, {
          fill: COLOUR.muted,
        }),
      ]
    : [
        fitted(12, y, 'catalogue', left - 24, { fill: COLOUR.muted }),
        fitted(12, y + 14, `click: into ${name}`, left - 24, MUTED),
      ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a picture
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group in a picture is not interactive
    <g role="group" aria-label={`Catalogue, for ${name}`}>
      <Drawn of={words} />
      <line x1={left} x2={right} y1={y} y2={y} stroke={COLOUR.rule} />
      <g>
        {actions.map((action, number) => (
          // biome-ignore lint/a11y/useSemanticElements: a field cannot stand in a picture
          <g
            key={number}
            role="checkbox"
            aria-checked={taken(action) !== undefined}
            aria-label={`Action ${number}: ${readsText(action, grid)}`}
            tabIndex={number === Math.min(focus, actions.length - 1) ? 0 : -1}
            class="ghost"
            onClick={() => toggle(number)}
            onKeyDown={(event) => onKeyDown(event, number)}
            onFocus={() => setFocus(number)}
          >
            <title>{readsText(action, grid)}</title>
            <Ghost
              action={action}
              colour={taken(action) ? colour : undefined}
              layout={layout}
              y={y + heights[number]!}
              horizon={grid.horizon}
            />
          </g>
        ))}
      </g>
    </g>
  );
});

const R = 4.5;

/** Filled where it is taken; a window as long as it is. */
function Ghost({
  action: { at, width },
  colour,
  layout: { x },
  y,
  horizon,
}: {
  action: Action;
  colour: string | undefined;
  layout: TimelineLayout;
  y: number;
  horizon: number;
}) {
  const [from, to] = [x(Math.max(0, at - width / 2)) - R, x(Math.min(horizon, at + width / 2)) + R];
  const look = {
    fill: colour ?? COLOUR.ground,
    stroke: colour ?? COLOUR.axis,
    ...(colour === undefined && { 'stroke-dasharray': '2 2' }),
  };
  return <rect class="ghost-mark" x={from} y={y - R} width={to - from} height={2 * R} rx={R} {...look} />;
}

/** Pixels that keep windows about the same time from covering each other. */
function stacked(actions: readonly Action[]): number[] {
  const seen = new Map<number, number>();
  const levels = actions.map(({ at }) => {
    const level = seen.get(at) ?? 0;
    seen.set(at, level + 1);
    return level;
  });
  const most = Math.max(...levels, 0);
  const step = most === 0 ? 0 : Math.min(11, 30 / most);
  return levels.map((level) => (level - most / 2) * step);
}
