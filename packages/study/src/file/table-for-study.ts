import type { LocatedProblem } from '../problems/located-problem.ts';

/** A CSV file given as the study: numbers on every line, or lines with separators in a file of that kind. */
export function tableForStudy(file: string, text: string): LocatedProblem | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows = lines.map((line) => line.split(/[,;\t]/));
  const named = /\.(csv|tsv)$/i.test(file);
  const isTable =
    rows.length > 1 &&
    rows.every((row) => row.length > 1) &&
    (named || rows.slice(1).every((row) => row.every((cell) => /^\s*"?[\d.eE+-]+"?\s*$/.test(cell))));
  if (!isTable) return undefined;
  return {
    file,
    line: 1,
    column: 1,
    path: '',
    value: lines[0]!.slice(0, 60),
    why: 'this is a table, not a study',
    accepted:
      'a study file that names it: latent: { covariance: file.csv } for a covariance, benchmark: { data: file.csv } ' +
      'for what a protocol measured, calibration: { data: file.csv, noise: variance } for dense trajectories',
  };
}
