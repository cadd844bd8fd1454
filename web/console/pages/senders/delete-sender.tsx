import { useChange } from '../../api/use-change.js';
import { DeleteSender as DeleteSenderMutation, type SenderRowFragment } from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
import { words } from './texts.js';

interface DeleteSenderProps {
  readonly sender: SenderRowFragment;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

export function DeleteSender({ sender: { id, name, status }, onEnd, onClose }: DeleteSenderProps) {
  const change = useChange(DeleteSenderMutation);
  const remove = async () => {
    if (await change.run({ input: { senderIdId: id } })) onEnd();
  };
  return (
    <Confirm
      title={words.deleting.title(name)}
      action={words.deleting.action}
      change={change}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{words.deleting.what}</p>
      {status === 'APPROVED' && <p>{words.deleting.again}</p>}
    </Confirm>
  );
}
