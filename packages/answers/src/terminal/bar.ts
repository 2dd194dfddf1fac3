/** Where on the line from 0 to 1 an interval lies: dots outside, a thick line inside, a circle for the value given. */
export function bar(low: number, high: number, value: number | null, cells: number): string {
  const cellOf = (x: number) => Math.min(cells - 1, Math.max(0, Math.floor(x * cells)));
  const [first, last] = [cellOf(low), cellOf(high)];
  const marked = value === null ? -1 : cellOf(value);
  return Array.from({ length: cells }, (_, k) =>
    k === marked ? '●' : k >= first && k <= last ? '━' : '·',
  ).join('');
}
