import { Arg, Args, Ctx, Field, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { AuditAction as Action } from '../../../domain/people/audit.js';
import { camelCased } from '../../../lib/snake-case.js';
import { type AuditRow, listAuditEntries } from '../../../operations/people/audit-log.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime, JSONObject, UUID } from '../kernel/scalars.js';
import { AuditActor } from './actor.js';

const AuditAction = enumOf<Action>(
  'AuditAction',
  'The action of an audit entry. In the REST API, `WEBHOOK_CREATED` is `webhook.created`, and so on.',
  {
    'organisation.created': 'The organisation was created.',
    'organisation.updated': 'The name or a setting of the organisation was changed.',
    'member.joined': 'A person accepted an invitation.',
    'member.role_changed': 'The role of a member was changed.',
    'member.removed': 'A member was removed from the organisation.',
    'member.left': 'A member left the organisation.',
    'invitation.created': 'A person was invited.',
    'invitation.revoked': 'An invitation was revoked.',
    'api_key.created': 'An API key was created.',
    'api_key.rotated': 'An API key was replaced by a new one.',
    'api_key.revoked': 'An API key was revoked.',
    'sender_id.created': 'A sender ID was registered.',
    'sender_id.approved': 'A sender ID was approved.',
    'sender_id.rejected': 'A sender ID was rejected.',
    'sender_id.deleted': 'A sender ID was deleted.',
    'webhook.created': 'A webhook was created.',
    'webhook.updated': 'A webhook was changed, paused, made active again, or its backlog was skipped.',
    'webhook.deleted': 'A webhook was deleted.',
    'webhook.secret_rotated': 'The secret of a webhook was rotated.',
    'webhook.redelivered': 'Deliveries of events to a webhook were repeated.',
    'session.created': 'A session was created, and started unless `start` is false.',
    'session.started': 'A session was started.',
    'session.stopped': 'A session was stopped.',
    'session.restarted': 'A session was stopped and started.',
    'session.logged_out': 'The phone was unpaired from a session.',
    'session.deleted': 'A session was deleted.',
    'session.pairing_requested': 'A pairing code was requested, whether or not the engine returned one.',
    'suppression.added': 'Numbers were suppressed; `count` is the number of new suppressions.',
    'suppression.lifted': 'A suppression was lifted.',
    'number.erased':
      'Texts and data of a number were erased; `messages` and `chat_messages` are how many, `pending` those that a gateway still had, ' +
      '`masked` what was sent to others and lost the number.',
    'campaign.cancelled': 'Messages of a campaign were cancelled.',
    'campaign.paused': 'A campaign was paused.',
    'campaign.resumed': 'A paused campaign was resumed.',
    'campaign.rescheduled': 'A campaign got another time to start.',
    'message.cancelled': 'A message was cancelled.',
    'messages.resumed': 'Held messages of a gateway were queued again.',
    'export_link.created': 'A link for downloading rows was created; `conditions` names the conditions of the rows.',
    'export_link.ended': 'A link for downloading rows was ended before it expired.',
  },
);

@ObjectType({
  description:
    'An entry of the audit log: an action of an actor in the organisation. Entries are neither changed nor ' +
    'deleted.',
  simpleResolvers: true,
})
class AuditEntry {
  @Field(() => UUID, { description: 'The id of the entry.' })
  id!: string;

  @Field(() => AuditAction, { description: 'The action.' })
  action!: Action;

  @Field(() => AuditActor, { description: 'The actor.' })
  actor!: AuditActor;

  @Field(() => String, { nullable: true, description: 'The IP address of the actor; null at the command line.' })
  address!: string | null;

  @Field(() => String, { description: 'The type of the subject: the first half of the action.' })
  subjectType!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The id of the subject; null if there are several subjects, or the subject has no id.',
  })
  subjectId!: string | null;

  @Field(() => JSONObject, {
    nullable: true,
    description:
      'The changed settings before the action, by their REST names. Secrets, phone numbers and texts are ' +
      'never included.',
  })
  before!: object | null;

  @Field(() => JSONObject, {
    nullable: true,
    description: 'The changed settings after the action, and further details.',
  })
  after!: object | null;

  @Field(() => DateTime, { description: 'The time of the action.' })
  createdAt!: string;
}

function toAuditEntry(row: AuditRow): AuditEntry {
  const { actor_kind: kind, actor_id: id, actor_name: name } = row;
  return { ...camelCased(row), actor: { kind, id, name } };
}

const AuditEntryConnection = connectionOf('AuditEntry', 'entries of the audit log', () => AuditEntry);

@InputType({ description: 'Conditions for listed entries; all of them must hold.' })
class AuditLogFilter {
  @Field(() => [AuditAction], {
    nullable: true,
    description: 'Entries with these actions; an empty list matches none.',
  })
  actions?: Action[] | null;

  @Field(() => UUID, { nullable: true, description: 'Entries of the API key or the person with this id.' })
  actorId?: string | null;

  @Field(() => String, { nullable: true, description: 'Entries about the subject with this id.' })
  subjectId?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Entries from this time on.' })
  since?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Entries before this time.' })
  until?: Date | null;
}

@Resolver(() => AuditEntry)
export class AuditResolver {
  @Query(() => AuditEntryConnection, {
    complexity: 5,
    description:
      'Returns the audit log of the organisation, newest first: who did what, and from which address. It has ' +
      'no entries for actions of the server itself.',
  })
  async auditLog(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => AuditLogFilter, { nullable: true, description: 'Conditions for the listed entries.' })
    filter?: AuditLogFilter | null,
  ) {
    const found = await listAuditEntries(context, { ...page, conditions: filter ?? {} });
    return AuditEntryConnection.of(found, toAuditEntry);
  }
}
