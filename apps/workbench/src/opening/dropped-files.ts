/** Takes files in. What that needs is fetched with the first of them. */
export async function takeFiles(files: Iterable<File>): Promise<void> {
  // At once: the list of a field is emptied when the field is.
  const all = [...files];
  if (all.length > 0) await (await import('./taken-files.ts')).takeFiles(all);
}

/** Files may be dropped anywhere, and cells pasted wherever nothing is typed. */
export function acceptDrops(): void {
  addEventListener('paste', (event) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea')) return;
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    // One line is no table.
    if (/\S[^\n]*\n\s*\S/.test(pasted)) void takeFiles([new File([pasted], 'pasted.csv')]);
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    void takeFiles(event.dataTransfer?.files ?? []);
  });
}
