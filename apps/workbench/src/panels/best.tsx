import type { DesignResult } from '@sightline/study';
import { frontierPicture } from '@sightline/study/pictures';
import { Figure } from '../around/figure.tsx';
import { NumberField } from '../around/number-field.tsx';
import { Amount, amount, Shown } from '../around/shown-number.tsx';
import { panels } from '../state/panels.ts';
import { apply, isReadable, parsed, scene, selected } from '../state/workbench.ts';
import { protocolOfActions } from '../study/edit-protocols.ts';
import { removeValue, setValue } from '../study/study-edit.ts';
import { PanelFrame } from './panel-frame.tsx';

/** Best?: which actions of the catalogue to take, and how far from the best that is. */
export function Best() {
  const { choose, catalogue } = parsed.value.parts;
  const disabled = !isReadable.value;
  const limit = (field: 'exactly' | 'budget') => (value: number | undefined) =>
    apply((text) => {
      if (value !== undefined) return { text: setValue(text, ['choose', field], value) };
      return choose?.[field] === undefined ? { text } : { text: removeValue(text, ['choose', field]) };
    });
  return (
    <>
      <p class="question">Which actions of the catalogue are worth most?</p>
      <div class="fields">
        <NumberField
          label="exactly so many"
          value={choose?.exactly}
          empty="any number"
          step={1}
          disabled={disabled}
          onValue={limit('exactly')}
        />
        <NumberField
          label="for at most"
          value={choose?.budget}
          empty="any cost"
          disabled={disabled}
          onValue={limit('budget')}
        />
      </div>
      {!catalogue && (
        <p>
          The study has no catalogue of actions to choose from.{' '}
          <button type="button" class="quiet" disabled={disabled} onClick={addCatalogue}>
            Add twelve evenly spaced readings
          </button>
        </p>
      )}
      <PanelFrame
        panel={panels.design}
        ask="Find the best"
        question={{ command: 'design', request: { method: 'auto', frontier: true } }}
        blocked={catalogue && !choose ? 'Say how many actions, or for which cost.' : undefined}
      >
        {(result) => <Chosen result={result} />}
      </PanelFrame>
    </>
  );
}

/** As in the protocols, where there are any: the same noise and cost. */
function addCatalogue(): void {
  const shown = scene.value;
  if (!shown) return;
  const { noise, cost } = shown.protocols[0]?.marks[0]?.written ?? {};
  const { horizon } = shown.grid;
  const round = (time: number) => Number(time.toPrecision(4));
  apply((text) => ({
    text: setValue(
      text,
      ['catalogue'],
      [{ at: { from: round(horizon / 20), to: round(horizon - horizon / 20), count: 12 }, noise, cost }],
    ),
    said: 'The study now has a catalogue of twelve readings, with the noise and cost of the first protocol’s first one.',
  }));
}

const NAMES: Record<string, string> = {
  mutualInformation: 'mutual information',
  posteriorVariance: 'posterior variance',
  linearTarget: 'linear target',
  kernelQuadrature: 'kernel quadrature',
  greedy: 'greedy',
  swap: 'greedy with swaps',
};

function Chosen({ result }: { result: DesignResult }) {
  const { best, comparators, frontier, grid } = result;
  const unit = grid.unit ? ` ${grid.unit}` : '';
  const others = Object.entries(comparators).map(([name, one]) => ({ name: NAMES[name] ?? name, ...one }));
  const places = best.at.map((time, i) =>
    best.widths[i]! > 0 ? `${amount(time)} (over ${amount(best.widths[i]!)})` : amount(time),
  );
  return (
    <>
      <p class="answer">
        Take {places.join(', ')}
        {unit}: worth <Shown value={best.value} /> for a cost of <Amount value={best.cost} />.{' '}
        <button type="button" disabled={!isReadable.value} onClick={() => onTimeline(best.actions)}>
          Put on the timeline
        </button>
      </p>
      <p class="muted">
        {best.certified
          ? `No other choice within the rules is better (${best.method}).`
          : `Another choice could be better by at most ${best.gap.toFixed(4)} (${best.method}).`}
      </p>
      <Figure
        title="Cost and value of choices"
        draw={(width) => frontierPicture({ width, best, frontier: frontier ?? [], comparators: others })}
        table={
          <table>
            <thead>
              <tr>
                <th scope="col">choice by</th>
                <th scope="col" class="number">
                  value
                </th>
                <th scope="col" class="number">
                  cost
                </th>
                <th scope="col" class="number">
                  share of the best
                </th>
                <th scope="col">at</th>
              </tr>
            </thead>
            <tbody>
              {[{ name: best.method, efficiency: 1, ...best }, ...others].map(
                ({ name, value, cost, efficiency, at }, i) => (
                  <tr key={i}>
                    <th scope="row">{name}</th>
                    <td class="number">
                      <Shown value={value} />
                    </td>
                    <td class="number">
                      <Amount value={cost} />
                    </td>
                    <td class="number">
                      <Shown value={efficiency} />
                    </td>
                    <td>{at.map(amount).join(', ')}</td>
                  </tr>
                ),
              )}
              {(frontier ?? []).map(({ cost, value, at }) => (
                <tr key={`frontier ${cost}`}>
                  <th scope="row">best for this cost</th>
                  <td class="number">
                    <Shown value={value} />
                  </td>
                  <td class="number">
                    <Amount value={cost} />
                  </td>
                  <td />
                  <td>{at.map(amount).join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        }
      />
    </>
  );
}

function onTimeline(actions: readonly number[]): void {
  const made = apply((text) => protocolOfActions(text, 'best', actions));
  if (made) selected.value = undefined;
}
