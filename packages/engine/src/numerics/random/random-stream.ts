import { defaultKernels, type Kernels } from '../kernels/kernels.ts';
import { normalQuantile } from '../normal-quantile.ts';
import { philox } from '../philox.ts';
import { bitsOf, STEPS, uniformOf } from '../uniform-bits.ts';

/**
 * An endless sequence of random numbers with an address for each: plain data, safe to send to a worker. Number i of a
 * stream is a function of the stream and i alone, so results never depend on how work is divided.
 */
export interface RandomStream {
  readonly key: readonly [number, number];
  /** The upper half of the generator's counter; the lower half counts the numbers. */
  readonly origin: readonly [number, number];
}

/** What a label is made of, so that the seed 7, the number 7 and the text "7" lead to different streams. */
const SEED = 0x73656564;
const NUMBER = 0x6e756d62;
const TEXT = 0x74657874;

/** 2³² and 2⁵². */
const WORD = 0x100000000;
const MAX_INDEX = 0x10000000000000;
/** Retries of a rejected integer use counters that no index reaches: 1/2²⁴ of the upper word for each. */
const RETRY = 1 << 24;
const MAX_RETRIES = 100;

/** The words of the numbers at hand, two for each; a call fills and reads them at once. */
const bulk = new Uint32Array(1024);
const words = bulk.subarray(0, 4);
const doubleBits = new Float64Array(1);
const wordsOfDouble = new Uint32Array(doubleBits.buffer);

/**
 * The stream of a seed, or of a path of labels below it: randomStream(7, 'noise', 3) = split(split(randomStream(7), 'noise'), 3).
 *
 * @example
 * ```ts
 * import { randomStream } from '@sightline/engine';
 *
 * // The same numbers for the same seed and labels, whatever else is drawn.
 * const [one, again] = [randomStream(7, 'noise', 3), randomStream(7, 'noise', 3)];
 * console.log(one.key.join() === again.key.join()); // → true
 * ```
 */
export function randomStream(seed: number | bigint, ...path: (number | string)[]): RandomStream {
  if (typeof seed === 'number' && !Number.isSafeInteger(seed))
    throw new RangeError(`a seed must be an integer, beyond ±2^53 as a bigint: ${seed}`);
  const bits = BigInt.asUintN(64, BigInt(seed));
  if (BigInt(seed) !== bits && BigInt(seed) !== BigInt.asIntN(64, bits))
    throw new RangeError(`a seed must fit into 64 bits: ${seed}`);
  const start: RandomStream = { key: [0, 0], origin: [0, 0] };
  const root = absorb(start, Number(bits % BigInt(WORD)), Number(bits / BigInt(WORD)), SEED, 0);
  return path.reduce<RandomStream>(split, root);
}

/** The stream below another one that belongs to a label; different labels, or the same below different streams, are unrelated. */
export function split(stream: RandomStream, label: number | string): RandomStream {
  if (typeof label === 'number') {
    if (!Number.isFinite(label)) throw new RangeError(`a stream's label must be finite: ${label}`);
    doubleBits[0] = label + 0; // -0 and 0 are the same label
    return absorb(stream, wordsOfDouble[0], wordsOfDouble[1], NUMBER, 0);
  }
  let next = absorb(stream, label.length, 0, TEXT, 0);
  for (let i = 0; i < label.length; i += 4) {
    const first = label.charCodeAt(i) | ((label.charCodeAt(i + 1) || 0) << 16);
    const second = (label.charCodeAt(i + 2) || 0) | ((label.charCodeAt(i + 3) || 0) << 16);
    next = absorb(next, first, second, TEXT, 1 + i / 4);
  }
  return next;
}

/** Chains a label's words into the 128 bits of a stream; Philox is the mixing function, keyed by kind and position. */
function absorb(
  { key, origin }: RandomStream,
  low: number,
  high: number,
  kind: number,
  position: number,
): RandomStream {
  philox(key[0] ^ low, key[1] ^ high, origin[0], origin[1], kind, position, words);
  return { key: [words[0], words[1]], origin: [words[2], words[3]] };
}

