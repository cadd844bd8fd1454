import { GROUPS, type GroupRow } from '../../db/sql/chat/groups.js';
import type { SessionRow } from '../../db/sql/chat/sessions.js';
import { PostriderError } from '../../domain/errors.js';
import type { Page, PageArguments } from '../../domain/paging.js';
import type { Context } from '../context.js';
import { readPage } from '../plumbing/read-page.js';
import { findSession } from './find-session.js';
import { readGroups } from './refresh-groups.js';

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
  return readPage(context, `groups ${sessionId}`, GROUPS, { sessionId, search }, page);
}

async function readForTheFirstTime(context: Context, session: SessionRow): Promise<void> {
  if (await readGroups(context, session)) return;
  // Somebody else is reading them, or has just tried in vain. An empty list would be a lie.
  const { groups_refreshed_at: refreshedAt } = await findSession(context, session.id);
  if (refreshedAt === null) throw notReadYet();
}

const notReadYet = () => new PostriderError('unavailable', 'The groups of this phone have not been read yet.');
