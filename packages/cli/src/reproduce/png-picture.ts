import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const { resolve } = createRequire(import.meta.url);
const FACE = 'IBM Plex Sans';
const WEIGHTS = ['400Regular', '600SemiBold'];

let faces: Promise<Uint8Array[]> | undefined;

/** The renderer and the face are read once, when the first picture is wanted. */
function loaded(): Promise<Uint8Array[]> {
  faces ??= (async () => {
    await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')));
    return Promise.all(
      WEIGHTS.map((weight) =>
        readFile(resolve(`@expo-google-fonts/ibm-plex-sans/${weight}/IBMPlexSans_${weight}.ttf`)),
      ),
    );
  })();
  return faces;
}

/**
 * A picture as PNG, so many pixels to one of its own. The face comes along, so that the bytes are the same on every
 * machine, whatever fonts it has.
 */
export async function pngPicture(svg: string, pixels = 2): Promise<Uint8Array> {
  const drawn = new Resvg(svg, {
    font: { fontBuffers: await loaded(), defaultFontFamily: FACE, sansSerifFamily: FACE },
    fitTo: { mode: 'zoom', value: pixels },
  });
  const image = drawn.render();
  const bytes = image.asPng();
  image.free();
  drawn.free();
  return bytes;
}
