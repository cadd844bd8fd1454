import { insertMembership } from '../../src/db/queries/people/memberships.js';
import { claimAddress, verifyPerson } from '../../src/db/queries/people/people.js';
import { inOrganisation } from '../../src/db/transaction.js';
import type { Services } from '../../src/domain/context.js';
import type { Role } from '../../src/domain/vocabulary.js';
import { newId } from '../../src/lib/ids.js';
import { openSession } from '../../src/operations/people/open-session.js';

export interface Member {
  readonly id: string;
  readonly email: string;
  /** What their browser sends along, for this organisation. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A person of the organisation who has signed in, without the mails that it takes. */
export async function addMember(services: Services, organisationId: string, role: Role = 'owner'): Promise<Member> {
  const email = `${newId()}@example.org`;
  return inOrganisation(services.orm, organisationId, async (tx) => {
    const { id } = await claimAddress(tx, { id: newId(), email, name: 'A member' });
    const person = await verifyPerson(tx, id, { name: 'A member', passwordHash: 'of no password' });
    if (!person) throw new Error('The address was taken.');
    await insertMembership(tx, organisationId, id, role);
    const { token } = await openSession(tx, services, person);
    const cookie = `__Host-postrider_session=${token}`;
    return { id, email, headers: { cookie, 'x-organisation-id': organisationId } };
  });
}
