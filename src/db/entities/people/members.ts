import { defineEntity, p } from '@mikro-orm/core';
import { ROLES } from '../../../domain/vocabulary.js';
import { bytes, idOf, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from './organisations.js';
import { Person } from './people.js';

export const Membership = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    personId: idOf(Person, 'person_id').primary(),
    role: p.enum(ROLES).nativeEnumName('member_role'),
    createdAt: timestamp().defaultRaw('now()'),
  },
  indexes: [{ name: 'memberships_person', properties: ['personId'] }],
});

/** One invitation per address: another one replaces it. */
export const Invitation = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    email: p.text(),
    role: p.enum(ROLES).nativeEnumName('member_role'),
    /** Keyed hash of the token in the link. */
    tokenHash: bytes(),
    /** The name of the actor. */
    invitedBy: p.text(),
    createdAt: timestamp().defaultRaw('now()'),
    expiresAt: timestamp(),
  },
  indexes: [{ name: 'invitations_token', properties: ['tokenHash'] }],
  uniques: [{ properties: ['organisationId', 'email'] }],
});
