import { Field, ObjectType } from 'type-graphql';
import type { Role } from '../../../domain/vocabulary.js';
import { connectionOf } from '../kernel/connection.js';
import { MemberRole } from '../kernel/enums.js';
import type { MemberRow } from '../kernel/rows.js';
import { DateTime } from '../kernel/scalars.js';
import { Person } from './viewer.js';

@ObjectType({ description: 'Somebody who may act for the organisation.', simpleResolvers: true })
export class Member {
  @Field(() => Person, { description: 'Who it is.' })
  person!: Person;

  @Field(() => MemberRole, { description: 'What they may do.' })
  role!: Role;

  @Field(() => DateTime, { description: 'Since when they have belonged to it.' })
  joinedAt!: string;
}

export function toMember({ person_id: id, email, name, role, created_at: joinedAt }: MemberRow): Member {
  return { person: { id, email, name }, role, joinedAt };
}

export const MemberConnection = connectionOf('Member', 'members', () => Member);
