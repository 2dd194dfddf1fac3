import {
  type Reproduction,
  type ReproductionTiming,
  reproductionFigures,
  reproductionPage,
} from '@sightline/experiments';
import { pngPicture } from './png-picture.ts';

/** Files that show a run to people, by their names: pictures, and a page with all of them. */
export async function artefacts(
  reproduction: Reproduction,
  timing: ReproductionTiming,
): Promise<Record<string, string | Uint8Array>> {
  const files: Record<string, string | Uint8Array> = { 'index.html': reproductionPage(reproduction, timing) };
  for (const [name, svg] of Object.entries(reproductionFigures(reproduction))) {
    files[name] = svg;
    files[name.replace(/\.svg$/, '.png')] = await pngPicture(svg);
  }
  return files;
}
