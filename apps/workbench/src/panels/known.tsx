import type { AlternativeResult, IdentifyResult } from '@sightline/study';
import { rangePicture } from '@sightline/study/pictures';
import { Figure } from '../around/figure.tsx';
import { Amount, amount, Shown } from '../around/shown-number.tsx';
import { panels } from '../state/panels.ts';
import { apply, isReadable, parsed, scene } from '../state/workbench.ts';
import { addActions } from '../study/edit-protocols.ts';
import { setValue } from '../study/study-edit.ts';
import { PanelFrame } from './panel-frame.tsx';

/** Known?: whether the benchmark determines what the other protocols are worth. */
export function Known() {
  const { realised, assume = 'any', benchmark } = parsed.value.parts;
  const names = scene.value?.protocols.map(({ name }) => name) ?? [];
  const disabled = !isReadable.value;
  return (
    <>
      <p class="question">
        Does the benchmark of the protocol that was realised determine what the others are worth?
      </p>
      <div class="fields">
        <div class="field">
          <label for="realised">realised</label>
          <select
            id="realised"
            value={realised ?? ''}
            disabled={disabled}
            onChange={(event) => {
              const name = event.currentTarget.value;
              if (name !== '') apply((text) => ({ text: setValue(text, ['realised'], name) }));
            }}
          >
            {realised === undefined && <option value="">choose one</option>}
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="assume">trajectories may be</label>
          <select
            id="assume"
            value={assume}
            disabled={disabled}
            onChange={(event) => {
              const next = event.currentTarget.value;
              apply((text) => ({ text: setValue(text, ['assume'], next) }));
            }}
          >
            <option value="any">any</option>
            <option value="stationary">stationary</option>
          </select>
        </div>
      </div>
      <PanelFrame
        panel={panels.identify}
        ask="Is it known?"
        question={{ command: 'identify', request: benchmark ? { resamples: 200 } : {} }}
      >
        {(result, complete) => <Verdicts result={result} complete={complete} />}
      </PanelFrame>
    </>
  );
}

const VERDICT = {
  identified: 'known',
  'not-identified': 'not known',
  undecided: 'undecided',
} as const;

function Verdicts({ result, complete }: { result: IdentifyResult; complete: boolean }) {
  const alternatives = Object.entries(result.alternatives);
  return (
    <>
      <ul class="verdicts">
        {alternatives.map(([name, one]) => (
          <li key={name} data-alternative={name}>
            <p>
              <strong>
                {name}: {VERDICT[one.verdict]}
              </strong>{' '}
              {one.range && one.verdict !== 'identified' && (
                <>
                  (from <Shown value={one.range.low} /> to <Shown value={one.range.high} />)
                </>
              )}
            </p>
            <p class="muted">{one.why}</p>
            <Fix result={result} alternative={one} />
          </li>
        ))}
      </ul>
      {complete && (
        <Figure
          title="Values still possible"
          draw={(width) =>
            rangePicture({
              width,
              ranges: alternatives.map(([name, { range, value, verdict }]) => ({
                name,
                range,
                value,
                verdict: VERDICT[verdict],
              })),
            })
          }
          table={<RangeTable alternatives={alternatives} />}
        />
      )}
    </>
  );
}

/** The cheapest measurements that would settle it, as a button that adds them to the realised protocol. */
function Fix({
  result,
  alternative: { augmentation },
}: {
  result: IdentifyResult;
  alternative: AlternativeResult;
}) {
  if (!augmentation || augmentation.actions.length === 0)
    return augmentation ? <p class="muted">{augmentation.why}</p> : null;
  const { at, actions, cost } = augmentation;
  const unit = result.grid.unit ? ` ${result.grid.unit}` : '';
  const times = at.map((time) => `${amount(time)}${unit}`).join(', ');
  return (
    <p>
      Measuring at {times} too would settle it, for a cost of <Amount value={cost} />.{' '}
      <button
        type="button"
        class="quiet"
        disabled={!isReadable.value}
        onClick={() => apply((text) => addActions(text, result.realised, actions))}
      >
        Add to {result.realised}
      </button>
    </p>
  );
}

function RangeTable({ alternatives }: { alternatives: readonly [string, AlternativeResult][] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">protocol</th>
          <th scope="col">verdict</th>
          <th scope="col" class="number">
            under the law given
          </th>
          <th scope="col" class="number">
            lowest
          </th>
          <th scope="col">proved</th>
          <th scope="col" class="number">
            highest
          </th>
          <th scope="col">proved</th>
        </tr>
      </thead>
      <tbody>
        {alternatives.map(([name, { verdict, value, range }]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{VERDICT[verdict]}</td>
            <td class="number">{value !== null && <Shown value={value} />}</td>
            <td class="number">{range && <Shown value={range.low} />}</td>
            <td>{range && (range.lowStatus === 'exact' ? 'yes' : 'a world reaches it')}</td>
            <td class="number">{range && <Shown value={range.high} />}</td>
            <td>{range && (range.highStatus === 'exact' ? 'yes' : 'a world reaches it')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
