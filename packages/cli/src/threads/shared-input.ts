/** Smaller arrays are as quickly copied. */
const WORTH_SHARING = 1 << 14;

/** Plain data whose large typed arrays lie in memory that all threads see, so that none of them copies it. */
export function sharedInput<Input>(input: Input): Input {
  if (input instanceof Float64Array || input instanceof Int32Array) return sharedArray(input) as Input;
  if (Array.isArray(input)) return input.map(sharedInput) as Input;
  if (input === null || typeof input !== 'object' || ArrayBuffer.isView(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, sharedInput(value as unknown)]),
  ) as Input;
}

function sharedArray(array: Float64Array | Int32Array): Float64Array | Int32Array {
  if (array.byteLength < WORTH_SHARING) return array;
  const buffer = new SharedArrayBuffer(array.byteLength);
  const copy = array instanceof Float64Array ? new Float64Array(buffer) : new Int32Array(buffer);
  copy.set(array);
  return copy;
}
