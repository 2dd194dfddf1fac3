import { meanGapRow } from './gap-over-time.ts';

export const row = meanGapRow('eight-of-64', 8, 64, 0.01);
