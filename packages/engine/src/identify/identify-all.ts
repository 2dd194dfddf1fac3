import { type DataScale, type TargetSpec, target } from '../model/target.ts';
import { targetUnder } from '../model/target-under.ts';
import type { Action } from '../model/value/action.ts';
import {
  openRounds,
  type RoundsWork,
  thisThread,
  type Workers,
  type WorkOptions,
} from '../numerics/divided-work.ts';
import { madeElsewhere } from '../numerics/stepwise.ts';
import type { Identification, IdentifyInput, IdentifyOptions } from './identification.ts';
import {
  type IdentifyOrder,
  type IdentifyPiece,
  identifyPiece,
  identifySearch,
  inOwnUnits,
  refuseBroken,
} from './identify.ts';

/** What is asked of every alternative. */
interface Asked extends Omit<IdentifyInput, 'alternative'> {
  alternatives: readonly (readonly Action[])[];
}

/** The same as plain data, which can travel to workers. */
interface IdentifyWork extends Omit<Asked, 'target'> {
  target: { spec: TargetSpec; under: DataScale | undefined };
  options: Omit<IdentifyOptions, 'kernels'>;
}

interface OrderOf {
  alternative: number;
  order: IdentifyOrder;
}

/** Verdicts and ranges by alternative, end of the range and start of the search for the high one. */
export const identification: RoundsWork<IdentifyWork, OrderOf, IdentifyPiece> = {
  name: 'identification',
  prepare({ target: { spec, under }, options, ...asked }) {
    return piecesOf({ ...asked, target: under ? targetUnder(spec, under) : target(spec) }, options);
  },
};

function piecesOf(asked: Asked, options: IdentifyOptions): (order: OrderOf) => IdentifyPiece {
  const makers = asked.alternatives.map((alternative) => {
    let made: ((order: IdentifyOrder) => IdentifyPiece) | undefined;
    return (order: IdentifyOrder) => {
      made ??= identifyPiece(inOwnUnits({ ...asked, alternative }), options);
      return made(order);
    };
  });
  return ({ alternative, order }) => makers[alternative]!(order);
}

/** Ranges on so many points may take seconds a piece: threads come up sooner than that. */
const FINE = 64;
/** With few alternatives threads climb from several starts of one at a time. */
const ABREAST = 4;

/**
 * `identify` for several alternatives, with the same answers however the work is divided. Each goes its own way, and all hand
 * their orders to the same workers.
 */
export async function identifyAll(
  asked: Asked,
  {
    workers = thisThread,
    signal,
    onProgress,
    ...given
  }: Omit<IdentifyOptions, 'abreast' | 'kernels'> & WorkOptions & { workers?: Workers | undefined } = {},
): Promise<Identification[]> {
  refuseBroken(asked, given);
  const { alternatives } = asked;
  const { spec, under } = asked.target;
  // A function of somebody's own does not travel.
  const crew = spec === 'function' ? thisThread : workers;
  const abreast = crew === thisThread ? 1 : Math.max(1, Math.floor(ABREAST / alternatives.length));
  const options: IdentifyOptions = { ...given, abreast };
  const rounds = openRounds(
    crew,
    identification,
    { ...asked, target: { spec: spec as TargetSpec, under }, options },
    {
      signal,
      prepared: piecesOf(asked, options),
      atOnce: asked.weights.length >= FINE && given.range !== false,
    },
  );
  let done = 0;
  onProgress?.(done, alternatives.length);
  try {
    return await Promise.all(
      alternatives.map(async (actions, alternative) => {
        const answer = await madeElsewhere(
          identifySearch(inOwnUnits({ ...asked, alternative: actions }), options),
          (orders) => rounds.make(orders.map((order) => ({ alternative, order }))),
        );
        onProgress?.(++done, alternatives.length);
        return answer;
      }),
    );
  } finally {
    await rounds.close();
  }
}
