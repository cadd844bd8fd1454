import { changeSession } from '../../db/queries/chat/change-session.js';
import { doubtUnanswered } from '../../db/queries/chat/doubt-unanswered.js';
import { findHangingSessions } from '../../db/queries/chat/find-sessions.js';
import { acrossOrganisations, inOrganisation } from '../../db/transaction.js';
import { REASONS } from '../../domain/chat/session-state.js';
import type { Services } from '../../domain/context.js';

/** Longer than any engine is waited for. An answer that is written down later still settles its message. */
const SEND_LEASE_SECONDS = 120;

/** Finds what would otherwise be swallowed: phones that take messages and send nothing, sends that nobody settled. */
export async function watchMessages({ orm, logger, policy }: Services): Promise<void> {
  const doubtful = await acrossOrganisations(orm, (tx) => doubtUnanswered(tx, SEND_LEASE_SECONDS));
  if (doubtful > 0) logger.warn({ messages: doubtful }, 'chat messages were left behind while they were handed over');

  const hanging = await acrossOrganisations(orm, (tx) => findHangingSessions(tx, policy.chatAckTimeoutSeconds));
  for (const { organisation_id: organisationId, id } of hanging) {
    const stalled = { state: 'stalled', reason: REASONS.acksMissing, from: ['connected'] } as const;
    await inOrganisation(orm, organisationId, (tx) => changeSession(tx, organisationId, id, stalled));
    logger.warn({ sessionId: id }, 'a phone takes messages, but they are not acknowledged: it counts as stalled');
  }
}
