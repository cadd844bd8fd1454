import { Arg, Args, Ctx, Field, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { AuditAction as Action } from '../../../domain/people/audit.js';
import type { ActorKind as Actor, ActorKind as Kind } from '../../../domain/vocabulary.js';
import { listAuditEntries } from '../../../operations/people/audit/list-audit-entries.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import type { AuditRow } from '../kernel/rows.js';
import { DateTime, JSONObject, UUID } from '../kernel/scalars.js';

const ActorKind = enumOf<Actor>('ActorKind', 'What kind of actor did something.', {
  key: 'A program, with an API key.',
  person: 'A member of the organisation, who had signed in.',
  operator: 'Whoever has the command line of the installation.',
});

const AuditAction = enumOf<Action>(
  'AuditAction',
  'What was done. In the REST API `WEBHOOK_CREATED` is `webhook.created`, and so on.',
  {
    'organisation.created': 'The organisation was made.',
    'organisation.updated': 'The name or a rule of the organisation was changed.',
    'member.joined': 'Somebody has accepted an invitation.',
    'member.role_changed': 'A member was given another role.',
    'member.removed': 'A member was taken out of the organisation.',
    'member.left': 'A member has left the organisation.',
    'invitation.created': 'Somebody was invited.',
    'invitation.revoked': 'An invitation was withdrawn.',
    'api_key.created': 'An API key was made.',
    'api_key.rotated': 'An API key was made to take the place of another.',
    'api_key.revoked': 'An API key was made useless.',
    'sender_id.created': 'A sender ID was asked for.',
    'sender_id.approved': 'A sender ID was approved.',
    'sender_id.rejected': 'A sender ID was rejected.',
    'sender_id.deleted': 'A sender ID was deleted.',
    'webhook.created': 'A webhook was made.',
    'webhook.updated': 'A webhook was changed, paused, made active again, or told to skip its backlog.',
    'webhook.deleted': 'A webhook was deleted.',
    'webhook.secret_rotated': 'A webhook was given another secret.',
    'webhook.redelivered': 'Events were put on their way to a webhook once more.',
    'session.created': 'A place for a phone was made, and started unless `start` is false.',
    'session.started': 'A session was started.',
    'session.stopped': 'A session was stopped.',
    'session.restarted': 'A session was stopped and started.',
    'session.logged_out': 'The phone was taken off a session.',
    'session.deleted': 'A session was deleted.',
    'session.pairing_requested': 'A code to connect a phone with was asked for, whether or not the engine had one.',
    'suppression.added': 'Numbers were suppressed, `count` of which had not been before.',
    'suppression.lifted': 'A number may be written to again.',
    'campaign.cancelled': 'Messages of a campaign were cancelled.',
    'message.cancelled': 'A message was cancelled.',
    'messages.resumed': 'Held messages of a gateway were let go.',
  },
);

@ObjectType({ description: 'Who did something, as they were called then.', simpleResolvers: true })
class AuditActor {
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
class AuditEntry {
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

function toAuditEntry(row: AuditRow): AuditEntry {
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

const AuditEntryConnection = connectionOf('AuditEntry', 'entries of the audit log', () => AuditEntry);

@InputType({ description: 'Which entries to list; all conditions must hold.' })
class AuditLogFilter {
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

@Resolver(() => AuditEntry)
export class AuditResolver {
  @Query(() => AuditEntryConnection, {
    complexity: 5,
    description:
      'Who did what in the organisation, and from where, newest first. What Postrider does by itself is no part.',
  })
  async auditLog(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => AuditLogFilter, { nullable: true, description: 'Only entries like this.' })
    filter?: AuditLogFilter | null,
  ) {
    const found = await listAuditEntries(context, { ...page, conditions: filter ?? {} });
    return AuditEntryConnection.of(found, toAuditEntry);
  }
}
