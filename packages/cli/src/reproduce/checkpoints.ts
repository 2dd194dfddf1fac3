import type { Outcome } from '@sightline/experiments';
import type { CheckpointStore } from '../io/checkpoint-store.ts';
import {
  type CheckpointHead,
  checkpointName,
  digestOf,
  headPortion,
  portion,
  readCheckpoint,
} from './checkpoint-file.ts';
import type { PieceShelf } from './checkpointed-workers.ts';

/** A finished experiment. */
export interface KeptOutcome {
  outcome: Outcome;
  seconds: number;
  /** What it was read from: the digest of each file, by its path. */
  seen: Record<string, string>;
}

/** How far an experiment was when the run ended. */
export interface Begun {
  experiment: string;
  work: string;
  made: number;
  pieces: number;
}

/** What is kept of a run, so that another one of the same program, seed and setting can go on from there. */
export interface Checkpoints {
  outcome(experiment: string): KeptOutcome | undefined;
  keep(experiment: string, kept: KeptOutcome): void;
  shelf(experiment: string, work: string, input: unknown, pieces: number): PieceShelf;
  /** What earlier runs made of works whose experiment did not end. */
  begun(): Begun[];
  /** Milliseconds that earlier runs took for pieces of an experiment. */
  earlier(experiment: string): number;
  /** Removes what is kept of these. */
  remove(experiments: readonly string[]): void;
}

/** Pieces that were made together. */
interface PiecesPortion {
  numbers: number[];
  pieces: unknown[];
  milliseconds: number;
}

/** Any other file in the folder is somebody else's. */
const OURS = /\.(pieces|outcome)(\.new)?$/;

export function removeCheckpoints(store: CheckpointStore): void {
  for (const name of store.list().filter((file) => OURS.test(file))) store.remove(name);
}

/** Reads what earlier runs kept. `say` is told, in a sentence, of everything that is there and cannot be used. */
export function openCheckpoints(
  store: CheckpointStore,
  run: string,
  say: (sentence: string) => void,
): Checkpoints {
  const found = readAll(store, run, say);
  let writable = true;
  /** A run is worth more than its checkpoints. */
  const attempt = (write: () => void) => {
    if (!writable) return;
    try {
      write();
    } catch (error) {
      writable = false;
      const why = error instanceof Error ? error.message : String(error);
      say(`checkpoints cannot be written any more (${why}); the run goes on without them`);
    }
  };
  const of = (experiment: string) => [...found].filter(([, { head }]) => head.experiment === experiment);
  const outcome = (experiment: string) =>
    of(experiment).find(([, { head }]) => head.work === null)?.[1].portions[0] as KeptOutcome | undefined;
  const remove = (names: readonly string[]) => {
    for (const name of names) {
      found.delete(name);
      attempt(() => store.remove(name));
    }
  };

  return {
    outcome,
    keep(experiment, kept) {
      const head: CheckpointHead = { run, experiment, work: null };
      const own = checkpointName(head);
      attempt(() => {
        store.write(own, Buffer.concat([headPortion(head), portion(kept)]));
        // Its pieces are of no more use.
        remove(of(experiment).flatMap(([name]) => (name === own ? [] : name)));
      });
      found.set(own, { head, portions: [kept] });
    },
    shelf(experiment, work, input, pieces) {
      const head: CheckpointHead = { run, experiment, work: { name: work, input: digestOf(input), pieces } };
      const name = checkpointName(head);
      const made = piecesOf(found.get(name)?.portions ?? []);
      let there = found.has(name);
      return {
        made,
        add(more, milliseconds) {
          const own: PiecesPortion = { numbers: [...more.keys()], pieces: [...more.values()], milliseconds };
          attempt(() => {
            if (!there) store.write(name, headPortion(head));
            there = true;
            store.append(name, portion(own));
          });
          if (!found.has(name)) found.set(name, { head, portions: [] });
        },
      };
    },
    begun: () =>
      [...found.values()].flatMap(({ head: { experiment, work }, portions }) => {
        if (work === null || outcome(experiment)) return [];
        const made = piecesOf(portions).size;
        return made > 0 ? { experiment, work: work.name, made, pieces: work.pieces } : [];
      }),
    earlier: (experiment) =>
      of(experiment)
        .filter(([, { head }]) => head.work !== null)
        .flatMap(([, { portions }]) => portions as PiecesPortion[])
        .reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    remove(experiments) {
      remove(experiments.flatMap((experiment) => of(experiment).map(([name]) => name)));
    },
  };
}

interface Found {
  head: CheckpointHead;
  portions: unknown[];
}

function readAll(store: CheckpointStore, run: string, say: (sentence: string) => void): Map<string, Found> {
  const found = new Map<string, Found>();
  let others = 0;
  for (const name of store.list()) {
    if (!OURS.test(name) || name.endsWith('.new')) continue;
    const bytes = store.read(name);
    const { head, portions, whole, damaged } = readCheckpoint(bytes);
    if (damaged || (head !== null && checkpointName(head) !== name)) {
      say(`the checkpoint ${name} is damaged: it is not used, and removed`);
      store.remove(name);
    } else if (head === null) store.remove(name);
    else if (head.run !== run) others++;
    else {
      // What was being written when the run ended would be in the way of what is appended now.
      if (whole < bytes.length) store.write(name, bytes.subarray(0, whole));
      found.set(name, { head, portions });
    }
  }
  if (others > 0)
    say(
      `${others} ${others === 1 ? 'checkpoint is' : 'checkpoints are'} of another version, seed or setting and ` +
        'not used; --fresh removes what is there',
    );
  return found;
}

function piecesOf(portions: readonly unknown[]): Map<number, unknown> {
  return new Map(
    (portions as readonly PiecesPortion[]).flatMap(({ numbers, pieces }) =>
      numbers.map((number, i) => [number, pieces[i]] as const),
    ),
  );
}
