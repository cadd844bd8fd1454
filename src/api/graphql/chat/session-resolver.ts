import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { listGroups } from '../../../operations/chat/groups.js';
import { readSessionQr } from '../../../operations/chat/pairing.js';
import { listSessions } from '../../../operations/chat/sessions.js';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/page-args.js';
import { UUID } from '../kernel/scalars.js';
import { found, orNull } from '../kernel/user-errors.js';
import { ChatGroupConnection, toChatGroup } from './chat-group.js';
import {
  Session,
  SessionChange,
  SessionConnection,
  SessionFilter,
  SessionQr,
  toSession,
  toSessionChange,
  toSessionQr,
} from './session.js';

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
