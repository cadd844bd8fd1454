import type { Role } from '../../../src/domain/vocabulary.js';
import type { Services } from '../../../src/operations/context.js';
import { join, newPerson } from './members.js';

export interface Member {
  readonly id: string;
  readonly email: string;
  /** What their browser sends along, for this organisation. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A person of the organisation who has signed in, without the mails that it takes. */
export async function addMember(services: Services, organisationId: string, role: Role = 'owner'): Promise<Member> {
  const person = await newPerson(services);
  await join(services, organisationId, person, role);
  const cookie = `__Host-postrider_session=${person.token}`;
  return { id: person.id, email: person.email, headers: { cookie, 'x-organisation-id': organisationId } };
}
