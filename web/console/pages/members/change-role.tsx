import { useChange } from '../../api/use-change.js';
import { ChangeMemberRole, type MemberRole, type MemberRowFragment } from '../../generated/documents.js';
import { errorAt } from '../../parts/forms/field.js';
import { DialogForm } from '../../parts/forms/form.js';
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
    <DialogForm
      title={words.changing.title(person.name)}
      change={change}
      labels={{ role: words.form.role }}
      action={words.changing.submit}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoleChoice own={own} chosen={role} error={errorAt(change.userErrors, 'role')} />
      <p className="quiet">{isSelf ? words.changing.own : words.changing.when}</p>
    </DialogForm>
  );
}
