import { ROLES, type Role, SCOPES, type Scope } from './vocabulary.js';

const READING = ['sms:read', 'chat:read'] as const satisfies readonly Scope[];
const OPERATING = [
  ...READING,
  'sms:send',
  'chat:send',
  'sessions:manage',
  'suppressions:manage',
] as const satisfies readonly Scope[];

/** What a member may do, in the words of API keys. Owners and admins differ in whom they may make what: see `mayGrant`. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  developer: [...OPERATING, 'webhooks:manage', 'keys:manage', 'senders:manage'],
  operator: OPERATING,
  viewer: READING,
};

/** Nobody gives, changes or takes away a role above their own. A key that may manage members counts as an admin. */
export function mayGrant(own: Role | null, role: Role): boolean {
  return ROLES.indexOf(own ?? 'admin') <= ROLES.indexOf(role);
}
