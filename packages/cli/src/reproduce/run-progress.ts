import type { DividedWork, RunOptions, Workers } from '@sightline/engine/internal';
import type { ReferenceSeconds } from '@sightline/experiments';
import type { CommandIo } from '../io/io.ts';
import { duration, EVERY, FIRST_ESTIMATE } from '../io/progress-line.ts';

/** A part of a long run, and what it takes elsewhere. */
export type Stage = ReferenceSeconds & { name: string };

interface RunProgress {
  begin(name: string): void;
  end(): void;
  /** The same workers, whose works of the stage that has begun are seen to get on. */
  watched(workers: Workers): Workers;
  /** Takes the bar away. */
  close(): void;
}

const BAR = 24;
/** For so many seconds of work we believe the seconds that we were told as much as those we see. */
const BELIEVED = 3;
/** An estimate follows what is seen within some such seconds: it shall not jump about. */
const CALM = 3;

/**
 * One bar over all stages. Stages weigh what they take elsewhere; how fast this machine is against that is the ratio of
 * the time spent to the work done so far, over everything that has ended and the part of what has not.
 */
export function runProgress(io: CommandIo, stages: readonly Stage[]): RunProgress {
  const { progress } = io;
  const wholeOf = ({ works, rest }: Stage) => works.reduce((sum, own) => sum + own, rest);
  const total = stages.reduce((sum, stage) => sum + wholeOf(stage), 0);
  const width = Math.max(0, ...stages.map(({ name }) => name.length));
  const stageOf = (name: string) => stages.find((stage) => stage.name === name)!;
  const start = io.now();
  let current: Stage | undefined;
  let work = 0;
  /** All in seconds elsewhere: stages that have ended, what of this one is done, and what was there before this run. */
  let [ended, within, before] = [0, 0, 0];
  let shown = Number.NEGATIVE_INFINITY;
  let end: number | undefined;

  const show = () => {
    const now = io.now();
    if (!progress || now - shown < EVERY) return;
    const done = ended + within;
    const spent = now - start;
    const pace = (spent / 1000 + BELIEVED) / (done - before + BELIEVED);
    const expected = now + 1000 * (total - done) * pace;
    end = end === undefined ? expected : end + (expected - end) * Math.min(1, (now - shown) / (1000 * CALM));
    shown = now;
    const full = Math.floor((BAR * done) / total);
    const left = spent > FIRST_ESTIMATE ? `, about ${duration(Math.max(1, end - now))} left` : '';
    progress(
      `${(current?.name ?? '').padEnd(width)} ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ` +
        `${Math.floor((100 * done) / total)} %${left}`,
    );
  };

  return {
    begin(name) {
      [current, work, within] = [stageOf(name), 0, 0];
      show();
    },
    end() {
      ended += wholeOf(current!);
      [current, within] = [undefined, 0];
      show();
    },
    watched: (workers) => ({
      async run<Input, Piece>(
        divided: DividedWork<Input, Piece>,
        input: Input,
        pieces: number,
        options: RunOptions<Piece> = {},
      ) {
        const own = current?.works[work++] ?? 0;
        const until = within;
        const share = (done: number) => (pieces > 0 ? (own * done) / pieces : own);
        before += share(options.made?.size ?? 0);
        const made = await workers.run(divided, input, pieces, {
          ...options,
          onProgress(done, of) {
            within = until + share(done);
            show();
            options.onProgress?.(done, of);
          },
        });
        within = until + own;
        return made;
      },
    }),
    close: () => progress?.(''),
  };
}
