import { type Action, inClosed, type TimeGrid } from '@sightline/engine/internal';
import { closedStretches, moment, type Study } from '@sightline/study';
import { amount } from '../../elements/shown-number.tsx';
import { StudyNumber } from '../../elements/study-number.tsx';
import { apply, isReadable, parsed, scene } from '../../state/workbench.ts';
import { catalogueActions } from '../../study/catalogue-actions.ts';
import { type Standing, setRule, setStanding, standingOf } from '../../study/edit-choice.ts';

type Choose = NonNullable<Study['choose']>;

/** More actions than this have their rules in the text only. */
const MOST_LISTED = 60;

/** Rules that a choice has to keep: what must be in it, what must not, how far apart, and what groups may take together. */
export function ChoiceRules() {
  const { choose = {}, catalogue } = parsed.value.parts;
  const grid = scene.value?.grid;
  const actions = grid && catalogueActions(catalogue, grid);
  if (!actions || actions.length === 0) return null;
  const count = rulesIn(choose);
  return (
    <details class="rules">
      <summary>Rules{count === 0 ? ': none beside the number and the cost' : `: ${count}`}</summary>
      <div class="fields">
        <StudyNumber
          label="at least so far apart"
          value={choose.spacing}
          empty="any distance"
          unit={grid.unit}
          at={(text, value) => setRule(text, 'spacing', value)}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={choose.oneVariant === true}
            disabled={!isReadable.value}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              apply((text) => setRule(text, 'oneVariant', on ? true : undefined));
            }}
          />{' '}
          one action for each place
        </label>
      </div>
      <Groups groups={choose.groups ?? []} />
      {actions.length > MOST_LISTED ? (
        <p class="muted">
          The catalogue has {actions.length} actions: which are required or forbidden stands in the study’s
          text.
        </p>
      ) : (
        <Standings actions={actions} choose={choose} grid={grid} />
      )}
    </details>
  );
}

function rulesIn({
  required = [],
  forbidden = [],
  spacing,
  oneVariant,
  groups = [],
}: Partial<Choose>): number {
  return (
    required.length +
    forbidden.length +
    groups.length +
    (spacing === undefined ? 0 : 1) +
    (oneVariant ? 1 : 0)
  );
}

function Groups({ groups }: { groups: NonNullable<Choose['groups']> }) {
  return (
    <>
      {groups.map(({ name, actions, most, budget }, i) => {
        const title = name ?? `actions ${actions.join(', ')}`;
        return (
          <fieldset key={i} class="group">
            <legend>
              {title} <span class="muted">({actions.join(', ')})</span>
            </legend>
            <div class="fields">
              {most !== undefined && (
                <StudyNumber label="at most so many" value={most} at={['choose', 'groups', i, 'most']} />
              )}
              {budget !== undefined && (
                <StudyNumber
                  label="together for at most"
                  value={budget}
                  at={['choose', 'groups', i, 'budget']}
                />
              )}
            </div>
          </fieldset>
        );
      })}
    </>
  );
}

interface StandingsProps {
  actions: readonly Action[];
  choose: Partial<Choose>;
  grid: TimeGrid;
}

/** Whether each action may be chosen, must be, or must not be. */
function Standings({ actions, choose, grid }: StandingsProps) {
  const known = { grid, horizonKnown: true, pointsKnown: true, clockKnown: true };
  const { closed } = closedStretches(choose.forbidden ?? [], known);
  return (
    <ul class="standings" aria-label="Actions of the catalogue">
      {actions.map((action, number) => {
        const barred = inClosed({ closed }, action);
        const standing = barred ? 'forbidden' : standingOf(choose, number);
        const title = actionTitle(action, grid);
        return (
          <li key={number} class={standing}>
            <span>
              <span class="muted">{number}</span> {title}
            </span>
            <select
              aria-label={`Action ${number}, ${title}`}
              value={standing}
              disabled={!isReadable.value || barred}
              title={barred ? 'It reads in a stretch of time that the study forbids.' : undefined}
              onChange={(event) => {
                const next = event.currentTarget.value as Standing;
                apply((text) => setStanding(text, number, next));
              }}
            >
              <option value="free">may be chosen</option>
              <option value="required">required</option>
              <option value="forbidden">forbidden</option>
            </select>
          </li>
        );
      })}
    </ul>
  );
}

function actionTitle({ at, width, repeats, cost }: Action, grid: TimeGrid): string {
  const how = [
    ...(width > 0 ? [`over ${amount(width)}`] : []),
    ...(repeats > 1 ? [`${repeats} readings`] : []),
    ...(cost === 1 ? [] : [`cost ${amount(cost)}`]),
  ];
  return `at ${moment(at, grid)}${how.length > 0 ? ` (${how.join(', ')})` : ''}`;
}
