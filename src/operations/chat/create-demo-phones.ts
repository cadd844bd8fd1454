import { countRows } from '../../db/list.js';
import { insertSession, type NewSession, SESSIONS } from '../../db/sql/chat/sessions.js';
import { lockOrganisation } from '../../db/sql/people/lock-organisation.js';
import { DEMO_PHONES } from '../../domain/chat/sandbox-numbers.js';
import { REASONS } from '../../domain/chat/session-state.js';
import { LIMITS } from '../../domain/limits.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { newId } from '../../lib/ids.js';
import type { Services } from '../context.js';

const STATES = { connected: 'connected', rejecting: 'connected', disconnected: 'disconnected' } as const;

/**
 * Three phones of the sandbox to try out chat messages with: one that works, one that rejects, one that is away. Nothing
 * is added to an organisation that has phones.
 */
export function createDemoPhones({ db }: Pick<Services, 'db'>, organisationId: string): Promise<void> {
  const phones = Object.entries(DEMO_PHONES) as [keyof typeof DEMO_PHONES, string][];
  return db.inOrganisation(organisationId, async (tx) => {
    await lockOrganisation(tx);
    if ((await countRows(tx, SESSIONS, {})) > 0) return;
    for (const [name, phoneNumber] of phones) {
      const phone: NewSession = {
        id: newId(),
        name,
        engine: SANDBOX_GATEWAY,
        test: true,
        state: STATES[name],
        reason: REASONS.created,
        phoneNumber,
      };
      await insertSession(tx, phone, LIMITS.sessionsPerOrganisation);
    }
  });
}
