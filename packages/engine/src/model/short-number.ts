/** A number for people: four significant digits, no trailing zeros. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}
