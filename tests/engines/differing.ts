/** What two documents say at a place: numbers that are not the same bits, or anything else that is not the same. */
export interface Difference {
  place: string;
  a: unknown;
  b: unknown;
}

/** Clocks and versions are no answers. */
const NOT_COMPARED = new Set(['elapsed', 'seconds', 'workers', 'versions']);

/** Every number in a document, clocks aside. */
export function countNumbers(document: unknown): number {
  if (typeof document === 'number') return 1;
  if (document === null || typeof document !== 'object') return 0;
  return Object.entries(document).reduce(
    (sum, [key, value]) => sum + (NOT_COMPARED.has(key) ? 0 : countNumbers(value)),
    0,
  );
}

export function differing(a: unknown, b: unknown, place = ''): Difference[] {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b) ? [] : [{ place, a, b }];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
    NOT_COMPARED.has(key) ? [] : differing(a[key], b[key], `${place}/${key}`),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object';
