import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { bodyPicture, type ShownBody } from './body-picture.ts';
import { BY_KEY, BY_PIXEL, START, turnedBy } from './turned.ts';

interface TurningBodyProps {
  /** What the picture is called. */
  name: string;
  shown: ShownBody;
  table?: ComponentChildren;
}

const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-BY_KEY, 0],
  ArrowRight: [BY_KEY, 0],
  ArrowUp: [0, -BY_KEY],
  ArrowDown: [0, BY_KEY],
};

/** A body that is turned by mouse, finger and keys. */
export function TurningBody({ name, shown, table }: TurningBodyProps) {
  const [view, setView] = useState(START);
  const held = useRef<{ x: number; y: number } | undefined>(undefined);
  const letGo = () => {
    held.current = undefined;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be turned
    <div
      class="turns"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what a mouse turns is turned by keys too
      tabIndex={0}
      role="group"
      aria-label={`${name}: arrow keys turn it, Home turns it back`}
      data-view={`${view.turn} ${view.tip}`}
      onKeyDown={(event) => {
        const by = KEYS[event.key];
        if ((!by && event.key !== 'Home') || event.target !== event.currentTarget) return;
        event.preventDefault();
        setView((before) => (by ? turnedBy(before, ...by) : START));
      }}
      onPointerDown={(event) => {
        if (!(event.target instanceof SVGElement)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        const from = held.current;
        if (!from) return;
        held.current = { x: event.clientX, y: event.clientY };
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
        // A finger that goes up or down goes on with the page.
        const tip = event.pointerType === 'touch' ? 0 : dy;
        setView((before) => turnedBy(before, BY_PIXEL * dx, BY_PIXEL * tip));
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <Figure title={name} draw={(width) => bodyPicture(shown, view, width)} table={table} />
    </div>
  );
}
