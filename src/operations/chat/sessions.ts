import {
  findSessions,
  listSessionChangeRows,
  SESSIONS,
  type SessionChangeRow,
  type SessionConditions,
  type SessionRow,
} from '../../db/sql/chat/sessions.js';
import { notFound, PostriderError } from '../../domain/errors.js';
import type { Page, PageArguments } from '../../domain/paging.js';
import { mayUsePhone } from '../../domain/people/api-key.js';
import type { Context } from '../context.js';
import { readPage } from '../plumbing/read-page.js';

/** A session of the caller's organisation; anybody else's does not exist. */
export async function findSession({ db, caller }: Context, sessionId: string): Promise<SessionRow> {
  const { organisationId } = caller;
  const [session] = await db.atOnceInOrganisation(organisationId, (tx) => findSessions(tx, [sessionId]));
  if (!session) throw notFound('Session');
  return session;
}

/** The same, to do something to it: a test key leaves real phones alone, and a restricted one all but its own. */
export async function findSessionToChange(context: Context, sessionId: string): Promise<SessionRow> {
  const session = await findSession(context, sessionId);
  if (context.caller.mode === 'test' && !session.test) throw new PostriderError('live_for_test_key');
  if (!mayUsePhone(context.caller, sessionId)) throw phoneNotAllowed();
  return session;
}

/** For what finds the session by itself: asks nobody unless the key is restricted to other phones. */
export async function refuseOtherPhones(context: Context, sessionId: string): Promise<void> {
  if (mayUsePhone(context.caller, sessionId)) return;
  // A phone that is not there is not found, whatever the key is restricted to.
  await findSession(context, sessionId);
  throw phoneNotAllowed();
}

const phoneNotAllowed = () => new PostriderError('not_allowed_for_key', 'The API key may not use this phone.');

/** Those of the ids that are sessions of the organisation. */
export function getSessions({ db, caller }: Context, ids: readonly string[]): Promise<SessionRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => findSessions(tx, ids));
}

export interface ListSessionsInput extends PageArguments {
  readonly conditions: SessionConditions;
}

export function listSessions(context: Context, { conditions, ...page }: ListSessionsInput): Promise<Page<SessionRow>> {
  return readPage(context, 'sessions', SESSIONS, conditions, page);
}

/** The last changes of each session, newest first, by session id. */
export async function listSessionChanges(
  { db, caller: { organisationId } }: Context,
  sessionIds: readonly string[],
): Promise<Map<string, SessionChangeRow[]>> {
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listSessionChangeRows(tx, sessionIds));
  return Map.groupBy(rows, (row) => row.session_id);
}
