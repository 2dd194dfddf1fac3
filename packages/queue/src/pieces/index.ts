export { digestOf, sha256 } from './digest.ts';
export { type PackedError, packError, unpackError } from './packed-error.ts';
export { plainBytes, plainData } from './plain-bytes.ts';
