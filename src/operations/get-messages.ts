import { findMessages } from '../db/queries/find-by-ids.js';
import type { MessageRow } from '../db/queries/rows.js';
import { atOnceInOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';

/** Those of the ids that are messages of the organisation. */
export function getMessages({ orm, caller }: Context, ids: readonly string[]): Promise<MessageRow[]> {
  return atOnceInOrganisation(orm, caller.organisationId, (tx) => findMessages(tx, ids));
}
