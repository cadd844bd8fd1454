import { z } from 'zod';
import { baseUrl, headerSecret, secretFile, secretFrom, sharedSecret, webAddress } from '../../wire/options.js';

/** WAHA waits 5 seconds for a session to connect before it refuses a call. */
const MIN_TIMEOUT_MS = 6_000;
const MAX_TIMEOUT_MS = 120_000;

const timeout = z.number().int().min(MIN_TIMEOUT_MS).max(MAX_TIMEOUT_MS);

export const wahaOptions = z
  .strictObject({
    url: baseUrl,
    api_key: headerSecret.optional(),
    api_key_file: secretFile,
    /** WAHA signs callbacks with this secret. */
    callback_secret: sharedSecret.optional(),
    callback_secret_file: secretFile,
    /** If WAHA does not reach Postrider at its public URL. */
    callback_url: webAddress.optional(),
    timeout_ms: timeout.default(15_000),
    /** Sends of media: WAHA fetches the medium, and may convert it, before it answers. */
    media_timeout_ms: timeout.default(60_000),
  })
  .transform((options, context) => ({
    baseUrl: options.url,
    apiKey: secretFrom(options, 'api_key', headerSecret, context),
    callbackSecret: secretFrom(options, 'callback_secret', sharedSecret, context),
    ...(options.callback_url === undefined ? {} : { callbackUrl: options.callback_url }),
    timeoutMs: options.timeout_ms,
    mediaTimeoutMs: options.media_timeout_ms,
  }));

export type WahaOptions = z.output<typeof wahaOptions>;
