import { useId } from 'react';
import type { MemberRole } from '../../generated/documents.js';
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
