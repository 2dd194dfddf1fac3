import { COLOUR, fitted, linear, protocolColour } from '@sightline/answers/pictures';
import { Drawing, Drawn } from '../elements/drawing.tsx';
import { useWidth } from '../elements/use-width.ts';
import type { Scene } from '../study/scene.ts';
import { axisTicks } from '../timeline/timeline-layout.ts';

const [ROW, EDGE, AXIS] = [30, 16, 22];

/** The protocols of a version as rows of readings, on its own horizon. */
export function ReadingsOfVersion({ scene: { grid, protocols }, name }: { scene: Scene; name: string }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const height = ROW * protocols.length + AXIS;
  const [left, right] = [EDGE, width - EDGE];
  const x = linear([0, grid.horizon], [left, right]);
  return (
    <div ref={ref}>
      {width > 0 && (
        <Drawing width={width} height={height} title={`Readings of ${name}`}>
          {axisTicks(grid, { x, left, right }).map(({ at, text }) => (
            <g key={text}>
              <line x1={at} x2={at} y1={0} y2={height - AXIS + 4} stroke={COLOUR.rule} />
              <text x={at} y={height - 5} text-anchor="middle" fill={COLOUR.muted}>
                {text}
              </text>
            </g>
          ))}
          {protocols.map(({ name: protocol, marks }, i) => (
            <g key={protocol}>
              <Drawn of={[fitted(left, ROW * i + 11, protocol, right - left)]} />
              <line x1={left} x2={right} y1={ROW * i + 21} y2={ROW * i + 21} stroke={COLOUR.axis} />
              {marks.map(({ action: { at, width: length } }, k) => {
                const [from, to] = [Math.max(0, at - length / 2), Math.min(grid.horizon, at + length / 2)];
                return (
                  <rect
                    key={k}
                    x={x(from) - 4}
                    y={ROW * i + 17}
                    width={x(to) - x(from) + 8}
                    height={8}
                    rx={4}
                    fill={protocolColour(i)}
                  />
                );
              })}
            </g>
          ))}
        </Drawing>
      )}
    </div>
  );
}
