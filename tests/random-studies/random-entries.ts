import type { Random } from './random.ts';
import type { Spice } from './random-law.ts';
import type { Written } from './study-case.ts';

/** A time within the horizon: on a grid point, between two, half-way, at an end. */
export function time(rng: Random, { or }: Spice, horizon: number, points: number): number {
  const spacing = horizon / points;
  const ordinary = rng.chance(0.5)
    ? (rng.whole(0, points - 1) + 0.5) * spacing
    : Number((horizon * rng.unit()).toPrecision(4));
  return or(Math.min(horizon, ordinary), 0, horizon, rng.whole(0, points) * spacing, horizon / 3);
}

/** One entry of a protocol or a catalogue, of so many actions at most. */
export function entry(rng: Random, spiced: Spice, horizon: number, points: number, most: number): Written {
  const { or } = spiced;
  const spacing = horizon / points;
  const at = () => time(rng, spiced, horizon, points);
  const many = rng.whole(1, Math.max(1, most));
  const form = many === 1 ? rng.pick(['one', 'list']) : rng.pick(['list', 'range']);
  const made: Written = {};
  if (form === 'one') made.at = at();
  else if (form === 'list') made.at = Array.from({ length: many }, at);
  else {
    const [a, b] = [at(), at()].sort((x, y) => x - y);
    const to = b! > a! ? b! : horizon;
    made.at = {
      from: a,
      to,
      ...(rng.chance(0.2) && to > a! ? { every: (to - a!) / many } : { count: many }),
    };
  }
  const width = () =>
    or(Number((spacing * rng.between(1.01, points, 3)).toPrecision(4)), 0, horizon, 3 * horizon, 1e300);
  if (rng.chance(0.3)) made.width = width();
  else if (many * 2 <= most && rng.chance(0.15)) made.width = [0, width()];
  if (rng.chance(0.2)) made.repeats = or(rng.whole(1, 5), 1, 1000, 2 ** 53);
  if (rng.chance(0.85))
    made.noise = rng.chance(0.15)
      ? { from: or(rng.between(0.05, 2, 2), 0, 1e8), to: or(rng.between(0.05, 2, 2), 0, 1e-8) }
      : or(rng.between(0.05, 2, 2), 0, 0, 1e-12, 1e-300, 1e8, 1e150);
  if (rng.chance(0.3))
    made.cost = rng.chance(0.3)
      ? { base: rng.between(0.5, 2, 2), perWidth: or(rng.between(0, 1, 2) / spacing, 0, 1e-300) }
      : or(rng.between(0.5, 3, 2), 1e-300, 1e300, 1 / 3, 5e-324);
  return made;
}

/** How many actions an entry stands for. */
export function actionsOf({ at, width }: Written): number {
  const widths = Array.isArray(width) ? width.length : 1;
  // How many, whatever the clock says at the beginning of the horizon.
  return timesOf(at, { horizon: 24, start: '00:00' }).length * widths;
}

/** The times that an entry names, as numbers. */
export function timesOf(at: Written, { horizon, start }: Written): number[] {
  const one = (t: Written): number => {
    const clock = /^(\d+):(\d+)$/.exec(String(t));
    if (clock === null || start === undefined) return t;
    const hours = (text: string) => Number(text.slice(0, -3)) + Number(text.slice(-2)) / 60;
    // The first such time from the beginning of the horizon on.
    const after = hours(String(t)) - hours(start);
    return after < 0 ? after + 24 : after > horizon && after >= 24 ? after - 24 : after;
  };
  if (Array.isArray(at)) return at.map(one);
  if (at === null || typeof at !== 'object') return [one(at)];
  const [from, to] = [one(at.from), one(at.to)];
  if (at.every !== undefined)
    return Array.from(
      { length: Math.max(0, Math.floor((to - from) / at.every + 1e-9) + 1) || 0 },
      (_, k) => from + k * at.every,
    );
  return Array.from({ length: at.count }, (_, k) =>
    k === 0 ? from : k === at.count - 1 ? to : from + ((to - from) * k) / (at.count - 1),
  );
}

