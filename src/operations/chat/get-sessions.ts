import { findSessions } from '../../db/queries/chat/find-sessions.js';
import type { SessionRow } from '../../db/queries/chat/rows.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';

/** Those of the ids that are sessions of the organisation. */
export function getSessions({ orm, caller }: Context, ids: readonly string[]): Promise<SessionRow[]> {
  return atOnceInOrganisation(orm, caller.organisationId, (tx) => findSessions(tx, ids));
}
