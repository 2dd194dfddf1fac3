import { log10, powerOfTen } from '@sightline/engine/internal';
import type { Row } from './row.ts';

/** Decimals beyond which an ordinary number is not written. */
const MOST = 8;

/** The numbers of a row as they stand side by side: as many decimals as were printed, or as the tolerance can tell. */
export function rowNumbers({ published, computed, tolerance }: Row): {
  published: string;
  computed: string;
  tolerance: string;
} {
  const printed = String(published).split('.')[1]?.length ?? 0;
  const told = tolerance > 0 ? Math.ceil(-log10(tolerance) - 0.31) : 0;
  // Half a unit of the last printed decimal: then zeros at the end were printed as well.
  const rounding = Math.abs(tolerance * powerOfTen(told) - 0.5) < 0.01;
  const whole = told <= 0 && Number.isInteger(computed) && Number.isInteger(published);
  return {
    published: written(published, rounding && published !== 0 ? Math.max(printed, told) : printed),
    computed: written(computed, whole ? 0 : Math.max(printed, rounding ? told : told + 1)),
    tolerance: written(Number(tolerance.toPrecision(2)), undefined),
  };
}

/** A number with the sign of a minus, and powers of ten where it is tiny. */
export function written(value: number, decimals: number | undefined): string {
  if (!Number.isFinite(value)) return '–';
  const text =
    value !== 0 && Math.abs(value) < 1e-5
      ? value.toExponential(1).replace('.0e', 'e')
      : decimals === undefined
        ? String(value)
        : value.toFixed(Math.min(decimals, MOST));
  return text.replaceAll('-', '−').replace(/^−(0\.?0*)$/, '$1');
}
