/** A study as it was read, as far as it is a mapping. */
type Content = Readonly<Record<string, unknown>>;

/**
 * Whether what was answered of one study holds for another: all that it says is the same but its title. Where protocols are
 * only `compared`, as with a search among the catalogue, those that were added since change nothing of the answer.
 */
export function sameQuestion(then: unknown, now: unknown, compared: boolean): boolean {
  if (!isContent(then) || !isContent(now)) return false;
  const before = { ...then, title: undefined };
  const after = { ...now, title: undefined };
  if (!compared) return written(before) === written(after);
  const known = isContent(then.protocols) ? then.protocols : {};
  const all = isContent(now.protocols) ? now.protocols : {};
  const still = Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(known, name)));
  return written({ ...before, protocols: known }) === written({ ...after, protocols: still });
}

const isContent = (value: unknown): value is Content =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The order of fields means nothing; that of protocols is the order of what is shown. */
const written = (content: Content) =>
  JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
