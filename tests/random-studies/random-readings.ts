import type { Random } from './random.ts';
import { rounded } from './random-data.ts';
import { actionsOf } from './random-entries.ts';
import type { Spice } from './random-law.ts';
import { allEntries, entriesOf, type StudyCase, type Written } from './study-case.ts';

/** Readings that may be missing: each by itself, those of a sensor together, all after a moment. */
export function readingsGoMissing(rng: Random, { or }: Spice, study: Written): void {
  for (const entry of allEntries(study)) {
    if (rng.chance(0.5)) entry.missed = or(rng.between(0, 0.5, 2), 0, 1, 1e-300);
    if (rng.chance(0.2)) Object.assign(entry, { sensor: rng.pick(['arm', 'wrist']), fails: 0.2 });
  }
  const [name] = rng.shuffled(Object.keys(study.protocols));
  if (rng.chance(0.3) && name !== undefined) {
    const dropout = or(rng.between(0.1, 1, 2), 0, 1e3) / study.time.horizon;
    study.protocols[name] = { actions: entriesOf(study.protocols[name]), dropout };
  }
}

/** What a protocol read of some new units, as `predict` takes it. */
export function withReadings(rng: Random, made: StudyCase): StudyCase {
  const { study } = made;
  const read = rng.pick(Object.keys(study.protocols));
  const columns = entriesOf(study.protocols[read]).reduce(
    (sum: number, one: Written) => sum + actionsOf(one),
    0,
  );
  const first = (x: Written, other: number) => (Array.isArray(x) ? x[0] : x) ?? other;
  const [mean, sd] = [first(study.latent?.mean, 0), first(study.latent?.sd, 1)];
  const rows = Array.from({ length: rng.whole(1, 6) }, (_, u) => {
    const own = rng.normal();
    const cell = () => (rng.chance(0.1) ? '' : rounded(mean + sd * (0.7 * own + 0.7 * rng.normal())));
    return [`n${u}`, ...Array.from({ length: columns }, cell)].join(',');
  });
  const head = ['unit', ...Array.from({ length: columns }, (_, k) => `r${k + 1}`)].join(',');
  return { study, files: { ...made.files, 'readings.csv': `${[head, ...rows].join('\n')}\n` }, read };
}
