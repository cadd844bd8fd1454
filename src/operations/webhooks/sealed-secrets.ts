import type { KeyObject } from 'node:crypto';
import { signingKey } from '../../domain/events/signature.js';
import { seal, unseal } from '../../lib/sealed.js';
import type { Services } from '../context.js';

type Keeper = Pick<Services, 'secretKey'>;

/** Secrets of endpoints are encrypted with the secret key: the worker can sign with them, and a reader of the database cannot. */
export function sealSecret({ secretKey }: Keeper, organisationId: string, endpointId: string, secret: string): Buffer {
  return seal(secretKey, purposeOf(organisationId, endpointId), secret);
}

/** What an endpoint's posts are signed with. */
export function openKeys(
  keeper: Keeper,
  organisationId: string,
  endpointId: string,
  sealed: readonly Buffer[],
): KeyObject[] {
  return sealed.map((secret) => signingKey(openSecret(keeper, organisationId, endpointId, secret)));
}

export function openSecret({ secretKey }: Keeper, organisationId: string, endpointId: string, sealed: Buffer): string {
  return unseal(secretKey, purposeOf(organisationId, endpointId), sealed);
}

function purposeOf(organisationId: string, endpointId: string): string {
  return `webhook secret ${organisationId} ${endpointId}`;
}
