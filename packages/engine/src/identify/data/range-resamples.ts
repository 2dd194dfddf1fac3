/** As many as resample a range: on fine grids each is a programme of seconds, and fewer than twenty tell nothing. */
export function rangeResamples(points: number): number {
  const affordable = Math.floor(MOST_RESAMPLES * Math.min(1, 4096 / (points * points * points)));
  return affordable >= 20 ? affordable : 0;
}
const MOST_RESAMPLES = 200;
