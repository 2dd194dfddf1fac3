/** So many decimals. A zero that rounding made a little less than zero has no sign. */
export const fixedText = (value: number, digits: number): string =>
  value
    .toFixed(digits)
    .replace(/^-(0(?:\.0*)?)$/, '$1')
    .replace('-', '−');
