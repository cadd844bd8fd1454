import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { CancelMessage } from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
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
  const change = useChange(CancelMessage);
  const cancel = async () => {
    if (await change.run({ input: { messageId: id } })) onClose();
  };
  return (
    <Confirm
      title={words.cancelTitle}
      action={words.cancel}
      keep={words.keep}
      change={change}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <p>
        {words.cancelTo(to)} {words.cancelWhy}
      </p>
    </Confirm>
  );
}
