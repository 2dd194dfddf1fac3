import type { FromWorker } from './question.ts';

/** A worker with the engine in it. `onFailure` is told where it could not be started or broke down. */
export function startWorker(
  onMessage: (message: FromWorker) => void,
  onFailure: (why: string) => void,
): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault();
    worker.terminate();
    onFailure(event.message || 'the worker could not be loaded');
  };
  return worker;
}
