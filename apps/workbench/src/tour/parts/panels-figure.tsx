import { type Panel, panelPicture } from '@sightline/answers/pictures';
import type { ComponentChildren } from 'preact';

interface PanelsFigureProps {
  caption: string;
  panels: readonly Panel[];
  table: ComponentChildren;
}

/** Panels of one of the paper's figures, side by side where there is room. */
export function PanelsFigure({ caption, panels, table }: PanelsFigureProps) {
  return (
    <figure class="figure">
      <div class="panels-row">
        {panels.map((panel) => (
          <div
            key={panel.title}
            class="figure-picture"
            dangerouslySetInnerHTML={{ __html: panelPicture(panel) }}
          />
        ))}
      </div>
      <figcaption>
        <span>{caption}</span>
        <details>
          <summary>The same as a table</summary>
          {table}
        </details>
      </figcaption>
    </figure>
  );
}
