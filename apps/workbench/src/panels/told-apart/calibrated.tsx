import { classesText, dataText, errorText, theoryText, toldApartAnswer } from '@sightline/answers';
import { intervalsPicture } from '@sightline/answers/pictures';
import { type CalibrateResult, estimateOf } from '@sightline/study';
import { Cell, Table } from '../../elements/cells.tsx';
import { Facts } from '../../elements/facts.tsx';
import { Figure } from '../../elements/figure.tsx';
import { Amount, amount } from '../../elements/shown-number.tsx';
import { computedResults } from '../../state/computed-results.ts';
import { longQuestions } from '../../state/long-questions.ts';

/** What the units say: which may be the best, every value with its interval, pairs, the error, and how fine a choice is. */
export function Calibrated({ result, complete }: { result: CalibrateResult; complete: boolean }) {
  const { protocols, theory, resolution, units, epsilon, level, draws } = result;
  // What the law of the study says is held against the data.
  const { value } = computedResults();
  const same = !longQuestions.calibrate.earlier.value;
  const steps = { calibrate: result, ...(value && same && { value }) };
  return (
    <>
      <p class="answer">{toldApartAnswer({ steps, undecided: [] }).join(' ')}</p>
      {!complete && (
        <p class="muted">The estimates are final; intervals come from the first {draws} draws only.</p>
      )}
      {Object.keys(protocols).length > 0 && <Intervals result={result} />}
      <Comparisons result={result} />
      {resolution && (
        <>
          <Resolution resolution={resolution} />
          <p>{upper(classesText(resolution, level))}.</p>
        </>
      )}
      <Facts
        facts={[
          [
            'error',
            <span key="error" data-fact="epsilon">
              <data value={String(epsilon)}>{errorText(result)}</data>
            </span>,
          ],
          ['theory', theory && theoryText(theory, units)],
          [
            'bound',
            theory && theory.bound !== null ? (
              <span data-fact="bound">
                <Amount value={theory.bound} />, {theory.vacuous ? 'vacuous' : 'informative'}
              </span>
            ) : null,
          ],
          ['data', dataText(result)],
          ['intervals', `${amount(100 * level)} %, from ${draws} bootstrap draws`],
        ]}
      />
    </>
  );
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Intervals({ result: { protocols, bestSet, level } }: { result: CalibrateResult }) {
  const named = Object.entries(protocols).sort(([, a], [, b]) => estimateOf(b) - estimateOf(a));
  const corrected = named.some(([, one]) => one.corrected !== undefined);
  return (
    <Figure
      title="Values with intervals"
      draw={(width) =>
        intervalsPicture({
          width,
          level,
          intervals: named.map(([name, one]) => ({
            name,
            value: estimateOf(one),
            low: one.low,
            high: one.high,
            best: bestSet.includes(name),
          })),
        })
      }
      table={
        <Table
          caption="Values with intervals"
          quiet
          columns={[
            'protocol',
            'value#',
            ...(corrected ? ['corrected#'] : []),
            'low#',
            'high#',
            'cost#',
            'may be the best',
          ]}
        >
          {named.map(([name, { value, corrected: fair, lowerBound, low, high, cost }]) => (
            <tr key={name} data-protocol={name}>
              <th scope="row">{name}</th>
              <Cell value={value} lowerBound={lowerBound} />
              {fair !== undefined && <Cell value={fair} lowerBound={lowerBound} />}
              <Cell value={low} />
              <Cell value={high} />
              <td class="number">
                <Amount value={cost} />
              </td>
              <td>{bestSet.includes(name) ? 'yes' : 'no'}</td>
            </tr>
          ))}
        </Table>
      }
    />
  );
}

function Comparisons({ result: { comparisons, level, complete } }: { result: CalibrateResult }) {
  if (comparisons.length === 0) return null;
  return (
    <Table
      caption={`Differences in value; the intervals hold together at ${amount(100 * level)} %${complete ? '' : '; pairs with the best one'}`}
      columns={['larger', 'smaller', 'difference#', 'from#', 'to#', 'told apart']}
    >
      {comparisons.map(({ a, b, difference, low, high, distinguishable }) => (
        <tr key={`${a} ${b}`} data-pair={`${a} ${b}`}>
          <th scope="row">{a}</th>
          <td>{b}</td>
          <Cell value={difference} />
          <Cell value={low} />
          <Cell value={high} />
          <td class={distinguishable ? 'strong' : undefined}>{distinguishable ? 'yes' : 'no'}</td>
        </tr>
      ))}
    </Table>
  );
}

function Resolution({ resolution }: { resolution: NonNullable<CalibrateResult['resolution']> }) {
  const { classes, guaranteed } = resolution;
  return (
    <Table
      caption="How fine a choice these units support: classes of protocols from coarse to fine"
      columns={['class', 'protocols#', 'best estimate#', 'error#', 'guaranteed loss#', 'supported']}
    >
      {classes.map(({ name, size, value, epsilon, guarantee }) => (
        <tr key={name} data-class={name}>
          <th scope="row">{name}</th>
          <td class="number">
            <Amount value={size} />
          </td>
          <Cell value={value} />
          <Cell value={epsilon} />
          <Cell value={guarantee} />
          <td>{name === guaranteed ? 'yes' : 'no'}</td>
        </tr>
      ))}
    </Table>
  );
}
