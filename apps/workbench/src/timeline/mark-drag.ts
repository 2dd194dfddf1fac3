import type { TargetedMouseEvent, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';

/** What of a mark is held: the whole of it, or an edge of its window. */
export type Grip = 'whole' | 'from' | 'to';

interface Held {
  grip: Grip;
  /** From the pointer to what is held, in pixels. */
  offset: number;
  gesture: string;
  frame: number;
  /** Where a finger came down, until it is seen where it wants to go. */
  waiting: { x: number; y: number } | undefined;
}

interface Dragged {
  /** Where a part of the mark stands, in pixels of the picture. */
  standsAt(grip: Grip): number;
  /** What of it can be held. */
  grips: readonly Grip[];
  /** Told when a mark is taken in hand, or touched and let go. */
  onTaken(element: SVGGElement): void;
  onMove(place: number, grip: Grip, gesture: string): void;
  onEnd?(): void;
}

/** Pixels: below that a finger only trembles. */
const TREMBLE = 6;

/**
 * A drag by mouse, pen or finger. The picture leaves vertical swipes to the browser, which scrolls (`touch-action: pan-y` on
 * the picture itself: marks inside cannot say it); a finger moves a mark once it went sideways, and nothing before that.
 */
export function useDrag({ standsAt, grips, onTaken, onMove, onEnd }: Dragged) {
  const held = useRef<Held | undefined>(undefined);
  const end = () => {
    if (held.current) onEnd?.();
    held.current = undefined;
  };
  return {
    onPointerDown(event: TargetedPointerEvent<SVGGElement>) {
      if (event.button !== 0 || !event.isPrimary) return;
      const element = event.currentTarget;
      const byFinger = event.pointerType === 'touch';
      const grip = byFinger
        ? nearest(grips, placeOf(event), standsAt)
        : (((event.target as Element).getAttribute('data-grip') ?? 'whole') as Grip);
      element.setPointerCapture(event.pointerId);
      held.current = {
        grip,
        offset: placeOf(event) - standsAt(grip),
        gesture: `drag ${performance.now()}`,
        frame: 0,
        waiting: byFinger ? { x: event.clientX, y: event.clientY } : undefined,
      };
      if (byFinger) return;
      event.preventDefault();
      onTaken(element);
    },
    onPointerMove(event: TargetedPointerEvent<SVGGElement>) {
      const now = held.current;
      if (!now) return;
      if (now.waiting) {
        const [across, along] = [event.clientX - now.waiting.x, event.clientY - now.waiting.y].map(Math.abs);
        if (across! < TREMBLE || across! < along!) return;
        now.waiting = undefined;
        onTaken(event.currentTarget);
      }
      const place = placeOf(event) - now.offset;
      // Once a frame: a mouse tells its place far more often.
      cancelAnimationFrame(now.frame);
      now.frame = requestAnimationFrame(() => onMove(place, now.grip, now.gesture));
    },
    onPointerUp(event: TargetedPointerEvent<SVGGElement>) {
      if (held.current?.waiting) onTaken(event.currentTarget);
      end();
    },
    onPointerCancel: end,
  };
}

/** A finger is wider than an edge: it means what it is nearest to. */
const nearest = (grips: readonly Grip[], place: number, standsAt: (grip: Grip) => number): Grip =>
  grips.reduce((near, grip) =>
    Math.abs(place - standsAt(grip)) < Math.abs(place - standsAt(near)) ? grip : near,
  );

/** In pixels from the left edge of the picture. */
export const placeOf = (event: TargetedMouseEvent<SVGElement>): number =>
  event.clientX - event.currentTarget.ownerSVGElement!.getBoundingClientRect().left;
