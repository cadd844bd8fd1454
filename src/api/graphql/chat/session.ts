import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { renderSVG } from 'uqr';
import { type SessionReason as Reason, SESSION_REASONS, sessionReason } from '../../../domain/chat/session-state.js';
import { LIMITS } from '../../../domain/limits.js';
import type { SessionState as State } from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import { listEngines } from '../../../operations/chat/create-session.js';
import { type GroupRow, listGroups } from '../../../operations/chat/groups.js';
import { type SessionQr as QrCode, readSessionQr } from '../../../operations/chat/pairing.js';
import {
  getSessions,
  listSessionChanges,
  listSessions,
  type SessionChangeRow,
  type SessionRow,
} from '../../../operations/chat/sessions.js';
import { hasScope, type ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { loaderById, loaderOf } from '../kernel/loader.js';
import { Node } from '../kernel/node.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { found, orNull } from '../kernel/user-errors.js';

export const SessionState = enumOf<State>('SessionState', 'The state of a session.', {
  stopped: 'Stopped: the session is not started, or was stopped.',
  starting: 'Starting: the engine starts the session, or connects to the phone.',
  scan_qr:
    'Scan QR: the session waits for a phone. Scan the code of `sessionQr`, or type the code of ' +
    '`requestPairingCode`.',
  connected: 'Connected: the phone is connected. Messages can be sent in this state only.',
  stalled:
    'Stalled: the engine reports the phone as connected, but its messages are not acknowledged. Restart the ' +
    'session.',
  disconnected: 'Disconnected: the engine does not respond, or reports that the phone is gone.',
  failed: 'Failed: the engine gave up; `reason` says why. Start the session again.',
});

const SessionReason = enumOf<Reason>('SessionReason', 'Why a session is in its state.', SESSION_REASONS);

const REASON_CODE =
  'The reason, for programs. Null if there is none, and for changes that were stored before version 0.2.';

function toReason({ reason }: Pick<SessionRow, 'reason'>) {
  const reasonCode = sessionReason(reason);
  return { reason: reasonCode ? SESSION_REASONS[reasonCode] : reason, reasonCode };
}

@ObjectType({ description: 'A state change of a session.', simpleResolvers: true })
export class SessionChange {
  @Field(() => SessionState, { description: 'The state after the change.' })
  state!: State;

  @Field(() => String, { nullable: true, description: 'The reason, for people.' })
  reason!: string | null;

  @Field(() => SessionReason, { nullable: true, description: REASON_CODE })
  reasonCode!: Reason | null;

  @Field(() => DateTime, { description: 'The time of the change.' })
  at!: string;

  @Field(() => Int, { description: 'The number of the change, from 1.' })
  revision!: number;
}

function toSessionChange(row: SessionChangeRow): SessionChange {
  return { state: row.state, ...toReason(row), at: row.changed_at, revision: row.revision };
}

@ObjectType({
  implements: Node,
  description:
    'A session of a chat engine: it sends chat messages through the phone that is connected to it. The sign-in of a person is a `PersonSession`.',
  simpleResolvers: true,
})
export class Session extends Node<'Session'> {
  @Field(() => String, { description: 'The name of the session, as given.' })
  name!: string;

  @Field(() => String, { description: 'The chat engine of the session.' })
  engine!: string;

  @Field(() => SessionState, { description: 'The state of the session.' })
  state!: State;

  @Field(() => Boolean, { description: 'True if messages can be sent through the session.' })
  connected!: boolean;

  @Field(() => String, { nullable: true, description: 'Why the session is in this state, for people.' })
  reason!: string | null;

  @Field(() => SessionReason, { nullable: true, description: REASON_CODE })
  reasonCode!: Reason | null;

  @Field(() => PhoneNumber, {
    nullable: true,
    description: 'The number of the connected phone; null if there is none or it is unknown.',
  })
  phoneNumber!: string | null;

  @Field(() => DateTime, { description: 'The time when this state began.' })
  stateSince!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the engine last confirmed this state; null if never.',
  })
  confirmedAt!: string | null;

  @Field(() => Boolean, { description: 'True if the session was made with a test key.' })
  test!: boolean;

  @Field(() => DateTime, { description: 'The time when the session was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'The time of the last state change.' })
  updatedAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the groups of the phone were last read; null if never.',
  })
  groupsRefreshedAt!: string | null;
}

export function toSession(row: SessionRow): Session {
  return { ...camelCased(row), ...toReason(row), typeName: 'Session', connected: row.state === 'connected' };
}

export const loadSession = loaderById(getSessions, toSession);
const loadChanges = loaderOf(listSessionChanges, []);

const SessionConnection = connectionOf('Session', 'sessions', () => Session);

@InputType({ description: 'Conditions for listed sessions.' })
class SessionFilter {
  @Field(() => SessionState, { nullable: true, description: 'Sessions in this state.' })
  state?: State | null;
}

@ObjectType({ description: 'A QR code that connects the phone that scans it to a session.', simpleResolvers: true })
class SessionQr {
  @Field(() => String, { description: 'The text in the QR code.' })
  raw!: string;

