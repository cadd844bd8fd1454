import type { Organisation } from '../../db/sql/people/organisations.js';
import { claimAddress, isAnybodyThere, verifyPerson } from '../../db/sql/people/people.js';
import type { Device } from '../../domain/context.js';
import { PostriderError, requireValid } from '../../domain/errors.js';
import { normaliseEmail, validateEmail, validatePassword } from '../../domain/people/credentials.js';
import { setUpToken } from '../../domain/people/tokens.js';
import { isSameSecret } from '../../domain/secret-keys.js';
import { validateName } from '../../domain/text.js';
import { newId } from '../../lib/ids.js';
import { hashPassword } from '../../lib/password-hash.js';
import type { Services } from '../context.js';
import { insertFoundedOrganisation } from './organisations.js';
import { openSession, type SignedIn } from './sign-in.js';

export interface SetUpInput {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly organisationName: string;
}

/** Creates the first person and their organisation. The server printed the token, so no code is needed. */
export async function setUp(
  services: Services,
  device: Device,
  { token, email, name, password, organisationName }: SetUpInput,
): Promise<SignedIn & { readonly organisation: Organisation }> {
  if (!services.secretKeys.some((secretKey) => isSameSecret(token, setUpToken(secretKey))))
    throw new PostriderError('set_up_over');
  requireValid([
    ...validateName('name', name),
    ...validateEmail('email', email),
    ...validatePassword('password', password),
    ...validateName('organisationName', organisationName),
  ]);
  const passwordHash = await hashPassword(password);
  const organisationId = newId();
  return services.db.inOrganisation(organisationId, async (tx) => {
    if (await isAnybodyThere(tx)) throw new PostriderError('set_up_over');
    const claimed = await claimAddress(tx, { id: newId(), email: normaliseEmail(email), name });
    const person = await verifyPerson(tx, claimed.id, { name, passwordHash });
    if (!person) throw new PostriderError('set_up_over');
    const founder = { personId: person.id, name: person.email, address: device.address };
    const organisation = await insertFoundedOrganisation(tx, { name: organisationName, founder });
    return { organisation, ...(await openSession(tx, services, device, person)) };
  });
}

/**
 * Null as soon as an account exists. The token is in the fragment, which browsers do not send to servers and proxies.
 */
export async function findSetUpLink(services: Pick<Services, 'db' | 'policy' | 'secretKey'>): Promise<string | null> {
  if (await services.db.amongPeople(isAnybodyThere)) return null;
  return `${services.policy.publicUrl}/setup#token=${setUpToken(services.secretKey)}`;
}
