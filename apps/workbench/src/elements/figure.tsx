import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { pictureName, savePng, saveSvg } from './save-picture.ts';
import { useWidth } from './use-width.ts';

interface FigureProps {
  /** What the picture is called: in its caption, and in the name of its file. */
  title: string;
  /** The picture as SVG text, for a width. */
  draw?: (width: number) => string;
  /** Or as elements, for pictures that one can touch. */
  children?: (width: number) => ComponentChildren;
  /** The same as a table; where the picture moves, made when it is looked at. */
  table?: ComponentChildren | (() => ComponentChildren);
  /** What is to be seen, below it. */
  caption?: string;
  /** What the table is, for the line that opens it. */
  tableName?: string;
}

/** A picture with its table behind it, and itself as a file. */
export function Figure(props: FigureProps) {
  const { title, draw, children, table, tableName = 'The same as a table', caption } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const [opened, setOpened] = useState(false);
  const picture = () => ref.current?.querySelector('svg') ?? undefined;
  return (
    <figure class="figure">
      <div ref={ref} class="figure-picture">
        {width > 0 && children?.(width)}
        {width > 0 && draw && (
          // Our own SVG, in which every text of a study is escaped.
          <div dangerouslySetInnerHTML={{ __html: draw(width) }} />
        )}
      </div>
      <figcaption>
        {caption && <p>{caption}</p>}
        {table && (
          <details onToggle={(event) => setOpened(event.currentTarget.open)}>
            <summary>{tableName}</summary>
            {typeof table === 'function' ? opened && table() : table}
          </details>
        )}
        <span class="figure-files">
          <button type="button" class="quiet" onClick={() => saveSvg(picture(), pictureName(title))}>
            SVG<span class="hidden"> of {title}</span>
          </button>
          <button type="button" class="quiet" onClick={() => void savePng(picture(), pictureName(title))}>
            PNG<span class="hidden"> of {title}</span>
          </button>
        </span>
      </figcaption>
    </figure>
  );
}
