import type { KeyObject } from 'node:crypto';
import { signingKey } from '../../domain/events/signature.js';
import { seal, unsealWithAny } from '../../lib/sealed.js';
import type { Services } from '../context.js';

/**
 * Secrets of endpoints are encrypted with the secret key: the worker can sign with them, and a reader of the database
 * cannot.
 */
export function sealSecret(
  { secretKey }: Pick<Services, 'secretKey'>,
  organisationId: string,
  endpointId: string,
  secret: string,
): Buffer {
  return seal(secretKey, webhookSecretPurpose(organisationId, endpointId), secret);
}

/** What an endpoint's posts are signed with. */
export function openKeys(
  keeper: Pick<Services, 'secretKeys'>,
  organisationId: string,
  endpointId: string,
  sealed: readonly Buffer[],
): KeyObject[] {
  return sealed.map((secret) => signingKey(openSecret(keeper, organisationId, endpointId, secret)));
}

export function openSecret(
  { secretKeys }: Pick<Services, 'secretKeys'>,
  organisationId: string,
  endpointId: string,
  sealed: Buffer,
): string {
  const secret = unsealWithAny(secretKeys, webhookSecretPurpose(organisationId, endpointId), sealed);
  if (secret === null) throw new Error('The secret of a webhook endpoint was sealed with another SECRET_KEY.');
  return secret;
}

export function webhookSecretPurpose(organisationId: string, endpointId: string): string {
  return `webhook secret ${organisationId} ${endpointId}`;
}
