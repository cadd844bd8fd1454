import { useChange } from '../../api/use-change.js';
import {
  type InvitationRowFragment,
  LeaveOrganisation,
  type MemberRowFragment,
  RemoveMember,
  RevokeInvitation,
} from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
import { useViewer } from '../../state/viewer.js';
import { words } from './texts.js';

interface ConfirmationProps {
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

interface RemoveProps extends ConfirmationProps {
  readonly member: MemberRowFragment;
}

export function Remove({ member: { person }, onEnd, onClose }: RemoveProps) {
  const change = useChange(RemoveMember);
  const remove = async () => {
    if (await change.run({ input: { personId: person.id } })) onEnd();
  };
  return (
    <Confirm
      title={words.removing.title(person.name)}
      action={words.removing.action}
      change={change}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{words.removing.what}</p>
      <p>{words.removing.keys}</p>
    </Confirm>
  );
}

interface RevokeProps extends ConfirmationProps {
  readonly invitation: InvitationRowFragment;
}

export function Revoke({ invitation: { id, email }, onEnd, onClose }: RevokeProps) {
  const change = useChange(RevokeInvitation);
  const revoke = async () => {
    if (await change.run({ input: { invitationId: id } })) onEnd();
  };
  return (
    <Confirm
      title={words.revoking.title(email)}
      action={words.revoking.action}
      change={change}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>{words.revoking.what}</p>
    </Confirm>
  );
}

/** Afterwards the person stands at the address that leads to their other organisations. */
export function Leave({ onClose }: Pick<ConfirmationProps, 'onClose'>) {
  const change = useChange(LeaveOrganisation);
  const organisation = useViewer()?.organisation;
  const leave = async () => {
    if (await change.run({ input: { organisationId: organisation?.id ?? '' } })) location.assign('/app/');
  };
  return (
    <Confirm
      title={words.leaving.title(organisation?.name ?? '')}
      action={words.leaving.action}
      typed={organisation?.name}
      change={change}
      onConfirm={() => void leave()}
      onClose={onClose}
    >
      <p>{words.leaving.what}</p>
    </Confirm>
  );
}
