import { powerOfTen } from '@sightline/engine/internal';
import type { FileMetaData } from 'hyparquet';

type Element = FileMetaData['schema'][number];

export function isDecimal({ converted_type: converted, logical_type: logical }: Element): boolean {
  return converted === 'DECIMAL' || logical?.type === 'DECIMAL';
}

/**
 * A column as hyparquet is to see it. Of a decimal it would make the product with a power that it gets by `**`, whose last
 * digits are the engine's; so it hears of whole numbers and bytes alone. It is told to leave bytes as they are, so that what
 * it would have taken for text has to be called so.
 */
export function readAsBytes(element: Element): Element {
  if (isDecimal(element)) {
    const { converted_type: _, logical_type: __, ...plain } = element;
    return plain;
  }
  const { type, converted_type: converted = 'UTF8' } = element;
  if (type !== 'BYTE_ARRAY') return element;
  return { ...element, converted_type: converted === 'ENUM' ? 'UTF8' : converted };
}

/** Powers of ten up to this are doubles, so that the quotient with a whole number that is one is rounded once. */
const LARGEST_EXACT = 22;

/**
 * Makes the doubles that are next to the decimals of a column, as they are read where they are written with a point. In the
 * file they are whole numbers, or the bytes of one, highest first, and the column has the place of the point.
 */
export function decimalOf({ scale: own, logical_type: logical }: Element): (cell: unknown) => unknown {
  const scale = own ?? (logical?.type === 'DECIMAL' ? logical.scale : undefined) ?? 0;
  const power = scale >= 0 && scale <= LARGEST_EXACT ? powerOfTen(scale) : Number.NaN;
  return (cell) => {
    const whole = cell instanceof Uint8Array ? wholeNumber(cell) : cell;
    if (typeof whole !== 'number' && typeof whole !== 'bigint') return whole;
    const near = Number(whole);
    return Number.isSafeInteger(near) && power > 0 ? near / power : Number(`${whole}e${-scale}`);
  };
}

/** A whole number from its bytes, in two's complement. */
function wholeNumber(bytes: Uint8Array): number | bigint {
  let whole = bytes.length > 0 && bytes[0]! > 127 ? -1 : 0;
  for (const byte of bytes) {
    const next = whole * 256 + byte;
    if (!Number.isSafeInteger(next)) return largeNumber(bytes);
    whole = next;
  }
  return whole;
}

function largeNumber(bytes: Uint8Array): bigint {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return BigInt.asIntN(8 * bytes.length, BigInt(`0x${digits}`));
}
