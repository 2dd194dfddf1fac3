/** All schemas as one document: `$defs` has the types that have a name, and `results` what each command prints. */
export function resultSchemas(): {
  results: Record<string, Record<string, unknown>>;
  $defs: Record<string, Record<string, unknown>>;
};
