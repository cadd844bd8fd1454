import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { renderSVG } from 'uqr';
import type { SessionState as State } from '../../../domain/vocabulary.js';
import { listGroups } from '../../../operations/chat/list-groups.js';
import { listSessions } from '../../../operations/chat/list-sessions.js';
import { readSessionQr } from '../../../operations/chat/read-session-qr.js';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { Node } from '../kernel/node.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import type { GroupRow, QrCode, SessionChangeRow, SessionRow } from '../kernel/rows.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { found, orNull } from '../kernel/user-errors.js';

export const SessionState = enumOf<State>('SessionState', 'Where a session is on its way to a connected phone.', {
  stopped: 'Not started, or stopped.',
  starting: 'Being started, or connecting.',
  scan_qr: 'Waits for a phone: scan the code of `sessionQr`, or type that of `requestPairingCode`.',
  connected: 'The phone is connected. Messages can be sent in this state alone.',
  stalled: 'The engine calls it connected, but nothing that it takes is acknowledged. Restart it.',
  disconnected: 'The engine does not answer, or says that the phone is gone.',
  failed: 'The engine has given up; `reason` says why. Start it again.',
});

@ObjectType({ description: 'A change of the state of a session.', simpleResolvers: true })
export class SessionChange {
  @Field(() => SessionState, { description: 'The state from then on.' })
  state!: State;

  @Field(() => String, { nullable: true, description: 'Why, for humans.' })
  reason!: string | null;

  @Field(() => DateTime, { description: 'When it happened.' })
  at!: string;

  @Field(() => Int, { description: 'Counts the changes of a session, from 1.' })
  revision!: number;
}

function toSessionChange(row: SessionChangeRow): SessionChange {
  return { state: row.state, reason: row.reason, at: row.changed_at, revision: row.revision };
}

@ObjectType({
  implements: Node,
  description: 'A phone through which chat messages are sent, or the place for one.',
  simpleResolvers: true,
})
export class Session extends Node {
  @Field(() => String, { description: 'Its name, as given.' })
  name!: string;

  @Field(() => String, { description: 'The engine that speaks with the chat app for it.' })
  engine!: string;

  @Field(() => SessionState, { description: 'Where it is on its way to a connected phone.' })
  state!: State;

  @Field(() => Boolean, { description: 'Messages can be sent through it.' })
  connected!: boolean;

  @Field(() => String, { nullable: true, description: 'Why it is in this state, for humans.' })
  reason!: string | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'Of its phone; null while there is none, or none known.' })
  phoneNumber!: string | null;

  @Field(() => DateTime, { description: 'When this state began.' })
  stateSince!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the engine last confirmed this state; null: it never did.',
  })
  confirmedAt!: string | null;

  @Field(() => Boolean, { description: 'Made with a test key.' })
  test!: boolean;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When its state last changed.' })
  updatedAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'How old the list of its groups is; null: never read.' })
  groupsRefreshedAt!: string | null;
}

export function toSession(row: SessionRow): Session {
  return {
    typeName: 'Session',
    id: row.id,
    name: row.name,
    engine: row.engine,
    state: row.state,
    connected: row.state === 'connected',
    reason: row.reason,
    phoneNumber: row.phone_number,
    stateSince: row.state_since,
    confirmedAt: row.confirmed_at,
    test: row.test,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    groupsRefreshedAt: row.groups_refreshed_at,
  };
}

const SessionConnection = connectionOf('Session', 'sessions', () => Session);

@InputType({ description: 'Which sessions to list.' })
class SessionFilter {
  @Field(() => SessionState, { nullable: true, description: 'In this state.' })
  state?: State | null;
}

@ObjectType({ description: 'A code to scan with a phone, which connects it to a session.', simpleResolvers: true })
class SessionQr {
  @Field(() => String, { description: 'What the code holds.' })
  raw!: string;

  @Field(() => String, { description: 'The code as a picture, in SVG.' })
  svg!: string;

  @Field(() => DateTime, { description: 'When phones will no longer take it, at the latest. Ask again by then.' })
  expiresAt!: Date;
}

/** The white margin that the standard for QR codes asks for, in dots. */
const QUIET_ZONE = 4;

function toSessionQr({ raw, expiresAt }: QrCode): SessionQr {
  return { raw, svg: renderSVG(raw, { border: QUIET_ZONE }), expiresAt };
}

@ObjectType({ description: 'A group of the chat app that the phone of a session belongs to.', simpleResolvers: true })
class ChatGroup {
  @Field(() => String, { description: 'What `sendGroupMessage` takes as `to`; it ends in `@g.us`.' })
  chatId!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => Int, { nullable: true, description: 'How many belong to it; null when the engine does not say.' })
  participantCount!: number | null;
}

function toChatGroup(row: GroupRow): ChatGroup {
  return { chatId: row.chat_id, name: row.name, participantCount: row.participant_count };
}

const ChatGroupConnection = connectionOf('ChatGroup', 'groups', () => ChatGroup);

/** What waits for an engine costs more than what the database answers. */
const ENGINE_COST = 20;

@Resolver(() => Session)
export class SessionResolver {
  @Query(() => SessionConnection, { complexity: 5, description: 'The sessions of the organisation, oldest first.' })
  async sessions(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => SessionFilter, { nullable: true, description: 'Only sessions like this.' })
    filter?: SessionFilter | null,
  ) {
    return SessionConnection.of(await listSessions(context, { ...page, conditions: filter ?? {} }), toSession);
  }

  @Query(() => Session, { nullable: true, description: 'One session; null if the organisation has none with this id.' })
  async session(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The session.' }) id: string,
  ): Promise<Session | null> {
    const row = found(context, 'Session', await batchesOf(context).session(id));
    return row && toSession(row);
  }

  @Query(() => SessionQr, {
    nullable: true,
    complexity: ENGINE_COST,
    description: 'The code that connects a phone; null while there is none to scan: only `SCAN_QR` has one.',
  })
  async sessionQr(
    @Ctx() context: ResolverContext,
    @Arg('sessionId', () => UUID, { description: 'The session that the phone is to be connected to.' })
    sessionId: string,
  ): Promise<SessionQr | null> {
    const code = await orNull(context, readSessionQr(context, sessionId));
    return code && toSessionQr(code);
  }

  @Query(() => ChatGroupConnection, {
    nullable: true,
    complexity: ENGINE_COST,
    description:
      'The groups of a phone by name, as last read from the engine; see `refreshGroups`. Null if the organisation has ' +
      'no session with this id.',
  })
  async groups(
    @Ctx() context: ResolverContext,
    @Arg('sessionId', () => UUID, { description: 'The session of the phone.' }) sessionId: string,
    @Args() page: PageArgs,
    @Arg('search', () => String, { nullable: true, description: 'Only groups with this in their name, in any case.' })
    search?: string | null,
  ) {
    const groups = await orNull(context, listGroups(context, { ...page, sessionId, search }));
    return groups && ChatGroupConnection.of(groups, toChatGroup);
  }

  @FieldResolver(() => [SessionChange], {
    complexity: 2,
    description: 'The last 20 changes of its state, newest first.',
  })
  async history(@Root() { id }: Pick<Session, 'id'>, @Ctx() context: ResolverContext): Promise<SessionChange[]> {
    return (await batchesOf(context).sessionChanges(id)).map(toSessionChange);
  }
}