  @Field(() => String, { description: 'The QR code as an SVG image.' })
  svg!: string;

  @Field(() => DateTime, {
    description: 'The latest time at which phones accept the code. Request a new code before then.',
  })
  expiresAt!: Date;

  @Field(() => Int, {
    description:
      'Which code it is since the session began to wait for a phone, from 1, as far as the engine has reported.',
  })
  attempt!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'After how many codes the session fails; null if the engine does not give up, as the sandbox.',
  })
  attempts!: number | null;
}

/** The quiet zone around a QR code, in modules. */
const QUIET_ZONE = 4;

function toSessionQr({ raw, ...code }: QrCode): SessionQr {
  return { raw, svg: renderSVG(raw, { border: QUIET_ZONE }), ...code };
}

@ObjectType({ description: 'A group of the chat app that the phone of a session belongs to.', simpleResolvers: true })
class ChatGroup {
  @Field(() => String, {
    description: 'The id of the group, which `sendGroupMessage` accepts as `to`; it ends in `@g.us`.',
  })
  chatId!: string;

  @Field(() => String, { description: 'The name of the group.' })
  name!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The number of participants; null if the engine does not report it.',
  })
  participantCount!: number | null;
}

const toChatGroup = (row: GroupRow): ChatGroup => camelCased(row);

const ChatGroupConnection = connectionOf('ChatGroup', 'groups', () => ChatGroup);

const SEARCH = {
  nullable: true,
  description: 'Only groups whose name contains this text; case does not matter.',
} as const;

async function groupsOf(context: ResolverContext, wanted: Parameters<typeof listGroups>[1]) {
  const groups = await orNull(context, listGroups(context, wanted));
  return groups && ChatGroupConnection.of(groups, toChatGroup);
}

/** A field that waits for an engine costs more than one that only reads the database. */
const ENGINE_COST = 20;

@Resolver(() => Session)
export class SessionResolver {
  @Query(() => SessionConnection, {
    complexity: 5,
    description:
      'Returns the sessions of the organisation, which connect phones, oldest first. Where people have signed in is `sessions` of ' +
      '`viewer`.',
  })
  async sessions(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => SessionFilter, { nullable: true, description: 'Conditions for the listed sessions.' })
    filter?: SessionFilter | null,
  ) {
    return SessionConnection.of(await listSessions(context, { ...page, conditions: filter ?? {} }), toSession);
  }

  @Query(() => Session, {
    nullable: true,
    description: 'Returns one session; null if the organisation has no session with this id.',
  })
  async session(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The id of the session.' }) id: string,
  ): Promise<Session | null> {
    return found(context, 'Session', await loadSession(context, id));
  }

  @Query(() => [String], {
    description: 'Returns the chat engines that `createSession` takes, the default one first.',
  })
  engines(@Ctx() context: ResolverContext): readonly string[] {
    return listEngines(context);
  }

  @Query(() => SessionQr, {
    nullable: true,
    complexity: ENGINE_COST,
    description:
      'Returns the QR code that connects a phone to a session; null unless the state of the session is ' + '`SCAN_QR`.',
  })
  async sessionQr(
    @Ctx() context: ResolverContext,
    @Arg('sessionId', () => UUID, { description: 'The id of the session to connect the phone to.' })
    sessionId: string,
  ): Promise<SessionQr | null> {
    const code = await orNull(context, readSessionQr(context, sessionId));
    return code && toSessionQr(code);
  }

  @Query(() => ChatGroupConnection, {
    nullable: true,
    complexity: ENGINE_COST,
    description:
      'Returns the groups of a phone by name, as last read from the engine; `refreshGroups` reads them ' +
      'again. Null if the organisation has no session with this id.',
  })
  groups(
    @Ctx() context: ResolverContext,
    @Arg('sessionId', () => UUID, { description: 'The id of the session of the phone.' }) sessionId: string,
    @Args() page: PageArgs,
    @Arg('search', () => String, SEARCH) search?: string | null,
  ) {
    return groupsOf(context, { ...page, sessionId, search });
  }

  @FieldResolver(() => [SessionChange], {
    complexity: 2,
    description: `The last ${LIMITS.sessionHistoryLength} state changes of the session, newest first.`,
  })
  async history(@Root() { id }: Pick<Session, 'id'>, @Ctx() context: ResolverContext): Promise<SessionChange[]> {
    return (await loadChanges(context, id)).map(toSessionChange);
  }

  @FieldResolver(() => ChatGroupConnection, {
    name: 'groups',
    nullable: true,
    complexity: ENGINE_COST,
    description:
      'The groups of the phone by name, as the query `groups` returns them; null for keys without the scope `CHAT_READ`.',
  })
  async groupsOfSession(
    @Root() { id }: Pick<Session, 'id'>,
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('search', () => String, SEARCH) search?: string | null,
  ) {
    return hasScope(context, 'chat:read') ? groupsOf(context, { ...page, sessionId: id, search }) : null;
  }
}
