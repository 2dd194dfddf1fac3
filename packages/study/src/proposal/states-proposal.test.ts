import { lookAtTable } from '@sightline/data';
import { fillUniform, log, randomStream } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { statesForm } from './states-proposal.ts';

const form = async (text: string) => statesForm(await lookAtTable('t.csv', new TextEncoder().encode(text)));

/** Records whose states last for exponential times, of a mean each, in seconds; the last row of a record has no state. */
function changes(head: string, means: Record<string, number>, step = 1, records = 40): string {
  const names = Object.keys(means);
  const lines = [head];
  const uniform = new Float64Array(names.length * 12);
  for (let r = 0; r < records; r++) {
    fillUniform(randomStream(r, 'stays'), uniform);
    let time = 0;
    uniform.forEach((x, k) => {
      const name = names[k % names.length]!;
      lines.push(`S${r >> 1},r${r},${r % 3 === 0 ? 'A' : 'B'},${time},${name}`);
      time += step * Math.max(1, Math.round((-means[name]! * log(x)) / step));
    });
    lines.push(`S${r >> 1},r${r},${r % 3 === 0 ? 'A' : 'B'},${time},`);
  }
  return lines.join('\n');
}
const SEIZURES = { clear: 6000, ictal: 300, postictal: 700 };

describe('a table of changes', () => {
  it('has epochs that show its short states, not the most common step between two changes', async () => {
    const found = await form(changes('patient,record,ward,time,state', SEIZURES));
    expect(found).toMatchObject({ shape: 'changes', times: 's' });
    // One in twenty of all stays is shorter than this: of a third of them, which have a mean of 300 s, one in nine or so.
    expect(found!.epoch).toBeGreaterThanOrEqual(5);
    expect(found!.epoch).toBeLessThanOrEqual(30);
    const blinks = await form(changes('patient,record,ward,time,state', { open: 60, shut: 4 }));
    expect(blinks!.epoch).toBeLessThanOrEqual(1);
  });

  it('has those of its own times where these stand on epochs', async () => {
    const night = { W: 600, N2: 1200, R: 900 };
    expect((await form(changes('patient,record,ward,time,state', night, 30)))!.epoch).toBe(30);
    const minutes = changes('patient,record,ward,minute,state', { rest: 40, walk: 10 });
    expect((await form(minutes))!).toMatchObject({ times: 'min', epoch: 60 });
  });

  it.each([
    'patient,recording,ward,onset_s,phase',
    'patient,recording,ward,start,event',
    'patient,recording,ward,onset,behaviour',
    'patient,recording,ward,begin_s,mode',
  ])('is known by its columns: %s', async (head) => {
    const found = await form(changes(head, SEIZURES));
    const [unit, record, , time, state] = head.split(',');
    expect(found).toMatchObject({ shape: 'changes', columns: { unit, record, time, state } });
  });

  it('a table of values beside a text is none', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, n) => `S${n % 6},${Math.floor(n / 6)},${'ab'[n % 2]},${n / 7}`,
    );
    expect(await form(['patient,time,arm,glucose', ...rows].join('\n'))).toBeUndefined();
  });
});
