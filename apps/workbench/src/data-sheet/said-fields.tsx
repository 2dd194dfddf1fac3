import type { Separator, TableLook } from '@sightline/data';
import { type Proposal, type Role, type Said, timeColumns } from '@sightline/study/proposal';
import type { ComponentChildren } from 'preact';
import { NumberField } from '../elements/number-field.tsx';
import { SelectField } from '../elements/select-field.tsx';
import { TextField } from '../elements/text-field.tsx';
import { form, given, say } from './sheet-state.ts';

const SEPARATORS = [
  { name: ',', words: 'commas' },
  { name: ';', words: 'semicolons' },
  { name: '\t', words: 'tabs' },
] as const;
const SHAPES = [
  { name: 'wide', words: 'one row a trajectory, one column a time' },
  { name: 'long', words: 'one row a reading' },
] as const;
const ALIGNS = [
  { name: 'exact', words: 'the middles of the cells' },
  { name: 'start', words: 'the beginnings of the cells' },
  { name: 'end', words: 'the ends of the cells' },
  { name: 'mean', words: 'anything: cells take the mean of theirs' },
] as const;
const MISSING = [
  { name: 'refuse', words: 'there is none: refuse the file if there is' },
  { name: 'drop', words: 'leave the trajectory out' },
  { name: 'interpolate', words: 'interpolate in time' },
  { name: 'pairwise', words: 'keep it: moments of the pairs there are' },
] as const;
const TARGETS = [
  { name: 'mean', words: 'the mean over the horizon' },
  { name: 'above', words: 'the share of time above a level' },
  { name: 'below', words: 'the share of time below a level' },
  { name: 'between', words: 'the share of time in a range' },
] as const;

/** What is said of the table, each as it was proposed until somebody says otherwise. */
export function SaidFields({ look, proposal }: { look: TableLook; proposal: Proposal }) {
  const { said, complete, noiseBound, trajectories } = proposal;
  const long = said.shape === 'long';
  return (
    <>
      <Group title="The table">
        <SeparatorField look={look} />
        <SelectField
          label="it has"
          value={said.shape}
          options={timeColumns(look).length > 0 ? SHAPES : SHAPES.filter(({ name }) => name === 'long')}
          onValue={(shape) => {
            given.value = { shape };
          }}
        />
      </Group>
      <Group title="The columns">
        <ColumnField of="unit" label="unit: what is independent" look={look} proposal={proposal} />
        {long && <ColumnField of="time" label="time" look={look} proposal={proposal} />}
        {long && <ColumnField of="value" label="value" look={look} proposal={proposal} />}
        {!said.days && (
          <ColumnField
            of="trajectory"
            label="trajectory, where a unit has several"
            look={look}
            proposal={proposal}
            optional
          />
        )}
        <ColumnField
          of="replicate"
          label="replicate, where there are any"
          look={look}
          proposal={proposal}
          optional
        />
      </Group>
      <Group title="The time">
        <NumberField
          label={said.days ? 'hours of a day' : 'horizon'}
          value={said.horizon}
          refusal={(value) => (value! > 0 ? undefined : 'A number above 0 is needed here.')}
          onValue={(horizon) => say({ horizon: horizon! })}
        />
        <NumberField
          label="cells of the grid"
          value={said.points}
          refusal={(value) =>
            Number.isInteger(value) && value! >= 2 ? undefined : 'A whole number from 2 on is needed here.'
          }
          onValue={(points) => say({ points: points! })}
        />
        {said.days ? (
          <TextField label="a day begins at" value={said.start} onText={(start) => say({ start })} />
        ) : (
          <>
            <TextField
              label="unit of time"
              value={said.unitOfTime}
              placeholder="h, min, s, …"
              onText={(unitOfTime) => say({ unitOfTime })}
            />
            <TextField
              label="clock at the beginning"
              value={said.start}
              placeholder="08:00, if wanted"
              onText={(start) => say({ start })}
            />
          </>
        )}
        <SelectField
          label="times are"
          value={said.align}
          options={ALIGNS}
          onValue={(align) => say({ align })}
        />
      </Group>
      <p class="muted">
        {said.days && 'Times are dates with a clock: each day of a unit is a trajectory. '}
        {complete !== undefined &&
          `${Math.round(complete * trajectories)} of ${trajectories} trajectories have a value in every cell of the grid that the file proposes.`}
      </p>
      <Group title="Values">
        <SelectField
          label="where a value is missing"
          value={said.missing}
          options={MISSING}
          onValue={(missing) => say({ missing })}
        />
        {said.columns.replicate === undefined && (
          <NumberField
            label="variance of the noise of one value"
            value={said.noise}
            empty="0 for none"
            note={
              noiseBound === undefined
                ? undefined
                : `Below ${Number(noiseBound.toPrecision(2))}: neighbours would differ more otherwise.`
            }
            refusal={(value) =>
              value === undefined || value < 0
                ? 'A variance is needed here: 0 or more, and 0 only for data without noise.'
                : undefined
            }
            onValue={(noise) => say({ noise })}
          />
        )}
        <SelectField
          label="to be known"
          value={said.target.kind}
          options={TARGETS}
          onValue={(kind) => say({ target: targetOfKind(kind) })}
        />
        {said.target.kind !== 'mean' && (
          <NumberField
            label={
              said.target.kind === 'between'
                ? 'from, in the unit of the data'
                : 'level, in the unit of the data'
            }
            value={said.target.level}
            onValue={(level) => say({ target: { ...said.target, level } as typeof said.target })}
          />
        )}
        {said.target.kind === 'between' && (
          <NumberField
            label="to, in the unit of the data"
            value={said.target.upper}
            onValue={(upper) => say({ target: { ...said.target, upper } as typeof said.target })}
          />
        )}
        <TextField
          label="unit of the values"
          value={said.valueUnit}
          placeholder="mg/dl, …"
          onText={(valueUnit) => say({ valueUnit })}
        />
      </Group>
    </>
  );
}

