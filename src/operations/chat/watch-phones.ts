import { changeSession } from '../../db/queries/chat/change-session.js';
import { findHangingSessions } from '../../db/queries/chat/find-sessions.js';
import { acrossOrganisations, inOrganisation } from '../../db/transaction.js';
import { REASONS } from '../../domain/chat/session-state.js';
import type { Services } from '../../domain/context.js';

/** Finds phones that take messages and send nothing: those would be swallowed. */
export async function watchPhones({ orm, logger, policy }: Services): Promise<void> {
  const hanging = await acrossOrganisations(orm, (tx) => findHangingSessions(tx, policy.chatAckTimeoutSeconds));
  for (const { organisation_id: organisationId, id } of hanging) {
    const stalled = { state: 'stalled', reason: REASONS.acksMissing, from: ['connected'] } as const;
    await inOrganisation(orm, organisationId, (tx) => changeSession(tx, organisationId, id, stalled));
    logger.warn({ sessionId: id }, 'a phone takes messages, but they are not acknowledged: it counts as stalled');
  }
}
