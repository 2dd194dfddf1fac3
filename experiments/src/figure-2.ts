// What the panels of Figure 2 share.
import type { Family } from '@sightline/engine';

/** Numbers of calibration units. */
export const UNITS = [25, 50, 100, 250, 500, 1000] as const;
/** Those of the 'tail' slopes. */
export const TAIL = [250, 500, 1000] as const;

export function asFamily(protocols: readonly (readonly number[])[]): Family {
  const starts = new Int32Array(protocols.length + 1);
  protocols.forEach((protocol, i) => {
    starts[i + 1] = starts[i]! + protocol.length;
  });
  return { members: Int32Array.from(protocols.flat()), starts };
}