function targetOfKind(kind: Said['target']['kind']): Said['target'] {
  if (kind === 'mean') return { kind };
  return kind === 'between' ? { kind, level: undefined, upper: undefined } : { kind, level: undefined };
}

/** How a text separates its cells; nothing of a file that is none. */
export function SeparatorField({ look }: { look: TableLook }) {
  if (!look.form) return null;
  return (
    <SelectField
      label="cells are separated by"
      value={look.form.separator}
      options={SEPARATORS}
      onValue={(separator: Separator) => {
        form.value = { separator, decimalComma: separator !== ',' && look.form!.decimalComma };
      }}
    />
  );
}

export function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <fieldset class="sheet-group">
      <legend>{title}</legend>
      <div class="fields">{children}</div>
    </fieldset>
  );
}

interface ColumnFieldProps {
  of: Role;
  label: string;
  look: TableLook;
  proposal: Proposal;
  optional?: boolean;
}

function ColumnField({ of: role, label, look, proposal: { said }, optional = false }: ColumnFieldProps) {
  return (
    <ColumnSelect
      label={label}
      look={look}
      without={said.shape === 'wide' ? timeColumns(look) : []}
      value={said.columns[role]}
      optional={optional}
      onColumn={(column) => {
        // Another column may hold other times: what was proposed of them is proposed anew.
        given.value = { ...given.value, columns: { ...given.value.columns, [role]: column } };
      }}
    />
  );
}

interface ColumnSelectProps {
  label: string;
  look: TableLook;
  /** Columns that hold something else. */
  without: readonly string[];
  value: string | undefined;
  /** Whether it may be that none does. */
  optional: boolean;
  /** Told an empty name for none. */
  onColumn(name: string): void;
}

const NONE = '\0none';

/** Which column of the table holds something. */
export function ColumnSelect({ label, look, without, value, optional, onColumn }: ColumnSelectProps) {
  const names = look.columns.map(({ name }) => name).filter((name) => name !== '' && !without.includes(name));
  return (
    <SelectField
      label={label}
      value={value ?? (optional ? NONE : undefined)}
      options={[
        ...(optional ? [{ name: NONE, words: 'none' }] : []),
        ...names.map((name) => ({ name, words: name })),
      ]}
      onValue={(name) => onColumn(name === NONE ? '' : name)}
    />
  );
}
