import { saveFile } from './save-file.ts';

/** Pixels to a CSS pixel in a PNG, so that it can be printed. */
const DENSITY = 3;

export const pictureName = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** A picture that stands alone: its colours are in its attributes, and what only a pointer needs is left out. */
function pictureText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const part of copy.querySelectorAll('[data-screen-only]')) part.remove();
  for (const part of copy.querySelectorAll('[tabindex]')) part.removeAttribute('tabindex');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

export function saveSvg(svg: SVGSVGElement | undefined, name: string): void {
  if (svg) saveFile(`${name}.svg`, 'image/svg+xml', pictureText(svg));
}

export async function savePng(svg: SVGSVGElement | undefined, name: string): Promise<void> {
  if (!svg) return;
  const { width, height } = svg.getBoundingClientRect();
  const address = URL.createObjectURL(new Blob([pictureText(svg)], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * DENSITY);
    canvas.height = Math.round(height * DENSITY);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob) saveFile(`${name}.png`, 'image/png', blob);
  } finally {
    URL.revokeObjectURL(address);
  }
}
