import { setUpToken } from '../../../domain/people/tokens.js';
import type { Services } from '../../context.js';
import { isSetUp } from './is-set-up.js';

/** Null as soon as somebody has an account. The token is in the fragment, which browsers send to no server and no proxy. */
export async function findSetUpLink(services: Pick<Services, 'db' | 'policy' | 'secretKey'>): Promise<string | null> {
  if (await isSetUp(services)) return null;
  return `${services.policy.publicUrl}/setup#token=${setUpToken(services.secretKey)}`;
}
