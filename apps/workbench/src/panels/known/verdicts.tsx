import {
  alternativeSentences,
  assumedText,
  benchmarkText,
  intervalsText,
  invisibleText,
  ranSentence,
  targetWords,
} from '@sightline/answers';
import { rangePicture } from '@sightline/answers/pictures';
import type { AlternativeResult, IdentifyResult } from '@sightline/study';
import { Cell, Table } from '../../elements/cells.tsx';
import { Facts } from '../../elements/facts.tsx';
import { Figure } from '../../elements/figure.tsx';
import { Amount, Shown } from '../../elements/shown-number.tsx';
import type { Showing } from '../frame/panel.ts';
import { CheapestFix } from './cheapest-fix.tsx';
import { TwoWorlds } from './two-worlds.tsx';

export const VERDICT = {
  identified: 'known',
  'not-identified': 'not known',
  undecided: 'undecided',
} as const;

interface VerdictsProps {
  result: IdentifyResult;
  showing: Showing;
  /** After the cheapest measurements were added to the study. */
  onMeasured(): void;
}

/** What the benchmark leaves open: a sentence for each protocol, ranges, worlds, and what would settle it. */
export function Verdicts({ result, showing, onMeasured }: VerdictsProps) {
  const { complete, benchmark, scene } = showing;
  const alternatives = Object.entries(result.alternatives);
  const target = scene ? targetWords(scene.study.target) : 'the target';
  const open = alternatives.find(([, { worlds }]) => worlds.length === 2)?.[0];
  return (
    <>
      {benchmark && benchmark.realised !== null && (
        <p>
          {ranSentence(result, { value: benchmark.realised }, target)}{' '}
          <span class="muted">
            (<Shown value={benchmark.realised} />)
          </span>
        </p>
      )}
      {complete && <Ranges alternatives={alternatives} />}
      {alternatives.map(([name, one]) => (
        <article key={name} class={`verdict ${one.verdict}`} data-alternative={name}>
          <h3>
            {name}: <span class="verdict-word">{VERDICT[one.verdict]}</span>
          </h3>
          <p class="answer">{alternativeSentences(name, one, result, target)}</p>
          <CheapestFix result={result} alternative={one} showing={showing} onMeasured={onMeasured} />
          <Facts
            facts={[
              ['why', one.why],
              [
                'sensitivity',
                one.sensitivity !== null && one.verdict !== 'identified' ? (
                  <>
                    <Amount value={one.sensitivity} /> per unit of the steepest invisible direction
                  </>
                ) : null,
              ],
              ['intervals', one.intervals && intervalsText(one.intervals, result.data?.level ?? 0)],
              ['unsolved', one.unsolved?.why],
            ]}
          />
          {complete && (
            <TwoWorlds name={name} alternative={one} result={result} showing={showing} open={name === open} />
          )}
        </article>
      ))}
      <Facts
        facts={[
          ['benchmark', benchmarkText(result)],
          ['invisible', invisibleText(result)],
          ['assumed', assumedText(result)],
        ]}
      />
    </>
  );
}

function Ranges({ alternatives }: { alternatives: readonly [string, AlternativeResult][] }) {
  return (
    <Figure
      title="Values still possible"
      draw={(width) =>
        rangePicture({
          width,
          ranges: alternatives.map(([name, { range, value, lowerBound, verdict }]) => ({
            name,
            range,
            value,
            lowerBound,
            verdict: VERDICT[verdict],
          })),
        })
      }
      table={
        <Table
          caption="Values still possible"
          quiet
          columns={[
            'protocol',
            'verdict',
            'under the law given#',
            'lowest#',
            'lowest is',
            'highest#',
            'highest is',
          ]}
        >
          {alternatives.map(([name, { verdict, value, lowerBound, range }]) => (
            <tr key={name} data-range={name}>
              <th scope="row">{name}</th>
              <td>{VERDICT[verdict]}</td>
              <Cell value={value} lowerBound={lowerBound} />
              <Cell value={range?.low ?? null} />
              <td>{range && STATUS[range.lowStatus]}</td>
              <Cell value={range?.high ?? null} />
              <td>{range && STATUS[range.highStatus]}</td>
            </tr>
          ))}
        </Table>
      }
    />
  );
}

const STATUS = { exact: 'proved', attained: 'reached by a world; more may be possible' } as const;
