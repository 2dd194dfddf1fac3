import { thousands } from '@sightline/engine';
export function digits(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export const percent = (level: number) => `${Number((100 * level).toPrecision(6))} %`;
export const signed = (value: number) => (value < 0 ? '−' : '') + Math.abs(value).toFixed(3);

export function large(count: number): string {
  return count < 1e7 ? thousands(count) : count.toExponential(1).replace('e+', 'e');
}
