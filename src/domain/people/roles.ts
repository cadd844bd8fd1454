import { ROLES, type Role, SCOPES, type Scope } from '../vocabulary.js';

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

/** A member gives, changes and takes away roles up to their own. */
export function mayGrant(own: Role, role: Role): boolean {
  return ROLES.indexOf(own) <= ROLES.indexOf(role);
}
