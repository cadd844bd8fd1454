import { Field, InputType, ObjectType } from 'type-graphql';
import type { AuditAction as Action } from '../../../domain/people/audit.js';
import type { ActorKind as Kind } from '../../../domain/vocabulary.js';
import { connectionOf } from '../kernel/connection.js';
import { ActorKind } from '../kernel/enums.js';
import type { AuditRow } from '../kernel/rows.js';
import { DateTime, JSONObject, UUID } from '../kernel/scalars.js';
import { AuditAction } from './audit-enums.js';

@ObjectType({ description: 'Who did something, as they were called then.', simpleResolvers: true })
export class AuditActor {
  @Field(() => ActorKind, { description: 'What kind of actor it is.' })
  kind!: Kind;

  @Field(() => UUID, { nullable: true, description: 'Of the API key or the person; null: the operator.' })
  id!: string | null;

  @Field(() => String, { description: 'The name of the key, or the e-mail address of the person.' })
  name!: string;
}

@ObjectType({
  description: 'Something that somebody did in the organisation. Entries are neither changed nor deleted.',
  simpleResolvers: true,
})
export class AuditEntry {
  @Field(() => UUID, { description: 'Identifies the entry.' })
  id!: string;

  @Field(() => AuditAction, { description: 'What was done.' })
  action!: Action;

  @Field(() => AuditActor, { description: 'Who did it.' })
  actor!: AuditActor;

  @Field(() => String, { nullable: true, description: 'From which IP address; null: at the command line.' })
  address!: string | null;

  @Field(() => String, { description: 'What kind of thing it was done to: the first half of the action.' })
  subjectType!: string;

  @Field(() => String, { nullable: true, description: 'To which one; null: to several, or to none with an id.' })
  subjectId!: string | null;

  @Field(() => JSONObject, {
    nullable: true,
    description:
      'The settings concerned, as they were, by their names in REST. Secrets, phone numbers and texts are never among them.',
  })
  before!: object | null;

  @Field(() => JSONObject, {
    nullable: true,
    description: 'The same as they are since, and what else there is to say.',
  })
  after!: object | null;

  @Field(() => DateTime, { description: 'When it was done.' })
  createdAt!: string;
}

export function toAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    address: row.address,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    before: row.before,
    after: row.after,
    createdAt: row.created_at,
  };
}

export const AuditEntryConnection = connectionOf('AuditEntry', 'entries of the audit log', () => AuditEntry);

@InputType({ description: 'Which entries to list; all conditions must hold.' })
export class AuditLogFilter {
  @Field(() => [AuditAction], { nullable: true, description: 'Only these actions; an empty list is none.' })
  actions?: Action[] | null;

  @Field(() => UUID, { nullable: true, description: 'By the API key or the person with this id.' })
  actorId?: string | null;

  @Field(() => String, { nullable: true, description: 'Done to what has this id.' })
  subjectId?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Done at this time or later.' })
  since?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Done earlier than this.' })
  until?: Date | null;
}
