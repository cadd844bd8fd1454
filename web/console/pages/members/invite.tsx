import { useChange } from '../../api/use-change.js';
import { InviteMember, type MemberRole } from '../../generated/documents.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { text } from '../../texts/text.js';
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
    <Dialog title={words.invite} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isRunning) void invite(new FormData(event.currentTarget));
        }}
      >
        <FormErrors refusal={change} labels={{ email: words.form.email, role: words.form.role }} />
        <TextField
          label={words.form.email}
          hint={words.form.emailHint}
          name="email"
          type="email"
          autoComplete="off"
          error={errorAt(change.userErrors, 'email')}
        />
        <RoleChoice own={own} chosen={USUAL} error={errorAt(change.userErrors, 'role')} />
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {text.forms.cancel}
          </button>
          <WriteButton type="submit" className="button primary" isRunning={change.isRunning}>
            {words.form.submit}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  );
}
