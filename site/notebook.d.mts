export function writeNotebook(root: string, folder: string): void;
