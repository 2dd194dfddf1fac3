export declare function bundledLicences(
  root: string,
): { name: string; version: string; license: string; text: string }[];
