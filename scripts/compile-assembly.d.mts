export function assemblySources(): { options: unknown[]; files: [string, string][] };
export function compileAssembly(entry: string): Promise<Buffer>;
