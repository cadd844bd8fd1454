import { useChange } from '../../api/use-change.js';
import { InviteMember, type MemberRole } from '../../generated/documents.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { DialogForm } from '../../parts/forms/form.js';
import { RoleChoice } from './role-choice.js';
import { words } from './texts.js';

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
      <TextField
        label={words.form.email}
        hint={words.form.emailHint}
        name="email"
        type="email"
        autoComplete="off"
        error={errorAt(change.userErrors, 'email')}
      />
      <RoleChoice own={own} chosen={USUAL} error={errorAt(change.userErrors, 'role')} />
    </DialogForm>
  );
}
