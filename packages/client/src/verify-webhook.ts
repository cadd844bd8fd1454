import { PostriderError } from './errors.js';
import type { PostriderEvent } from './events.js';

/** `Headers` of fetch, or the headers of a request of Node and its frameworks. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Seconds that the time of the post may be off; 300 by default. */
  readonly tolerance?: number;
}

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/**
 * Returns the event of a webhook if the signature is right and of this moment, and fails with the code
 * `invalid_webhook` otherwise. `body` is the body byte for byte, before anything has parsed it. While a secret is
 * changed, give both.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<PostriderEvent> {
  const bytes = bytesOf(body);
  const keys = (typeof secret === 'string' ? [secret] : secret).map(keyOf);
  if (keys.length === 0) throw new TypeError('There is no secret to verify the webhook with.');
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw invalid('A header of Standard Webhooks is missing.');
  const age = /^\d+$/.test(timestamp) ? Math.abs(Date.now() / 1000 - Number(timestamp)) : Number.NaN;
  // Also for NaN.
  if (!(age <= tolerance)) throw invalid('The time of the webhook is too far off.');
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const expected = await Promise.all(keys.map((key) => sign(key, signed)));
  const given = signatures.split(' ');
  if (!expected.some((one) => given.some((other) => isEqual(one, other)))) {
    throw invalid('No signature of the webhook fits.');
  }
  return { id, ...JSON.parse(new TextDecoder().decode(bytes)) } as PostriderEvent;
}

const invalid = (message: string) => new PostriderError(message, { code: 'invalid_webhook' });

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('`body` must be the raw body of the request: text or bytes, not what a framework has parsed.');
}

/** A secret that is missing must not make everybody able to sign. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = secret?.startsWith?.(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '';
  if (encoded === '') throw new TypeError('A secret begins with whsec_.');
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'object' ? found[0] : found;
}

function concatenated(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

async function sign(key: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', imported, content);
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}

/** Takes as long for a signature that is wrong at the first character as for one that is wrong at the last. */
function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let place = 0; place < one.length; place += 1) difference |= one.charCodeAt(place) ^ other.charCodeAt(place);
  return difference === 0;
}
