import type { MemberRole } from '../../generated/documents.js';
import { text } from '../../texts/text.js';

/** From the one that may most. */
const ROLES = Object.keys(text.roles) as readonly MemberRole[];

/** The roles that a member may give and take: none above their own. */
export const grantable = (own: MemberRole): readonly MemberRole[] => ROLES.slice(ROLES.indexOf(own));

export const mayGrant = (own: MemberRole, role: MemberRole): boolean => grantable(own).includes(role);
