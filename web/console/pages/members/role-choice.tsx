import { useId } from 'react';
import type { MemberRole } from '../../generated/documents.js';
import { text } from '../../texts/text.js';
import { grantable } from './roles.js';
import { words } from './texts.js';

interface RoleChoiceProps {
  /** The role of the person who chooses. */
  readonly own: MemberRole;
  readonly chosen: MemberRole;
  readonly error: string | undefined;
}

/** The roles that the person may give, each with what it may. */
export function RoleChoice({ own, chosen, error }: RoleChoiceProps) {
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={error && id}>
      <legend>{words.form.role}</legend>
      {grantable(own).map((role) => (
        <label key={role} className="choice">
          <input type="radio" name="role" value={role} defaultChecked={role === chosen} />
          <span className="two-lines">
            {text.roles[role]}
            <span className="quiet">{words.may[role]}</span>
          </span>
        </label>
      ))}
      {error && (
        <span className="error" id={id}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
