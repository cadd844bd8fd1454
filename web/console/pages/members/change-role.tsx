import { useChange } from '../../api/use-change.js';
import { ChangeMemberRole, type MemberRole, type MemberRowFragment } from '../../generated/documents.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { errorAt } from '../../parts/forms/field.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { text } from '../../texts/text.js';
import { RoleChoice } from './role-choice.js';
import { words } from './texts.js';

interface ChangeRoleProps {
  readonly member: MemberRowFragment;
  readonly own: MemberRole;
  /** Whether the person changes their own role. */
  readonly isSelf: boolean;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

export function ChangeRole({ member: { person, role }, own, isSelf, onEnd, onClose }: ChangeRoleProps) {
  const change = useChange(ChangeMemberRole);
  const submit = async (form: FormData) => {
    const chosen = String(form.get('role')) as MemberRole;
    if (await change.run({ input: { personId: person.id, role: chosen } })) onEnd();
  };
  return (
    <Dialog title={words.changing.title(person.name)} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isRunning) void submit(new FormData(event.currentTarget));
        }}
      >
        <FormErrors refusal={change} labels={{ role: words.form.role }} />
        <RoleChoice own={own} chosen={role} error={errorAt(change.userErrors, 'role')} />
        <p className="quiet">{isSelf ? words.changing.own : words.changing.when}</p>
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {text.forms.cancel}
          </button>
          <WriteButton type="submit" className="button primary" isRunning={change.isRunning}>
            {words.changing.submit}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  );
}
