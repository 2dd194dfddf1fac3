export type { QueueRequest } from './queue-run.ts';
export { type QueueState, queueState } from './queue-state.ts';
export { type PieceMaker, startWorker } from './queue-worker.ts';
export { queueRounds, queueWorkers } from './queue-workers.ts';
export { parseAddress, QueueRefused } from './redis/address.ts';
export { type Program, queueName } from './redis/names.ts';
