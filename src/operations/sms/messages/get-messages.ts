import { findMessages } from '../../../db/sql/sms/messages.js';
import type { MessageRow } from '../../../db/sql/sms/rows.js';
import type { Context } from '../../context.js';

/** Those of the ids that are messages of the organisation. */
export function getMessages({ db, caller }: Context, ids: readonly string[]): Promise<MessageRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => findMessages(tx, ids));
}