const NAMES = [
  'today',
  'dispersed',
  'two words',
  'a.b',
  'é',
  'constructor',
  '7',
  'x-y',
  'ends',
  'A',
  'toString',
  'null',
];

export function protocols(rng: Random, spiced: Spice, horizon: number, points: number, least = 1): Written {
  const names = rng.shuffled(NAMES).slice(0, rng.whole(least, 4));
  return Object.fromEntries(
    names.map((name) => {
      if (rng.chance(0.6)) return [name, entry(rng, spiced, horizon, points, 5)];
      return [name, Array.from({ length: rng.whole(1, 3) }, () => entry(rng, spiced, horizon, points, 3))];
    }),
  );
}

export function catalogue(rng: Random, spiced: Spice, horizon: number, points: number): Written {
  return Array.from({ length: rng.whole(1, 3) }, () => entry(rng, spiced, horizon, points, 6));
}

/** Rules that leave something to choose, mostly. */
export function choose(
  rng: Random,
  { or }: Spice,
  entries: Written,
  horizon: number,
  aim: () => Written,
): Written {
  const size = entries.reduce((sum: number, one: Written) => sum + actionsOf(one), 0);
  const some = (most: number) =>
    rng.shuffled(Array.from({ length: size }, (_, a) => a)).slice(0, rng.whole(0, most));
  const made: Written = {};
  if (rng.chance(0.6)) made.exactly = rng.whole(1, Math.min(size, 4));
  if (made.exactly === undefined || rng.chance(0.2)) made.budget = or(rng.between(2, 8, 2), 1e300, 1, 1e-300);
  const required = rng.chance(0.2) ? some(1) : [];
  if (required.length > 0) made.required = required;
  if (rng.chance(0.2) && size > 3) made.forbidden = some(2).filter((a) => !required.includes(a));
  if (rng.chance(0.1)) {
    const from = horizon * rng.between(0, 0.8, 2);
    made.forbidden = [...(made.forbidden ?? []), { from, to: from + horizon * rng.between(0.05, 0.2, 2) }];
  }
  if (rng.chance(0.2)) made.spacing = or(horizon * rng.between(0.01, 0.2, 2), 0, horizon);
  if (rng.chance(0.15)) made.oneVariant = rng.chance(0.8);
  if (rng.chance(0.2))
    made.groups = [
      {
        ...(rng.chance(0.5) && { name: 'some' }),
        actions: rng.shuffled(Array.from({ length: size }, (_, a) => a)).slice(0, rng.whole(1, size)),
        ...(rng.chance(0.6) ? { most: rng.whole(0, 3) } : { budget: rng.between(1, 4, 2) }),
      },
    ];
  if (rng.chance(0.2)) {
    made.targets = Array.from({ length: rng.whole(1, 2) }, () => ({ target: aim() }));
    if (rng.chance(0.4)) made.combine = 'worst';
    else if (rng.chance(0.5)) made.targets[0].weight = or(2, 1e-300, 1e300, 0.1);
  }
  return made;
}

/** The actions that an entry stands for, each written out with a noise and a cost of its own. */
export function singleActions(entry: Written, time: Written): Written[] {
  const { at, width = 0, repeats = 1, noise = 0, cost = 1, missed, sensor, fails } = entry;
  return timesOf(at, time).flatMap((t) =>
    (Array.isArray(width) ? width : [width]).map((w: number) => ({
      at: t,
      ...(w > 0 && { width: w }),
      noise:
        (typeof noise === 'number' ? noise : noise.from + ((noise.to - noise.from) * t) / time.horizon) /
        repeats,
      cost: typeof cost === 'number' ? cost : cost.base + cost.perWidth * w,
      ...(missed !== undefined && { missed }),
      ...(sensor !== undefined && { sensor, fails }),
    })),
  );
}
