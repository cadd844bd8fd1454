import type { ChatMessageRow } from '../../db/sql/chat/messages.js';
import { findByEngineId, findChatMessages } from '../../db/sql/chat/messages.js';
import { isUuid } from '../../lib/ids.js';
import type { Context } from '../context.js';

/** Those of the ids that are chat messages of the organisation. */
export function getChatMessages({ db, caller }: Context, ids: readonly string[]): Promise<ChatMessageRow[]> {
  return db.inOrganisation(caller.organisationId, (tx) => findChatMessages(tx, ids));
}

/** By our id, or by the one that the engine gave it and that the answer to its sending named. */
export function findChatMessage({ db, caller }: Context, anyId: string): Promise<ChatMessageRow | null> {
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const [own] = isUuid(anyId) ? await findChatMessages(tx, [anyId]) : [];
    return own ?? findByEngineId(tx, anyId);
  });
}
