import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import {
  type InvitationRowFragment,
  InviteMember,
  type MemberRole,
  RevokeInvitation,
} from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { actionsColumn, type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Typed } from '../../parts/typed.js';
import { useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { mayGrant } from './roles.js';
import { words } from './texts.js';

interface InvitationListProps {
  readonly invitations: readonly InvitationRowFragment[];
  readonly own: MemberRole;
}

export function InvitationList({ invitations, own }: InvitationListProps) {
  const inviting = useChange(InviteMember);
  const [resentTo, setResentTo] = useState('');
  const resend = async ({ email, role }: InvitationRowFragment) => {
    setResentTo('');
    if (await inviting.run({ input: { email, role } })) setResentTo(email);
  };
  const { id = '' } = useViewer()?.organisation ?? {};
  return (
    <section className="stack">
      <div>
        <h2>{words.invitations.title}</h2>
        <p role="status">{resentTo && words.invitations.resent(resentTo)}</p>
      </div>
      <FormErrors refusal={inviting} />
      {invitations.length === 0 ? (
        <p className="quiet">{words.invitations.none}</p>
      ) : (
        <>
          <Table
            caption={words.invitations.title}
            columns={columnsFor(own, (invitation) => void resend(invitation))}
            rows={invitations}
          />
          <p className="quiet">
            {words.invitations.noMail}
            <br />
            <code>npm run postrider -- organisation invite EMAIL --role ROLE --organisation {id}</code>
          </p>
        </>
      )}
    </section>
  );
}

const columnsFor = (
  own: MemberRole,
  onResend: (invitation: InvitationRowFragment) => void,
): readonly Column<InvitationRowFragment>[] => [
  { name: words.invitations.email, isHeader: true, cell: ({ email }) => <strong>{email}</strong> },
  { name: words.invitations.role, cell: ({ role }) => <span>{text.roles[role]}</span> },
  { name: words.invitations.by, cell: ({ invitedBy }) => <Typed>{invitedBy}</Typed> },
  {
    name: words.invitations.until,
    cell: ({ expired, expiresAt }) =>
      expired ? <span className="status held">{words.invitations.expired}</span> : <Moment at={expiresAt} />,
  },
  actionsColumn(
    (invitation) =>
      mayGrant(own, invitation.role) && (
        <>
          <WriteButton of={invitation.email} onClick={() => onResend(invitation)}>
            {words.invitations.resend}
          </WriteButton>
          <Revoke invitation={invitation} />
        </>
      ),
  ),
];

function Revoke({ invitation: { id, email } }: { readonly invitation: InvitationRowFragment }) {
  return (
    <ConfirmButton
      button={words.invitations.revoke}
      of={email}
      title={words.revoking.title(email)}
      action={words.revoking.action}
      mutation={RevokeInvitation}
      input={() => ({ invitationId: id })}
    >
      <p>{words.revoking.what}</p>
    </ConfirmButton>
  );
}
