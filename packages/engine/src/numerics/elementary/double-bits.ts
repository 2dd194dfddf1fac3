// What the elementary functions need of doubles' bits and of tables. The only file of this folder that AssemblyScript does not share:
// it has one of the same name among the kernels, which gives the same numbers.

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
double[0] = 1;
/** Typed arrays have the byte order of the machine: 1 is zeros but for its upper word. */
const UPPER = words[0] === 0 ? 1 : 0;

/** The upper 32 bits: sign, eleven bits of exponent, and the first twenty behind the binary point. */
export function upperWord(x: number): number {
  double[0] = x;
  return words[UPPER];
}

/** A whole number as one that can be an index; from -2³¹ on, below 2³¹. */
export function integer(x: number): number {
  return x | 0;
}

const LEAST = -1022;
const powers = new Float64Array(2046);
powers[-LEAST] = 1;
for (let k = 1; k <= 1023; k++) powers[k - LEAST] = 2 * powers[k - 1 - LEAST];
for (let k = -1; k >= LEAST; k--) powers[k - LEAST] = powers[k + 1 - LEAST] / 2;

/** 2^k for whole k from -1022 to 1023. From a table: a double put together from words is slow to read back. */
export function powerOfTwo(k: number): number {
  return powers[k - LEAST];
}

/** Entry i of a table; AssemblyScript would look each time whether there is one. */
export function entry(table: number[], i: number): number {
  return table[i];
}
