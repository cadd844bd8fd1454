import { changeSession, findHangingSessions } from '../../db/sql/chat/session-states.js';
import { REASONS } from '../../domain/chat/session-state.js';
import type { Services } from '../context.js';

/** Finds phones that take messages and send nothing: those would be swallowed. */
export async function watchPhones({ db, logger, policy }: Services): Promise<void> {
  const { chatAckTimeoutSeconds: timeoutSeconds } = policy;
  const hanging = await db.acrossOrganisations((tx) => findHangingSessions(tx, timeoutSeconds));
  for (const { organisation_id: organisationId, id } of hanging) {
    const stalled = await db.inOrganisation(organisationId, (tx) =>
      changeSession(tx, id, {
        state: 'stalled',
        reason: REASONS.acksMissing,
        from: ['connected'],
        // An ack may have come since: a stalled phone gets nothing to send, so that no other would bring it back.
        ifUnackedForSeconds: timeoutSeconds,
      }),
    );
    if (!stalled) continue;
    logger.warn({ sessionId: id }, 'a phone takes messages, but they are not acknowledged: it counts as stalled');
  }
}
