import { claimGroupRefresh, GROUPS, type GroupRow, replaceGroups } from '../../db/sql/chat/groups.js';
import type { SessionRow } from '../../db/sql/chat/sessions.js';
import { PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import type { Page, PageArguments } from '../../domain/paging.js';
import type { Context } from '../context.js';
import { queriesOf, readPage } from '../plumbing/reads.js';
import { answerOf, engineOf, toEngineSession } from './engine-calls.js';
import { findSession, findSessionToChange } from './sessions.js';

export interface ListGroupsInput extends PageArguments {
  readonly sessionId: string;
  /** A part of the name, in whatever case. */
  readonly search?: string | null | undefined;
}

/** The stored groups of a phone. Before the first time there are none stored, so they are read from the engine. */
export async function listGroups(
  context: Context,
  { sessionId, search, ...page }: ListGroupsInput,
): Promise<Page<GroupRow>> {
  const session = await findSession(context, sessionId);
  if (session.groups_refreshed_at === null) await readForTheFirstTime(context, session);
  return readPage(context, { name: `groups ${sessionId}`, ...queriesOf(GROUPS, { sessionId, search }) }, page);
}

async function readForTheFirstTime(context: Context, session: SessionRow): Promise<void> {
  if (await readGroups(context, session)) return;
  // Somebody else is reading them, or has just tried in vain. An empty list would be a lie.
  const { groups_refreshed_at: refreshedAt } = await findSession(context, session.id);
  if (refreshedAt === null) throw notReadYet();
}

const notReadYet = () => new PostriderError('unavailable', 'The groups of this phone have not been read yet.');

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
