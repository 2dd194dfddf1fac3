import { inflateSync } from 'node:zlib';
import { picture, textWidth, words } from '@sightline/answers/pictures';
import { expect, it } from 'vitest';
import { pngPicture } from './png-picture.ts';

/** The pixels of a PNG with 8 bits a channel, by the book: chunks, inflate, undo each row's filter. */
function decoded(bytes: Uint8Array): { width: number; height: number; channels: number; data: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect([...bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts: Uint8Array[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (kind === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  expect(bytes[24]).toBe(8);
  const channels = { 2: 3, 6: 4 }[bytes[25]!]!;
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const data = new Uint8Array(height * stride);
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (stride + 1)]!;
    for (let i = 0; i < stride; i++) {
      const own = raw[row * (stride + 1) + 1 + i]!;
      const left = i >= channels ? data[row * stride + i - channels]! : 0;
      const up = row > 0 ? data[(row - 1) * stride + i]! : 0;
      const corner = row > 0 && i >= channels ? data[(row - 1) * stride + i - channels]! : 0;
      data[row * stride + i] = own + predicted(filter, left, up, corner);
    }
  }
  return { width, height, channels, data };
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value)) as [number, number, number];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Columns in which anything dark stands, from the first to the last; and how many dark pixels there are. */
async function ink(svg: string): Promise<{ first: number; last: number; dark: number }> {
  const { width, channels, data } = decoded(await pngPicture(svg));
  let [first, last, dark] = [width, -1, 0];
  for (let i = 0; i < data.length; i += channels)
    if (data[i]! < 128) {
      const column = (i / channels) % width;
      [first, last, dark] = [Math.min(first, column), Math.max(last, column), dark + 1];
    }
  return { first, last, dark };
}

const one = (text: string, size = 12) =>
  picture(400, 30, 'one', [words(10, 20, text, { 'font-size': size })]);

it('has two pixels to one of the picture, and the same bytes every time', async () => {
  const bytes = await pngPicture(one('R² ≤ 1'));
  expect(decoded(bytes)).toMatchObject({ width: 800, height: 60 });
  expect(await pngPicture(one('R² ≤ 1'))).toEqual(bytes);
  expect(decoded(await pngPicture(one('R² ≤ 1'), 3))).toMatchObject({ width: 1200, height: 90 });
});

it('is white where nothing is drawn', async () => {
  expect((await ink(picture(40, 30, 'empty', []))).dark).toBe(0);
});

it('writes every sign of our figures', async () => {
  // A sign that no face has, for comparison.
  const missing = await pngPicture(one('\u{10fffd}'));
  for (const sign of '≤ε²θΘ−é₀₁₂…±√×→') {
    expect(await pngPicture(one(sign)), sign).not.toEqual(missing);
    expect((await ink(one(sign))).dark, sign).toBeGreaterThan(3);
  }
});

it('needs no more room than layouts allow for', async () => {
  for (const text of ['kernel quadrature', '568 protocols', 'tail slope −0.48', '0.8274 in the world −ε']) {
    const { first, last } = await ink(one(text, 11));
    expect((last - first) / 2, text).toBeLessThanOrEqual(textWidth(text, 11));
    expect((last - first) / 2, text).toBeGreaterThan(0.6 * textWidth(text, 11));
  }
});
