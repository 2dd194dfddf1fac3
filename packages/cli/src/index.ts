export { EXIT } from './io/exit-code.ts';
export type { CommandIo } from './io/io.ts';
export { main } from './main.ts';
export { type MemoryRun, runInMemory } from './memory-io.ts';
export { run } from './run.ts';
