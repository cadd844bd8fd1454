import type { EventBody } from '../../domain/events/event.js';
import { makeWebhookSecret, signingKey } from '../../domain/events/signature.js';
import { createHttpClient, destinationOf } from '../../lib/net/http-client.js';
import type { Services } from '../../operations/context.js';
import { type Attempt, postEvent, signEvent } from '../../operations/webhooks/deliver/post.js';
import { UsageError } from '../command.js';

/** A URL that the operator chose, and the secret that signs its posts. */
export interface Address {
  readonly url: string;
  readonly secret: string;
}

export interface Forward extends Address {
  post(id: string, body: EventBody): Promise<Attempt>;
  /** Fails running posts at once. */
  close(): Promise<void>;
}

/** Null if no URL is given; without a secret, generates one. */
export function readAddress(option: string, url: string | undefined, secret: string | undefined): Address | null {
  if (url === undefined) {
    if (secret !== undefined) throw new UsageError(`--secret is for what is posted to an address: give ${option}.`);
    return null;
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`${option} must be an address such as http://127.0.0.1:4000/hooks.`);
  }
  if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret)) {
    throw new UsageError('--secret must be "whsec_" and a key in base64, as it is shown for an endpoint.');
  }
  return { url, secret: secret ?? makeWebhookSecret() };
}

/** Posts as to an endpoint, but to any URL: a user of the command could call it with curl as well. */
export function openForward({ policy }: Services, { url, secret }: Address): Forward {
  const http = createHttpClient({ reach: 'any' });
  const to = destinationOf(new URL(url));
  const keys = [signingKey(secret)];
  return {
    url,
    secret,
    post: (id, body) => postEvent({ http, policy }, to, signEvent(keys, id, body)),
    close: () => http.close(),
  };
}

/** `204 in 12 ms`. */
export function formatAttempt({ responseStatus, error, durationMs }: Attempt): string {
  return `${responseStatus ?? `no answer (${error})`} in ${durationMs} ms`;
}
