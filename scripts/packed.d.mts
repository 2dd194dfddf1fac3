export interface Packed {
  /** Where they are installed. */
  folder: string;
  /** By name: the file, and what is in it. */
  tarballs: Record<string, { file: string; files: string[] }>;
}
export function packed(): Packed;
