import { useEffect, useRef } from 'preact/hooks';
import { fetched } from '../elements/fetched.tsx';
import { sheetOpen, waitingData } from '../state/waiting-data.ts';

/** What reads tables comes with the first of them. */
const Sheet = fetched<object>('The sheet', async () => (await import('./sheet.tsx')).Sheet);

/** The sheet for data of one's own: chosen, pasted or dropped. */
export function DataSheet() {
  const open = sheetOpen.value;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      class="data-sheet"
      aria-labelledby="data-sheet-title"
      onClose={() => {
        sheetOpen.value = false;
        waitingData.value = undefined;
      }}
    >
      {open && <Sheet />}
    </dialog>
  );
}