function checkIndex(index: number): void {
  if (!(Number.isInteger(index) && index >= 0 && index < MAX_INDEX))
    throw new RangeError(`an index in a random stream must be an integer in [0, 2^52): ${index}`);
}

/** Numbers 2·block and 2·block + 1 of a stream come from one block of four words. */
function fillBlocks({ key, origin }: RandomStream, block: number, retry: number, out: Uint32Array): void {
  philox(block, block / WORD + retry * RETRY, origin[0], origin[1], key[0], key[1], out);
}

/** Number `index` of the uniform distribution on (0, 1): an odd multiple of 2⁻⁵³. */
export function uniformAt(stream: RandomStream, index: number): number {
  checkIndex(index);
  fillBlocks(stream, Math.floor(index / 2), 0, words);
  const first = 2 * (index % 2);
  return uniformOf(words[first]!, words[first + 1]!);
}

/** Number `index` of the standard normal distribution: the quantile of `uniformAt`, so within ±8.21. */
export function normalAt(stream: RandomStream, index: number): number {
  return normalQuantile(uniformAt(stream, index));
}

/** out[i] = uniformAt(from + i). */
export function fillUniform(stream: RandomStream, out: Float64Array, from = 0): void {
  if (out.length === 0) return;
  checkIndex(from);
  checkIndex(from + out.length - 1);
  const skipped = from % 2;
  let block = (from - skipped) / 2;
  let first = skipped;
  for (let i = 0; i < out.length; ) {
    const wanted = Math.min(2 * (out.length - i + first), bulk.length);
    fillBlocks(stream, block, 0, wanted === bulk.length ? bulk : bulk.subarray(0, wanted));
    for (let k = first; 2 * k < wanted; k++) out[i++] = uniformOf(bulk[2 * k]!, bulk[2 * k + 1]!);
    block += bulk.length / 4;
    first = 0;
  }
}

/** out[i] = normalAt(from + i). */
export function fillNormal(
  stream: RandomStream,
  out: Float64Array,
  from = 0,
  kernels: Kernels = defaultKernels(),
): void {
  if (out.length === 0) return;
  checkIndex(from);
  checkIndex(from + out.length - 1);
  // Blocks hold two numbers: the second one of the first block stands alone if it is the first that is wanted.
  const skipped = from % 2;
  if (skipped === 1) out[0] = normalAt(stream, from);
  const block = (from + skipped) / 2;
  kernels.fillNormals(block, stream.origin, stream.key, out.subarray(skipped));
}

/**
 * Number `index` of the uniform distribution on 0, 1, …, bound - 1, for bounds up to 2⁵². Unbiased: bits beyond the last
 * full multiple of the bound are drawn again, at counters of their own.
 */
export function integerBelow(stream: RandomStream, bound: number, index: number): number {
  checkIndex(index);
  if (!(Number.isInteger(bound) && bound >= 1 && bound <= STEPS))
    throw new RangeError(`the bound of a random integer must be in [1, 2^52]: ${bound}`);
  const limit = STEPS - (STEPS % bound);
  for (let retry = 0; retry < MAX_RETRIES; retry++) {
    fillBlocks(stream, Math.floor(index / 2), retry, words);
    const first = 2 * (index % 2);
    const bits = bitsOf(words[first]!, words[first + 1]!);
    if (bits < limit) return bits % bound;
  }
  throw new Error(`no random integer below ${bound} in ${MAX_RETRIES} attempts`);
}

/** out[i] = integerBelow(bound, from + i): the rows of a bootstrap sample. */
export function fillIntegersBelow(stream: RandomStream, bound: number, out: Int32Array, from = 0): void {
  for (let i = 0; i < out.length; i++) out[i] = integerBelow(stream, bound, from + i);
}

/** A random order of 0, 1, …, size - 1 (Fisher–Yates). */
export function permutation(stream: RandomStream, size: number): Int32Array {
  const order = Int32Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = integerBelow(stream, i + 1, i);
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
}
