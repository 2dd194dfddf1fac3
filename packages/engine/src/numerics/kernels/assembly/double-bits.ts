// Stands in for numerics/elementary/double-bits.ts where the elementary functions are compiled to WebAssembly.

export function upperWord(x: f64): i32 {
  return <i32>(reinterpret<u64>(x) >> 32);
}

export function integer(x: f64): i32 {
  return <i32>x;
}

export function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>((<u64>(1023 + k)) << 52);
}

export function entry(table: f64[], i: i32): f64 {
  return unchecked(table[i]);
}
