import { insertSession } from '../../src/db/sql/chat/sessions.js';
import { LIMITS } from '../../src/domain/limits.js';
import type { SessionState } from '../../src/domain/vocabulary.js';
import { newId } from '../../src/lib/ids.js';
import type { Services } from '../../src/operations/context.js';

interface Phone {
  readonly name?: string;
  readonly engine?: string;
  readonly state?: SessionState;
  readonly phoneNumber?: string | null;
  readonly test?: boolean;
}

/** A session of the organisation, connected unless something else is wanted; answers its id. */
export async function addPhone({ db }: Pick<Services, 'db'>, organisationId: string, phone: Phone = {}) {
  const { phoneNumber = '12025550199', ...others } = phone;
  const session = {
    id: newId(),
    name: 'A phone',
    engine: 'sandbox',
    test: false,
    state: 'connected',
    reason: 'created',
    phone_number: phoneNumber,
    ...others,
  } as const;
  await db.inOrganisation(organisationId, (tx) => insertSession(tx, session, LIMITS.sessionsPerOrganisation));
  return session.id;
}
