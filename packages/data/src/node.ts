export { nodeFiles } from './node-files.ts';
