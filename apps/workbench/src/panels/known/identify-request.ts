import { WORLDS_WRITTEN } from '@sightline/study';
import { parsed } from '../../state/workbench.ts';

/** With the worlds on every grid: they are drawn. */
export function identifyRequest() {
  const large = (parsed.value.parts.time?.points ?? 0) > WORLDS_WRITTEN;
  return large ? { worlds: true } : {};
}
