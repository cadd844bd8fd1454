import type { Services } from '../../domain/context.js';
import { setUpToken } from '../../domain/people/tokens.js';
import { isSetUp } from './is-set-up.js';

/** Null as soon as somebody has an account. The token is in the fragment, which browsers send to no server and no proxy. */
export async function findSetUpLink(services: Pick<Services, 'orm' | 'policy' | 'secretKey'>): Promise<string | null> {
  if (await isSetUp(services)) return null;
  return `${services.policy.publicUrl}/setup#token=${setUpToken(services.secretKey)}`;
}
