import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { ChangeMemberRole, InviteMember, type MemberRole, type MemberRowFragment } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { RadioField, TextField } from '../../parts/forms/field.js';
import { DialogForm } from '../../parts/forms/form.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

/** From the one that may most. */
const ROLES = Object.keys(text.roles) as readonly MemberRole[];

/** The roles that a member may give and take: none above their own. */
const grantable = (own: MemberRole): readonly MemberRole[] => ROLES.slice(ROLES.indexOf(own));

export const mayGrant = (own: MemberRole, role: MemberRole): boolean => grantable(own).includes(role);

interface RoleChoiceProps {
  /** The role of the person who chooses. */
  readonly own: MemberRole;
  readonly chosen: MemberRole;
}

/** The roles that the person may give, each with what it may. */
function RoleChoice({ own, chosen }: RoleChoiceProps) {
  const options = grantable(own).map((role) => [role, text.roles[role], words.may[role]] as const);
  return <RadioField legend={words.form.role} name="role" options={options} value={chosen} />;
}

interface InviteProps {
  readonly own: MemberRole;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** The role that may least, so that a slip gives nothing away. */
const USUAL: MemberRole = 'VIEWER';

export function Invite({ own, onEnd, onClose }: InviteProps) {
  const change = useChange(InviteMember);
  const invite = async (form: FormData) => {
    const role = String(form.get('role')) as MemberRole;
    if (await change.run({ input: { email: String(form.get('email')), role } })) onEnd();
  };
  return (
    <DialogForm
      title={words.invite}
      change={change}
      labels={{ email: words.form.email, role: words.form.role }}
      action={words.form.submit}
      onSubmit={invite}
      onClose={onClose}
    >
      <TextField label={words.form.email} hint={words.form.emailHint} name="email" type="email" autoComplete="off" />
      <RoleChoice own={own} chosen={USUAL} />
    </DialogForm>
  );
}

interface ChangeRoleProps {
  readonly member: MemberRowFragment;
  readonly own: MemberRole;
  /** Whether the person changes their own role. */
  readonly isSelf: boolean;
}

export function ChangeRole({ member: { person, role }, own, isSelf }: ChangeRoleProps) {
  const [isOpen, setOpen] = useState(false);
  const change = useChange(ChangeMemberRole);
  const close = () => {
    setOpen(false);
    change.forget();
  };
  const submit = async (form: FormData) => {
    const chosen = String(form.get('role')) as MemberRole;
    if (await change.run({ input: { personId: person.id, role: chosen } })) close();
  };
  return (
    <>
      <WriteButton of={person.name} onClick={() => setOpen(true)}>
        {words.change}
      </WriteButton>
      {isOpen && (
        <DialogForm
          title={words.changing.title(person.name)}
          change={change}
          labels={{ role: words.form.role }}
          action={words.changing.submit}
          onSubmit={submit}
          onClose={close}
        >
          <RoleChoice own={own} chosen={role} />
          <p className="quiet">{isSelf ? words.changing.own : words.changing.when}</p>
        </DialogForm>
      )}
    </>
  );
}
