import type { Study } from './study.ts';

/** A target in words, whatever its bounds: those of data are in their own units. */
export function targetName(spec: Study['target']): string {
  if (typeof spec === 'string') return spec;
  if ('square' in spec) return 'square';
  if ('hermite' in spec) return `hermite [${spec.hermite.join(', ')}]`;
  return Object.entries(spec)
    .map(([name, value]) => `${name} ${value}`)
    .join();
}
