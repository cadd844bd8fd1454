import type { SessionRow } from '../../db/sql/chat/sessions.js';
import { findSessions } from '../../db/sql/chat/sessions.js';
import type { Context } from '../context.js';

/** Those of the ids that are sessions of the organisation. */
export function getSessions({ db, caller }: Context, ids: readonly string[]): Promise<SessionRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => findSessions(tx, ids));
}
