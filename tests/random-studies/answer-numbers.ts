import type { Written } from './study-case.ts';

/** What an answer says, by name: what must not depend on how a study is written. */
export type Said = Record<string, number | string | null>;

const PAIR = ['difference', 'low', 'high'];

/** `called` and `labels` turn the names of protocols and targets, and of units, back into those of the first study. */
export function answerNumbers(
  result: Written,
  called: Record<string, string> = {},
  labels: Record<string, string> = {},
): Said {
  const back = (by: Record<string, string>) => {
    const names = new Map(Object.entries(by).map(([own, other]) => [other, own]));
    return (own: string) => names.get(own) ?? own;
  };
  const [name, label] = [back(called), back(labels)];
  const said: Said = {};
  const put = (path: string, value: Written, fields: readonly string[]) => {
    for (const field of fields)
      if (value?.[field] !== undefined) said[`${path}.${field}`] = value[field] as number | string | null;
  };
  /** Which of two protocols stands first may be a matter of the last digit, or of their order in the study. */
  const putPair = (path: string, { a, b, difference, low, high }: Written) => {
    const [one, other] = [name(a), name(b)];
    if (one > other)
      put(`${path}${other} - ${one}`, { difference: -difference, low: -high, high: -low }, PAIR);
    else put(`${path}${one} - ${other}`, { difference, low, high }, PAIR);
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
      for (const one of result.comparisons) putPair('', one);
      break;
    case 'plan':
      for (const [own, value] of Object.entries<Written>(result.trial?.protocols ?? {})) {
        put(name(own), value, ['value', 'recovered', 'ratio']);
        put(`${name(own)}.units`, value.units, ['total', 'power']);
      }
      if (result.trial !== undefined) break;
      put('', result, ['units', 'epsilon', 'gap', 'unitsNeeded']);
      for (const { units, epsilon } of result.curve) said[`curve ${units}`] = epsilon;
      break;
    case 'design':
      put('', result, ['sets']);
      put('best', result.best, ['value', 'objective', 'upperBound']);
      break;
    case 'fit': {
      put('', result, ['units', 'trajectories', 'readings']);
      const { kernel, ...best } = result.best ?? {};
      // How long a law remembers is in the unit of time.
      for (const kind of Object.keys(kernel ?? {})) said.kernel = kind;
      for (const [field, value] of Object.entries<Written>(best))
        if (typeof value === 'number') said[`best.${field}`] = value;
      break;
    }
    case 'predict':
      put('', result, ['value', 'rmse']);
      for (const { unit, ...own } of result.predictions)
        put(`unit ${label(unit)}`, own, ['predicted', 'sd', 'low', 'high', 'read']);
      break;
    case 'retrospect':
      put('', result, ['records', 'units', 'hours']);
      for (const [own, value] of Object.entries<Written>(result.targets)) {
        put(name(own), value, ['mean', 'deviation', 'baselineR2']);
        for (const [template, { r2 }] of Object.entries<Written>(value.templates))
          said[`${name(own)}.${name(template)}`] = r2;
        for (const one of value.contrasts) putPair(`${name(own)}.`, one);
      }
      break;
    case 'run':
      for (const [step, inner] of Object.entries<Written>(result.steps))
        if (inner?.command !== undefined)
          for (const [path, value] of Object.entries(answerNumbers(inner, called, labels)))
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
