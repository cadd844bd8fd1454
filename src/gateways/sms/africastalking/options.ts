import { z } from 'zod';
import { addressRanges, baseUrl, headerSecret, secretFile, secretFrom } from '../../wire/options.js';

const LIVE_URL = 'https://api.africastalking.com';
const SANDBOX_URL = 'https://api.sandbox.africastalking.com';

/** Part of the callback URLs. */
const callbackToken = z.string().regex(/^[\w-]{16,100}$/, 'must have 16 to 100 letters, digits, "-" and "_"');

export const africasTalkingOptions = z
  .strictObject({
    username: z.string().min(1).max(100),
    api_key: headerSecret.optional(),
    api_key_file: secretFile,
    /** Callbacks are not signed: this token in the URL authenticates them, and optionally their address. */
    callback_token: callbackToken.optional(),
    callback_token_file: secretFile,
    /** By default callbacks may come from any address. */
    callback_addresses: addressRanges.optional(),
    sandbox: z.boolean().default(false),
    /** For a proxy or a test double. */
    url: baseUrl.optional(),
    /** Their own libraries use `form`; their sandbox has no other endpoint. */
    endpoint: z.enum(['form', 'json']).default('form'),
    /** They answer before they hand the messages to the networks. */
    enqueue: z.boolean().default(true),
    max_connections: z.number().int().min(1).max(100).default(4),
  })
  .refine(({ sandbox, endpoint }) => !sandbox || endpoint === 'form', 'the sandbox has only the endpoint "form"')
  .transform((options, context) => ({
    username: options.username,
    apiKey: secretFrom(options, 'api_key', headerSecret, context),
    callbackToken: secretFrom(options, 'callback_token', callbackToken, context),
    callbackAddresses: options.callback_addresses,
    baseUrl: options.url ?? (options.sandbox ? SANDBOX_URL : LIVE_URL),
    endpoint: options.endpoint,
    enqueue: options.enqueue,
    maxConnections: options.max_connections,
  }));

export type AfricasTalkingOptions = z.output<typeof africasTalkingOptions>;
