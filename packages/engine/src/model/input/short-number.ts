/** A number for people: four significant digits, no trailing zeros. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** A whole number in groups of three digits; not as a locale has it, which is the machine's. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ' ');
}
