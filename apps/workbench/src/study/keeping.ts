/**
 * Plain data as it is now, with every part that equals its counterpart from before being that counterpart: whoever shows a part sees
 * by its identity that nothing changed.
 */
export function keeping<Data>(before: unknown, now: Data): Data {
  if (Object.is(before, now)) return now;
  if (!isData(before) || !isData(now) || Array.isArray(before) !== Array.isArray(now)) return now;
  const names = Object.keys(now);
  const kept = names.map((name) => keeping(before[name], now[name]));
  const were = Object.keys(before);
  if (
    were.length === names.length &&
    were.every((name, i) => name === names[i] && Object.is(kept[i], before[name]))
  )
    return before as Data;
  if (Array.isArray(now)) return kept as Data;
  return Object.fromEntries(names.map((name, i) => [name, kept[i]])) as Data;
}

type Parts = Record<string, unknown>;

/** A list or a mapping; what has a class of its own is taken as it is. */
const isData = (value: unknown): value is Parts => {
  if (value === null || typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
};

/** The same of one thing that is made again and again. */
export function keeper<Data>(): (now: Data) => Data {
  let last: Data | undefined;
  return (now) => {
    last = keeping(last, now);
    return last;
  };
}
