export { EXIT } from './exit-code.ts';
export type { CommandIo } from './io.ts';
export { main } from './main.ts';
export { run } from './run.ts';
