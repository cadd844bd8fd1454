import { doubtUnanswered } from '../../db/sql/chat/settle-messages.js';
import type { Services } from '../context.js';

/** Longer than any engine is waited for. An answer that is written down later still settles its message. */
const SEND_LEASE_SECONDS = 180;

/** Finds sends that nobody has settled and nobody will, because their process died. */
export async function doubtUnansweredSends({ db, logger }: Services): Promise<void> {
  const doubtful = await db.acrossOrganisations((tx) => doubtUnanswered(tx, SEND_LEASE_SECONDS));
  if (doubtful > 0) logger.warn({ messages: doubtful }, 'chat messages were left behind while they were handed over');
}
