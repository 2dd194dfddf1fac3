import { PAUSE, type StatesRole, type TableLook } from '@sightline/data';
import type { StateRole, StatesForm } from '@sightline/study/proposal';
import { DraftInput } from '../elements/draft-input.tsx';
import { NumberField } from '../elements/number-field.tsx';
import { SelectField } from '../elements/select-field.tsx';
import { Table } from '../elements/table.tsx';
import { into } from '../state/into.ts';
import { ColumnSelect, Group, SeparatorField } from './said-fields.tsx';
import { givenForm, givenPoints, givenRoles, points, roles, statesRead } from './states-state.ts';

const SHAPES = [
  { name: 'epochs', words: 'one row an epoch' },
  { name: 'changes', words: 'one row a change: a state lasts until the next row' },
  { name: 'stretches', words: 'one row a stretch, with its beginning and its end or length' },
  { name: 'wide', words: 'one row a record, one column an epoch' },
  { name: 'columns', words: 'one column a record, one row an epoch' },
] as const;
const TIMES = [
  { name: 'none', words: 'not given: epochs follow each other' },
  { name: 'epochs', words: 'numbers of epochs' },
  { name: 's', words: 'seconds' },
  { name: 'min', words: 'minutes' },
  { name: 'h', words: 'hours' },
  { name: 'd', words: 'days' },
  { name: 'clocks', words: 'times of day' },
  { name: 'moments', words: 'dates with a clock' },
] as const;
const ROLES = [
  { name: 'target', words: 'to be known' },
  { name: 'other', words: 'other time' },
  { name: 'invalid', words: 'no annotation' },
] as const;

const WORDS: Record<StatesRole, string> = {
  unit: 'unit: what is independent',
  record: 'record, where a unit has several',
  stratum: 'stratum, where there are any',
  time: 'time',
  state: 'state',
  from: 'beginning',
  to: 'end',
  duration: 'or length',
};
const OF_SHAPE: Record<StatesForm['shape'], readonly StatesRole[]> = {
  epochs: ['unit', 'record', 'time', 'state', 'stratum'],
  changes: ['unit', 'record', 'time', 'state', 'stratum'],
  stretches: ['unit', 'record', 'from', 'to', 'duration', 'state', 'stratum'],
  wide: ['unit', 'record', 'stratum'],
  columns: ['time'],
};
const NEEDED: readonly StatesRole[] = ['state', 'from'];

const say = (more: Partial<StatesForm>) => {
  givenForm.value = { ...givenForm.value, ...more };
};

/** What is said of a table of states, each as it was proposed until somebody says otherwise. */
export function StatesFields({ look, form }: { look: TableLook; form: StatesForm }) {
  const { shape, times, epoch, columns, cells } = form;
  const read = statesRead.value;
  return (
    <>
      <Group title="The table">
        <SeparatorField look={look} />
        <SelectField
          label="it has"
          value={shape}
          options={SHAPES}
          onValue={(next) => {
            givenForm.value = { shape: next };
          }}
        />
      </Group>
      {(shape === 'wide' || shape === 'columns') && (
        <p class="muted">
          {cells.length === 0
            ? 'No columns were found that share a few states.'
            : `${cells.length} columns hold states: ${cells[0]} to ${cells.at(-1)}.`}
        </p>
      )}
      <Group title="The columns">
        {OF_SHAPE[shape].map((role) => (
          <ColumnField key={role} role={role} look={look} form={form} />
        ))}
      </Group>
      <Group title="The time">
        {shape !== 'wide' && (
          <SelectField
            label="times are"
            value={times}
            options={TIMES}
            onValue={(next) => say({ times: next })}
          />
        )}
        <NumberField
          label="length of an epoch, in seconds"
          value={epoch}
          refusal={(value) => (value! > 0 ? undefined : 'A number above 0 is needed here.')}
          onValue={(next) => say({ epoch: next! })}
        />
        <NumberField
          label="grid points of a record, at which one can look"
          value={points.value}
          refusal={(value) =>
            Number.isInteger(value) && value! >= 2 ? undefined : 'A whole number from 2 on is needed here.'
          }
          onValue={into(givenPoints)}
        />
      </Group>
      {times === 'moments' && columns.record === undefined && shape !== 'columns' && (
        <p class="muted">A pause of more than {PAUSE / 3600} h begins another record of a unit.</p>
      )}
      {read && <StatesTable />}
      {read && read.empty > 0 && (
        <p class="muted">{read.empty} cells have no state: that time counts as not annotated.</p>
      )}
    </>
  );
}

/** Every state with its share of the time, and what it counts for. States under one name are one target. */
function StatesTable() {
  const known = roles.value;
  const states = statesRead.value?.states ?? [];
  const all = states.reduce((sum, { seconds }) => sum + seconds, 0);
  const give = (state: string, role: StateRole) => {
    givenRoles.value = new Map(givenRoles.value).set(state, role);
  };
  return (
    <Table
      name="states"
      caption="The states, their share of the time, and what they count for"
      columns={['state', 'share#', 'counts for', 'target']}
      rows={states.map(({ state, seconds }) => {
        const role = known?.get(state) ?? { as: 'other' };
        return {
          name: state,
          cells: [
            `${Number(((100 * seconds) / all).toPrecision(2))}\u00a0%`,
            <select
              key="role"
              aria-label={`${state} counts for`}
              value={role.as}
              onChange={(event) => {
                const as = event.currentTarget.value as StateRole['as'];
                give(state, as === 'target' ? { as, target: state } : { as });
              }}
            >
              {ROLES.map(({ name, words }) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>,
            role.as === 'target' && (
              <DraftInput
                key="target"
                class="number"
                value={role.target}
                aria-label={`Name of the target of ${state}`}
                onCommit={(typed) =>
                  typed.trim() === '' ? false : give(state, { as: 'target', target: typed.trim() })
                }
              />
            ),
          ],
        };
      })}
    />
  );
}

interface ColumnFieldProps {
  role: StatesRole;
  look: TableLook;
  form: StatesForm;
}

function ColumnField({ role, look, form: { columns, cells } }: ColumnFieldProps) {
  return (
    <ColumnSelect
      label={WORDS[role]}
      look={look}
      without={cells}
      value={columns[role]}
      optional={!NEEDED.includes(role)}
      onColumn={(column) => {
        // Another column may hold other times: what was proposed of them is proposed anew.
        const { shape } = givenForm.value;
        const given = { ...givenForm.value.columns, [role]: column };
        givenForm.value = { ...(shape && { shape }), columns: given };
      }}
    />
  );
}
