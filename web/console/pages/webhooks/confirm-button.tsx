import { type ReactNode, useState } from 'react';
import { newKey } from '../../api/new-key.js';
import type { Change } from '../../api/use-change.js';
import { Confirm } from '../../parts/forms/confirm.js';

interface ConfirmButtonProps {
  readonly title: string;
  readonly button: string;
  readonly isDanger?: boolean;
  readonly change: Pick<Change<object, object>, 'failure' | 'userErrors' | 'isRunning' | 'forget'>;
  /** Gets a key that is the same until the dialog is closed. Returns whether the change was made. */
  readonly onConfirm: (idempotencyKey: string) => Promise<boolean>;
  /** What the change does, and how much. */
  readonly children: ReactNode;
}

/** A button whose change is made after a second look. */
export function ConfirmButton({ title, button, isDanger, change, onConfirm, children }: ConfirmButtonProps) {
  const [key, setKey] = useState<string | null>(null);
  const open = () => {
    change.forget();
    setKey(newKey());
  };
  const confirm = async (idempotencyKey: string) => {
    if (await onConfirm(idempotencyKey)) setKey(null);
  };
  return (
    <>
      <button type="button" className={isDanger ? 'button danger' : 'button'} onClick={open}>
        {button}
      </button>
      {key !== null && (
        <Confirm
          title={title}
          action={button}
          tone={isDanger ? 'danger' : 'primary'}
          change={change}
          onConfirm={() => void confirm(key)}
          onClose={() => setKey(null)}
        >
          {children}
        </Confirm>
      )}
    </>
  );
}
