export interface StableExport {
  name: string;
  isType: boolean;
  page: string;
  prose: string;
  example: string | undefined;
  declaration: string;
}
export function stableExports(root: string): StableExport[];
export function apiPages(root: string): Record<string, string>;
