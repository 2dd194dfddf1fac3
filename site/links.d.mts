export declare function deadLinks(folder: string): string[];
