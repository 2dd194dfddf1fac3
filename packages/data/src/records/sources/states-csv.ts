/** A stretch of time in one state, and the row that tells it. */
export interface Stretch {
  from: number;
  to: number;
  state: string;
  row: number;
}

export interface OneRecord {
  record: string;
  unit: string;
  stratum: string | undefined;
  stretches: Stretch[];
}

/** Ends and beginnings that differ by less, in seconds, are the same. */
export const SAME = 1e-6;

export interface ForeignStates {
  ok: true;
  /** The table as a study reads it. */
  csv: string;
  /** Units, records, and how long they are without gaps, in seconds and ascending. */
  units: number;
  records: number;
  lengths: number[];
  /** Every state with the seconds spent in it, the longest first. */
  states: { state: string; seconds: number }[];
  /** Cells without a state: that time is not annotated. */
  empty: number;
}

/** Neighbours in the same state are one stretch. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const one of stretches) {
    const last = all.at(-1);
    if (last && last.state === one.state && Math.abs(last.to - one.from) <= SAME) last.to = one.to;
    else all.push({ ...one });
  }
  return all;
}

/** Records as the table that a study reads as it is. */
export function statesCsv(records: readonly OneRecord[], empty: number): ForeignStates {
  const strata = records.some(({ stratum }) => stratum !== undefined);
  const seconds = new Map<string, number>();
  const lines = [`record,unit,${strata ? 'stratum,' : ''}from,to,state`];
  const lengths: number[] = [];
  for (const { record, unit, stratum, stretches } of records) {
    const all = joined(stretches);
    const about = [record, unit, ...(strata ? [stratum ?? ''] : [])].map(quoted).join(',');
    lengths.push(all.reduce((sum, { from, to }) => sum + to - from, 0));
    for (const { from, to, state } of all) {
      seconds.set(state, (seconds.get(state) ?? 0) + to - from);
      lines.push(`${about},${tidy(from)},${tidy(to)},${quoted(state)}`);
    }
  }
  return {
    ok: true,
    csv: `${lines.join('\n')}\n`,
    units: new Set(records.map(({ unit }) => unit)).size,
    records: records.length,
    lengths: lengths.sort((a, b) => a - b),
    states: [...seconds]
      .map(([state, spent]) => ({ state, seconds: spent }))
      .sort((a, b) => b.seconds - a.seconds || (a.state < b.state ? -1 : 1)),
    empty,
  };
}

/** Without what a sum of decimals left over. */
export const tidy = (seconds: number): number => Number(seconds.toPrecision(12));

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
