/** One record of an Excel stream: a kind, and bytes. */
export interface BiffRecord {
  kind: number;
  /** Where it stands in the stream. */
  byte: number;
  bytes: Uint8Array;
}

/** The records of a stream from a byte on, up to where they are cut off. */
export function* biffRecords(stream: Uint8Array, from: number): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let byte = from; byte + 4 <= stream.length; ) {
    const end = byte + 4 + view.getUint16(byte + 2, true);
    if (end > stream.length) return;
    yield { kind: view.getUint16(byte, true), byte, bytes: stream.subarray(byte + 4, end) };
    byte = end;
  }
}
