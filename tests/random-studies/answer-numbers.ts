import type { Written } from './study-case.ts';

/** What an answer says, by name: what must not depend on how a study is written. */
export type Said = Record<string, number | string | null>;

/** `called` turns the names of protocols and targets back into those of the first study. */
export function answerNumbers(result: Written, called: Record<string, string> = {}): Said {
  const names = new Map(Object.entries(called).map(([own, other]) => [other, own]));
  const name = (own: string) => names.get(own) ?? own;
  const said: Said = {};
  const put = (path: string, value: Written, fields: readonly string[]) => {
    for (const field of fields)
      if (value?.[field] !== undefined) said[`${path}.${field}`] = value[field] as number | string | null;
  };
  switch (result.command) {
    case 'value':
      put('target', result.target, ['variance']);
      for (const [own, value] of Object.entries<Written>(result.protocols))
        put(name(own), value, ['value', 'explained', 'linearValue', 'cost', 'actions']);
      break;
    case 'identify':
      put('', result, ['invisibleDimension']);
      put('data', result.data, ['units', 'distance', 'samplingError', 'pValue']);
      for (const [own, value] of Object.entries<Written>(result.alternatives)) {
        put(name(own), value, ['verdict', 'value', 'sensitivity']);
        // What is proved; what a search attained may be another local end.
        if (value.range?.lowStatus === 'exact') put(`${name(own)}.range`, value.range, ['low']);
        if (value.range?.highStatus === 'exact') put(`${name(own)}.range`, value.range, ['high']);
        put(`${name(own)}.resamples`, value.intervals, ['unsolved']);
        for (const end of ['low', 'high'])
          value.intervals?.[end].forEach((limit: number, k: number) => {
            said[`${name(own)}.resamples.${end} ${k}`] = limit;
          });
      }
      break;
    case 'calibrate':
      put('', result, ['units', 'epsilon', 'redrawn']);
      put('repair', result.repair, ['floor', 'lifted', 'mass', 'shrunk']);
      for (const [own, value] of Object.entries<Written>(result.protocols))
        put(name(own), value, ['value', 'corrected', 'low', 'high', 'standardError']);
      for (const { a, b, difference, low, high } of result.comparisons) {
        // Which of the two stands first may be a matter of the last digit.
        const [one, other] = [name(a), name(b)];
        const turned = one > other;
        const path = turned ? `${other} - ${one}` : `${one} - ${other}`;
        put(path, turned ? { difference: -difference, low: -high, high: -low } : { difference, low, high }, [
          'difference',
          'low',
          'high',
        ]);
      }
      break;
    case 'plan':
      put('', result, ['units', 'epsilon', 'gap', 'unitsNeeded']);
      for (const { units, epsilon } of result.curve) said[`curve ${units}`] = epsilon;
      break;
    case 'design':
      put('', result, ['sets']);
      put('best', result.best, ['value', 'objective', 'upperBound']);
      break;
    case 'retrospect':
      put('', result, ['records', 'units', 'hours']);
      for (const [own, value] of Object.entries<Written>(result.targets)) {
        put(name(own), value, ['mean', 'deviation', 'baselineR2']);
        for (const [template, { r2 }] of Object.entries<Written>(value.templates))
          said[`${name(own)}.${template}`] = r2;
        for (const { a, b, ...contrast } of value.contrasts)
          put(`${name(own)}.${a} - ${b}`, contrast, ['difference', 'low', 'high']);
      }
      break;
    case 'run':
      for (const [step, inner] of Object.entries<Written>(result.steps))
        if (inner?.command !== undefined)
          for (const [path, value] of Object.entries(answerNumbers(inner, called)))
            said[`${step}: ${path}`] = value;
      break;
  }
  return said;
}

/** Where two answers differ by more than a tolerance, relative to 1 where numbers are smaller than that. */
export function differences(a: Said, b: Said, tolerance: (path: string) => number): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((path) => {
    const [x, y] = [a[path], b[path]];
    if (typeof x === 'number' && typeof y === 'number')
      return Math.abs(x - y) <= tolerance(path) * Math.max(1, Math.abs(x)) ? [] : [`${path}: ${x} and ${y}`];
    return x === y ? [] : [`${path}: ${x} and ${y}`];
  });
}
