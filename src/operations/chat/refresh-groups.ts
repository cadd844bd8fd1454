import { claimGroupRefresh, replaceGroups } from '../../db/sql/chat/groups.js';
import type { SessionRow } from '../../db/sql/chat/sessions.js';
import { PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import type { Context } from '../context.js';
import { answerOf, engineOf, toEngineSession } from './engine-of.js';
import { findSession, findSessionToChange } from './find-session.js';

export interface RefreshGroupsInput {
  readonly sessionId: string;
}

export interface RefreshedGroups {
  readonly session: SessionRow;
  /** False: somebody has asked the engine less than a minute ago, or is asking it just now. */
  readonly refreshed: boolean;
}

/** Reads the groups of a phone from its engine, once a minute at most, however many ask. */
export async function refreshGroups(context: Context, { sessionId }: RefreshGroupsInput): Promise<RefreshedGroups> {
  const session = await findSessionToChange(context, sessionId);
  const refreshed = await readGroups(context, session);
  return { session: refreshed ? await findSession(context, sessionId) : session, refreshed };
}

/** The same for whoever may merely see the phone; returns whether they were read. */
export async function readGroups(context: Context, session: SessionRow): Promise<boolean> {
  if (session.state !== 'connected') throw new PostriderError('session_not_connected');
  const { organisationId } = context.caller;
  const claimed = await context.db.inOrganisation(organisationId, (tx) =>
    claimGroupRefresh(tx, session.id, LIMITS.groupRefreshSeconds),
  );
  if (!claimed) return false;
  const groups = await answerOf(context, engineOf(context, session.engine), (engine) =>
    engine.listGroups(toEngineSession(session)),
  );
  const storable = groups.map((group) => ({ ...group, name: storableName(group.name) }));
  await context.db.inOrganisation(organisationId, (tx) => replaceGroups(tx, session.id, storable));
  return true;
}

/** Names come from outside: one that PostgreSQL refuses would take all the others with it. */
function storableName(name: string): string {
  return name.replaceAll('\0', '').slice(0, LIMITS.groupNameLength).toWellFormed();
}
