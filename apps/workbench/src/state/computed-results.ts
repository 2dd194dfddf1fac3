import type { Computed } from '../study/methods-text.ts';
import { panels } from './panels.ts';
import { values } from './values.ts';
import { text } from './workbench.ts';

/** Every answer that is there for the study as it stands. Those of an earlier text are left out. */
export function computedResults(): Computed {
  const answered = Object.entries(panels).flatMap(([command, { asked, of }]) =>
    asked.value.state === 'answered' && of.value === text.value ? [[command, asked.value.result]] : [],
  );
  const { result, current } = values.value;
  return { ...(current && result && { value: result }), ...Object.fromEntries(answered) };
}
