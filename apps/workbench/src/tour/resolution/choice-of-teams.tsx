import { protocolsPicture } from '@sightline/answers/pictures';
import type { ValueResult } from '@sightline/study';
import { Figure } from '../../elements/figure.tsx';
import { Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { Table } from '../../elements/table.tsx';
import type { Teams } from '../../work/question.ts';
import { Trouble } from '../parts/trouble.tsx';
import type { Found } from '../parts/use-answer.ts';
import {
  BLOCKS,
  HORIZON,
  NAMES,
  PROTOCOLS,
  TEAMS,
  teamsPicture,
  UNIT,
  UNITS,
  verdictOf,
} from './seven-protocols.ts';

interface ChoiceOfTeamsProps {
  truth: ValueResult | null | undefined;
  found: Found<Teams>;
  /** Which of UNITS. */
  step: number;
  onStep(step: number): void;
}

/** Teams with people of their own choose among the same protocols, and each chooses as chance has it. */
export function ChoiceOfTeams({ truth, found, step, onStep }: ChoiceOfTeamsProps) {
  const values = truth && Object.fromEntries(NAMES.map((name) => [name, truth.protocols[name]!.value]));
  const units = UNITS[step]!;
  return (
    <div class="wide stage">
      {values && (
        <Figure
          title="Seven protocols and their true values"
          draw={(width) =>
            protocolsPicture({
              width,
              horizon: HORIZON,
              unit: UNIT,
              protocols: NAMES.map((name) => ({
                name,
                actions: PROTOCOLS[name]!.map((at) => ({ at, width: 0, repeats: 1 })),
                value: values[name]!,
                cost: null,
              })),
            })
          }
        />
      )}
      <Slider
        label="People that each team watches"
        min={0}
        max={UNITS.length - 1}
        step={1}
        value={step}
        says={String(units)}
        onValue={onStep}
      />
      <Trouble of={[found]} />
      {!found.current && !found.trouble && <p role="status">The teams are at work.</p>}
      {found.result && values && (
        <div class={found.current ? undefined : 'stale'}>
          <Said teams={found.result} truth={values} isCurrent={found.current} />
          <Figure
            title="What each team would choose"
            draw={(width) => teamsPicture({ width, teams: found.result!.teams, truth: values })}
            caption="Filled: what the team cannot tell from its choice. Open: what it knows to be worse."
            table={
              <Table
                caption="What each team would choose, as a table"
                quiet
                columns={['team', 'would choose', 'estimate#', 'true value#', 'not told from it#']}
                rows={found.result.teams.map(({ estimates, bestSet }, team) => ({
                  name: String(team + 1),
                  cells: [
                    bestSet[0]!,
                    estimates[bestSet[0]!]!,
                    values[bestSet[0]!]!,
                    String(bestSet.length - 1),
                  ],
                }))}
              />
            }
          />
        </div>
      )}
    </div>
  );
}

interface SaidProps {
  teams: Teams;
  truth: Readonly<Record<string, number>>;
  isCurrent: boolean;
}

function Said({ teams, truth, isCurrent }: SaidProps) {
  const { choices, undecided, noBlock, lost } = verdictOf(teams, truth);
  return (
    <p class="reading" aria-live="polite" data-teams={isCurrent ? 'current' : 'older'}>
      {TEAMS} teams choose {choices === 1 ? 'one protocol' : `${choices} different protocols`}.{' '}
      {undecided === 0
        ? 'Each can tell its choice from all others.'
        : `${undecided === TEAMS ? 'None' : `${undecided} of them`} ${undecided === TEAMS ? 'can' : 'cannot'} tell its choice from every other one.`}{' '}
      {noBlock === 0 ? 'None of them knows' : `${noBlock === TEAMS ? 'All' : noBlock} of them know`} that{' '}
      {BLOCKS.map((name) => `‘${name}’`).join(' and ')} are not best. The choices lose at most{' '}
      <Shown value={lost} digits={3} />.
    </p>
  );
}
