import { claimGroupRefresh, GROUPS, type GroupRow, replaceGroups } from '../../db/sql/chat/groups.js';
import type { SessionRow } from '../../db/sql/chat/sessions.js';
import { PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import type { Page, PageArguments } from '../../domain/paging.js';
import type { Context } from '../context.js';
import { readPage } from '../kernel/reads.js';
import { callEngineOf } from './engine-calls.js';
import { findSession, findSessionToChange } from './sessions.js';

export type { GroupRow } from '../../db/sql/chat/groups.js';

export interface ListGroupsInput extends PageArguments {
  readonly sessionId: string;
  /** Part of the name; case does not matter. */
  readonly search?: string | null | undefined;
}

/** Lists the stored groups of a phone. If they were never read, reads them from the engine first. */
export async function listGroups(
  context: Context,
  { sessionId, search, ...page }: ListGroupsInput,
): Promise<Page<GroupRow>> {
  const session = await findSession(context, sessionId);
  if (session.groups_refreshed_at === null) await readFirstTime(context, session);
  return readPage(context, `groups ${sessionId}`, GROUPS, { sessionId, search }, page);
}

async function readFirstTime(context: Context, session: SessionRow): Promise<void> {
  if (await readGroups(context, session)) return;
  // Another call is reading the groups, or has just failed to. An empty list would mean that there are no groups.
  const { groups_refreshed_at: refreshedAt } = await findSession(context, session.id);
  if (refreshedAt === null) throw notReadYet();
}

const notReadYet = () => new PostriderError('unavailable', 'The groups of this phone have not been read yet.');

export interface RefreshedGroups {
  readonly session: SessionRow;
  /** False: another call has asked the engine less than a minute ago. */
  readonly refreshed: boolean;
}

/** Reads the groups of a phone from its engine, at most once a minute for all callers together. */
export async function refreshGroups(
  context: Context,
  { sessionId }: { readonly sessionId: string },
): Promise<RefreshedGroups> {
  const session = await findSessionToChange(context, sessionId);
  const refreshed = await readGroups(context, session);
  return { session: refreshed ? await findSession(context, sessionId) : session, refreshed };
}

/** Needs no right to change the phone. Returns false if the engine was asked less than a minute ago. */
async function readGroups(context: Context, session: SessionRow): Promise<boolean> {
  if (session.state !== 'connected') throw new PostriderError('session_not_connected');
  const { organisationId } = context.caller;
  const claimed = await context.db.inOrganisation(organisationId, (tx) =>
    claimGroupRefresh(tx, session.id, LIMITS.groupRefreshSeconds),
  );
  if (!claimed) return false;
  const groups = await callEngineOf(context, session, (engine, its) => engine.listGroups(its));
  const storable = groups.map((group) => ({ ...group, name: storableName(group.name) }));
  await context.db.inOrganisation(organisationId, (tx) => replaceGroups(tx, session.id, storable));
  return true;
}

/** The engine does not validate names, and PostgreSQL would refuse all groups because of one bad name. */
function storableName(name: string): string {
  return name.replaceAll('\0', '').slice(0, LIMITS.groupNameLength).toWellFormed();
}
