import { findMessages } from '../db/queries/find-by-ids.js';
import type { MessageRow } from '../db/queries/rows.js';
import type { Context } from './context.js';

/** Those of the ids that are messages of the organisation. */
export function getMessages({ db, caller }: Context, ids: readonly string[]): Promise<MessageRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => findMessages(tx, ids));
}
