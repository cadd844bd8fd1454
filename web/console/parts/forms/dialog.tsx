import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../page.js';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Called when the person closes it. Without it the dialog stays until its task is done. */
  readonly onClose?: () => void;
}

/**
 * A modal dialog as long as it is rendered. The browser gives the focus back to what opened it, if that is still there.
 */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Not a plain effect: the browser gives the focus back only if the dialog is closed before it leaves the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusHeading();
    },
    [],
  );
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={id} dir="auto">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
