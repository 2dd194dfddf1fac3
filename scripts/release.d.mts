export function setVersion(folder: string, version: string): void;
export function datedChangelog(text: string, version: string, day: string): string;
