/** What stands under a name that people chose. A protocol may be called `toString`, which every object has. */
export const byName = <Value>(
  by: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (by !== undefined && Object.hasOwn(by, name) ? by[name] : undefined);
