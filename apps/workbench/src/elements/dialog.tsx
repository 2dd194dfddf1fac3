import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import '../style/dialog.css';

interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

/** Something to be done before the page goes on: it keeps the focus, Escape closes it, and the focus goes back where it was. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => own.current?.showModal(), []);
  return (
    <dialog ref={own} class="dialog" aria-labelledby={id} onClose={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" onClick={() => own.current?.close()}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
