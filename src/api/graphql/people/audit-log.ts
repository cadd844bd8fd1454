import { Arg, Args, Ctx, Field, ID, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import { type AuditAction as Action, AUDIT_ACTIONS } from '../../../domain/people/audit.js';
import { camelCased } from '../../../lib/snake-case.js';
import { type AuditRow, listAuditEntries } from '../../../operations/people/audit-log.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime, JSONObject, UUID } from '../kernel/scalars.js';
import { AuditActor } from './actor.js';

const AuditAction = enumOf(
  'AuditAction',
  'The action of an audit entry. In the REST API, `WEBHOOK_CREATED` is `webhook.created`, and so on.',
  AUDIT_ACTIONS,
);

@ObjectType({
  description:
    'An entry of the audit log: an action of an actor in the organisation. Entries are neither changed nor ' +
    'deleted.',
  simpleResolvers: true,
})
class AuditEntry {
  @Field(() => ID, { description: 'The id of the entry.' })
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
  const { actor_kind: kind, actor_id: actorId, actor_name: name } = row;
  return { ...camelCased(row), actor: { kind, actorId, name } };
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
