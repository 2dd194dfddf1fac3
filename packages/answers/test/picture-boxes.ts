// For tests: what a picture holds, read back from its text.

export interface Drawn {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** Every element with its attributes, and the text of those that hold some. */
export function drawn(svg: string): Drawn[] {
  return [
    ...svg.matchAll(/<(text|circle|rect|line|path)((?:\s[\w-]+="[^"]*")*)\s*(?:\/>|>([\s\S]*?)<\/\1>)/g),
  ].map(([, name, attributes, inside = '']) => ({
    name: name!,
    attributes: Object.fromEntries(
      [...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    ),
    text: inside.replace(/<title>[\s\S]*?<\/title>/, ''),
  }));
}

export interface Box {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A letter is about half as wide as it is high; capitals and digits somewhat more. */
const EM = 0.55;

/** Where each text stands, by a measure of its own. */
export function textBoxes(svg: string): Box[] {
  return drawn(svg)
    .filter(({ name }) => name === 'text')
    .map(({ attributes, text }) => {
      const size = Number(attributes['font-size'] ?? 12);
      const letters = text.replace(/&\w+;/g, '&').length;
      const [x, y, width] = [Number(attributes.x), Number(attributes.y), letters * size * EM];
      const anchor = attributes['text-anchor'] ?? 'start';
      const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
      return { text, left, right: left + width, top: y - 0.72 * size, bottom: y + 0.2 * size };
    });
}

/** What is wrong with the words of a picture: outside of it, over each other, too small, or no numbers. */
export function complaints(svg: string): string[] {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.map(Number) as [
    number,
    number,
    number,
  ];
  const boxes = textBoxes(svg);
  const outside = boxes.filter(
    ({ left, right, top, bottom }) => left < -1 || right > width + 1 || top < 0 || bottom > height,
  );
  const over = boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `'${a.text}' covers '${b.text}'`),
  );
  const small = drawn(svg).filter(({ attributes }) => Number(attributes['font-size'] ?? 12) < 11);
  return [
    ...outside.map(({ text }) => `'${text}' leaves the picture`),
    ...over,
    ...small.map(({ text }) => `'${text}' is too small`),
    ...(/NaN|Infinity|undefined|null/.test(svg) ? ['something is no number'] : []),
    ...(/style=|<style/.test(svg) ? ['a style'] : []),
  ];
}
