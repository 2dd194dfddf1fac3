import type { TimeGrid } from '@sightline/engine/internal';
import { written } from '../study/edit-marks.ts';

const FAR = 10;

/** Where a key takes a mark: a grid step with an arrow, ten with Shift, the ends of the horizon. undefined for other keys. */
export function keyMove(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  at: number,
  { spacing, horizon }: Pick<TimeGrid, 'spacing' | 'horizon'>,
): number | undefined {
  const step = spacing * (shiftKey ? FAR : 1);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return written(at + step);
    case 'ArrowLeft':
    case 'ArrowDown':
      return written(at - step);
    case 'PageUp':
      return written(at + FAR * spacing);
    case 'PageDown':
      return written(at - FAR * spacing);
    case 'Home':
      return 0;
    case 'End':
      return horizon;
    default:
      return undefined;
  }
}
