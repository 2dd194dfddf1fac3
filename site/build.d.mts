export declare function buildSite(): { folder: string; printed: string; dead: string[] };
