import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** Standard Webhooks: https://www.standardwebhooks.com */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function makeWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Reuse the key for many signatures: Node takes longer to create a key than to sign with it. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));
}

export interface SignedPost {
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
}

/** Signs with every valid secret, so that a receiver may verify with either. */
export function signedHeaders(keys: readonly KeyObject[], { id, body, sentAt }: SignedPost): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = keys.map((key) => `v1,${sign(key, `${id}.${timestamp}.${body}`)}`);
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function sign(key: KeyObject, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64');
}
