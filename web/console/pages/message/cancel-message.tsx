import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { CancelMessage } from '../../generated/documents.js';
import { Dialog } from '../../parts/dialog.js';
import { words } from './texts.js';

interface CancelButtonProps {
  readonly id: string;
  readonly to: string;
}

export function CancelButton({ id, to }: CancelButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        {words.cancel}
      </button>
      {isAsking && <CancelDialog id={id} to={to} onClose={() => setAsking(false)} />}
    </>
  );
}

function CancelDialog({ id, to, onClose }: CancelButtonProps & { readonly onClose: () => void }) {
  const { run, isRunning, failure, userErrors } = useChange(CancelMessage);
  const cancel = async () => {
    if (await run({ input: { messageId: id } })) onClose();
  };
  return (
    <Dialog title={words.cancelTitle} onClose={onClose}>
      <p>
        {words.cancelTo(to)} {words.cancelWhy}
      </p>
      <p className="error" role="alert">
        {failure?.message ?? userErrors.map(({ message }) => message).join(' ')}
      </p>
      <div className="actions">
        <button
          type="button"
          className="button danger"
          aria-busy={isRunning}
          onClick={() => {
            if (!isRunning) void cancel();
          }}
        >
          {words.cancel}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {words.keep}
        </button>
      </div>
    </Dialog>
  );
}
