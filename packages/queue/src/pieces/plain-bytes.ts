// Plain data as bytes and back, to the last bit: numbers (−0, NaN), texts, lists, objects, typed arrays, undefined.

const TYPED = [
  Float64Array,
  Float32Array,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
] as const;

/** What each value begins with; typed arrays have those from `typed` on, in the order above. */
const TAG = { undefined: 0, null: 1, false: 2, true: 3, number: 4, text: 5, list: 6, object: 7, typed: 8 };

/**
 * The same bytes for the same data, whatever the engine thinks of its arrays and texts: so that they can be hashed, where
 * those of node:v8 differ between a list that once held a fraction and one that did not.
 */
export function plainBytes(data: unknown): Uint8Array {
  const writer = new Writer();
  write(data, writer, '');
  return writer.bytes();
}

/** What `plainBytes` was given. Throws where the bytes are none of its own. */
export function plainData(bytes: Uint8Array): unknown {
  const reader = new Reader(bytes);
  const data = read(reader);
  if (!reader.atEnd()) throw new Error('there are more bytes than data');
  return data;
}

function write(data: unknown, to: Writer, path: string): void {
  if (data === undefined) to.byte(TAG.undefined);
  else if (data === null) to.byte(TAG.null);
  else if (typeof data === 'boolean') to.byte(data ? TAG.true : TAG.false);
  else if (typeof data === 'number') {
    to.byte(TAG.number);
    to.number(data);
  } else if (typeof data === 'string') {
    to.byte(TAG.text);
    to.text(data);
  } else if (Array.isArray(data)) {
    to.byte(TAG.list);
    to.size(data.length);
    for (let i = 0; i < data.length; i++) write(data[i], to, `${path}[${i}]`);
  } else if (ArrayBuffer.isView(data)) writeTyped(data, to, path);
  else writeObject(data, to, path);
}

function writeTyped(data: ArrayBufferView, to: Writer, path: string): void {
  const kind = TYPED.findIndex((type) => data instanceof type);
  if (kind < 0) throw notPlain(data, path);
  to.byte(TAG.typed + kind);
  to.size(data.byteLength);
  to.raw(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

function writeObject(data: unknown, to: Writer, path: string): void {
  const prototype = typeof data === 'object' ? Object.getPrototypeOf(data) : undefined;
  if (prototype !== Object.prototype && prototype !== null) throw notPlain(data, path);
  const entries = Object.entries(data as object);
  to.byte(TAG.object);
  to.size(entries.length);
  for (const [name, value] of entries) {
    to.text(name);
    write(value, to, `${path}.${name}`);
  }
}

function notPlain(data: unknown, path: string): Error {
  const kind = typeof data === 'object' ? data!.constructor.name : typeof data;
  return new Error(`only plain data can be kept, and ${path || 'this'} is a ${kind}`);
}

function read(from: Reader): unknown {
  const tag = from.byte();
  switch (tag) {
    case TAG.undefined:
      return undefined;
    case TAG.null:
      return null;
    case TAG.false:
      return false;
    case TAG.true:
      return true;
    case TAG.number:
      return from.number();
    case TAG.text:
      return from.text();
    case TAG.list:
      return Array.from({ length: from.size() }, () => read(from));
    case TAG.object:
      return Object.fromEntries(Array.from({ length: from.size() }, () => [from.text(), read(from)]));
  }
  const type = TYPED[tag - TAG.typed];
  if (!type) throw new Error(`no kind of data begins with ${tag}`);
  // A copy of its own, since the bytes need not lie where such an array may begin.
  return new type(new Uint8Array(from.raw(from.size())).buffer);
}

class Writer {
  #held = Buffer.alloc(1 << 10);
  #length = 0;

  bytes(): Uint8Array {
    return this.#held.subarray(0, this.#length);
  }

  byte(value: number): void {
    const at = this.#room(1);
    this.#held.writeUInt8(value, at);
  }

  size(value: number): void {
    const at = this.#room(4);
    this.#held.writeUInt32LE(value, at);
  }

  number(value: number): void {
    const at = this.#room(8);
    this.#held.writeDoubleLE(value, at);
  }

  /** UTF-16, which loses no text: half a pair of surrogates has no UTF-8. */
  text(value: string): void {
    this.size(value.length);
    const at = this.#room(2 * value.length);
    this.#held.write(value, at, 'utf16le');
  }

  raw(bytes: Uint8Array): void {
    const at = this.#room(bytes.length);
    this.#held.set(bytes, at);
  }

  /** Where the next bytes go. There may be another `#held` afterwards, with room for them. */
  #room(length: number): number {
    const start = this.#length;
    this.#length += length;
    if (this.#length > this.#held.length) {
      const larger = Buffer.alloc(2 * this.#length);
      larger.set(this.#held.subarray(0, start));
      this.#held = larger;
    }
    return start;
  }
}

class Reader {
  readonly #bytes: Buffer;
  #next = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  atEnd(): boolean {
    return this.#next === this.#bytes.length;
  }

  byte(): number {
    return this.raw(1).readUInt8();
  }

  size(): number {
    return this.raw(4).readUInt32LE();
  }

  number(): number {
    return this.raw(8).readDoubleLE();
  }

  text(): string {
    return this.raw(2 * this.size()).toString('utf16le');
  }

  raw(length: number): Buffer {
    const end = this.#next + length;
    if (end > this.#bytes.length) throw new Error('the bytes end within the data');
    const found = this.#bytes.subarray(this.#next, end);
    this.#next = end;
    return found;
  }
}
