import { ROLES, type Role, SCOPES, type Scope } from '../vocabulary.js';

const READING = ['sms:read', 'chat:read', 'inbox:read'] as const satisfies readonly Scope[];
const OPERATING = [
  ...READING,
  'sms:send',
  'chat:send',
  'sessions:manage',
  'suppressions:manage',
] as const satisfies readonly Scope[];

/** The scopes of each role. Owners and admins differ only in the roles that they may grant: see `mayGrant`. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  developer: [...OPERATING, 'webhooks:manage', 'keys:manage', 'senders:manage'],
  operator: OPERATING,
  viewer: READING,
};

/** A member may grant and remove roles up to their own. */
export function mayGrant(own: Role, role: Role): boolean {
  return ROLES.indexOf(own) <= ROLES.indexOf(role);
}
