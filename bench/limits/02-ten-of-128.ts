import { meanGapRow } from './gap-over-time.ts';

export const row = meanGapRow('ten-of-128', 10, 128, 0.03);
