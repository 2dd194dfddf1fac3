import { designDocument, lawsText, rulesText, tiesTexts } from '@sightline/answers';
import { protocolsPicture } from '@sightline/answers/pictures';
import { thousands } from '@sightline/engine';
import type { DesignResult } from '@sightline/study';
import { Cell, Table } from '../../elements/cells.tsx';
import { Facts } from '../../elements/facts.tsx';
import { Figure } from '../../elements/figure.tsx';
import { Amount, Shown } from '../../elements/shown-number.tsx';
import { apply, isReadable, selected } from '../../state/workbench.ts';
import { protocolOfActions } from '../../study/edit-protocols.ts';
import type { Showing } from '../frame/panel.ts';
import { CostFrontier, OtherChoices, othersOf } from './choices-compared.tsx';
import { Freedom } from './freedom.tsx';

/** The choice with its certificate, what others would have taken, what less money buys, how exactly times matter. */
export function Chosen({ result, showing }: { result: DesignResult; showing: Showing }) {
  const { best, under } = result;
  return (
    <>
      <p class="answer">{designDocument(result).verdict.join(' ')}</p>
      <p class="buttons">
        <button
          type="button"
          disabled={!isReadable.value || !showing.usable}
          onClick={() => onTimeline(best.actions)}
        >
          Put on the timeline
        </button>
        {!showing.usable && <span class="muted">The catalogue was changed since: ask again first.</span>}
      </p>
      <BetterOther result={result} usable={showing.usable} />
      <Certificate result={result} />
      <Places result={result} />
      {under && <p>{lawsText(under, result)}</p>}
      <Values result={result} />
      <OtherChoices result={result} />
      <CostFrontier result={result} />
      <Freedom result={result} />
      <Facts
        facts={[
          ['rules', rulesText(result)],
          ...tiesTexts(result).map(([name, words]) => [name, words] as const),
        ]}
      />
    </>
  );
}

/** A search that was ended early may not have come to what a simple rule takes. */
function BetterOther({ result, usable }: { result: DesignResult; usable: boolean }) {
  const { best } = result;
  const other = othersOf(result).reduce((a, b) => (b.objective > a.objective ? b : a));
  if (best.certified || !(other.objective > best.objective)) return null;
  return (
    <p class="notice">
      Of the choices compared below, ‘{other.name}’ is worth more, <Shown value={other.objective} />: the
      search did not come to it.{' '}
      <button
        type="button"
        class="quiet"
        disabled={!isReadable.value || !usable}
        onClick={() => onTimeline(other.actions)}
      >
        Put that one on the timeline
      </button>
    </p>
  );
}

function onTimeline(actions: readonly number[]): void {
  const made = apply((text) => protocolOfActions(text, 'best', actions));
  if (made) selected.value = undefined;
}

/** How sure it is that nothing is better. */
function Certificate({ result: { best, sets, allCounted } }: { result: DesignResult }) {
  return (
    <div data-fact="certificate">
      <Facts
        facts={[
          [
            'value',
            <span key="value" data-number="value">
              <Shown value={best.value} digits={6} lowerBound={best.lowerBound} />
            </span>,
          ],
          [
            'objective',
            best.objective === best.value ? null : (
              <span data-number="objective">
                <Shown value={best.objective} digits={6} />
              </span>
            ),
          ],
          [
            'at most possible',
            <span key="bound" data-number="upperBound">
              <Shown value={best.upperBound} digits={6} />
            </span>,
          ],
          [
            'gap',
            <span key="gap" data-number="gap">
              <Shown value={best.gap} digits={6} />
            </span>,
          ],
          ['certified', best.certified ? 'yes: nothing within the rules is better' : 'no'],
          ['method', best.method],
          [
            'computed',
            <span key="computed" data-number="evaluations">
              <Amount value={best.evaluations} /> values, for {allCounted ? '' : 'more than '}
              {thousands(sets)} choices within the rules
            </span>,
          ],
          [
            'cost',
            <span key="cost" data-number="cost">
              <Amount value={best.cost} />
            </span>,
          ],
        ]}
      />
    </div>
  );
}

/** What is taken, above what there is to choose from. */
function Places({ result: { best, grid, places, objective } }: { result: DesignResult }) {
  const actions = best.at.map((at, i) => ({ at, width: best.widths[i]!, repeats: best.repeats[i]! }));
  return (
    <Figure
      title="The choice"
      draw={(width) =>
        protocolsPicture({
          width,
          horizon: grid.horizon,
          unit: grid.unit,
          protocols: [
            {
              name: 'this choice',
              actions,
              value: objective === 'value' ? best.value : null,
              lowerBound: best.lowerBound,
              cost: best.cost,
            },
            {
              name: 'catalogue',
              note: `${places.length} possible actions`,
              actions: places.map((place) => ({ ...place, repeats: 1 })),
              value: null,
              cost: null,
            },
          ],
        })
      }
      table={
        <Table
          caption="The chosen actions, numbered as in the catalogue"
          columns={[
            'action',
            `at${grid.unit ? ` (${grid.unit})` : ''}#`,
            'width#',
            'readings#',
            'noise variance#',
            'cost#',
          ]}
        >
          {best.actions.map((action, i) => (
            <tr key={action}>
              <th scope="row">{action}</th>
              {[best.at[i]!, best.widths[i]!, best.repeats[i]!, best.noise[i]!, best.costs[i]!].map(
                (value, k) => (
                  <td key={k} class="number">
                    <Amount value={value} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </Table>
      }
    />
  );
}

/** For each target, where there are several. */
function Values({ result: { best, targets, under } }: { result: DesignResult }) {
  if (best.values === null || under !== null) return null;
  return (
    <Table caption="The choice for each target" columns={['target', 'value#', 'weight#']}>
      {targets.map(({ name, weight }, i) => (
        <tr key={name} data-target={name}>
          <th scope="row">{name}</th>
          <Cell value={best.values![i]!} />
          <td class="number">{weight === null ? 'least' : <Amount value={weight} />}</td>
        </tr>
      ))}
    </Table>
  );
}
