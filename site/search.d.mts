export declare const searchOptions: Record<string, unknown>;
export declare function findIn(pages: string, query: string): Promise<string[]>;
