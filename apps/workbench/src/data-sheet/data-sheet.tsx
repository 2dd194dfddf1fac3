import { useEffect, useRef } from 'preact/hooks';
import { fetched } from '../elements/fetched.tsx';
import { sheetOpen, waitingData } from '../state/waiting-data.ts';

/** What reads tables comes with the first of them. */
const Sheet = fetched<object>('The sheet', async () => (await import('./sheet.tsx')).Sheet);

/** The sheet for data of one's own: chosen, pasted or dropped. */
export function DataSheet() {
  const open = sheetOpen.value;
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser tells of a closing only later, when another file may be waiting.
  const isClosed = useRef(false);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (open || !dialog.current?.open) return;
    isClosed.current = true;
    dialog.current.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      class="data-sheet"
      aria-labelledby="data-sheet-title"
      onClose={() => {
        const known = isClosed.current;
        isClosed.current = false;
        if (known) return;
        sheetOpen.value = false;
        waitingData.value = undefined;
      }}
    >
      {open && <Sheet />}
    </dialog>
  );
}
