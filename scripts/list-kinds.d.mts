export function kindLists(): { path: string; text: string }[];
