import { z } from 'zod';
import { addressRanges, baseUrl, secretFile, secretFrom } from '../../wire/options.js';

const LIVE_URL = 'https://api.africastalking.com';
const SANDBOX_URL = 'https://api.sandbox.africastalking.com';

/** Anything else cannot stand in a header. */
const apiKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must have 1 to 200 visible ASCII characters');

/** It stands in the addresses of callbacks. */
const callbackToken = z.string().regex(/^[\w-]{16,100}$/, 'must have 16 to 100 letters, digits, "-" and "_"');

export const africasTalkingOptions = z
  .strictObject({
    username: z.string().min(1).max(100),
    api_key: apiKey.optional(),
    api_key_file: secretFile,
    /** Callbacks are not signed: knowing this word proves where they come from, and so may their address. */
    callback_token: callbackToken.optional(),
    callback_token_file: secretFile,
    /** Left out: callbacks may come from anywhere. */
    callback_addresses: addressRanges.optional(),
    sandbox: z.boolean().default(false),
    /** For a proxy, or a stand-in in tests. */
    url: baseUrl.optional(),
    /** `form` is what their own libraries use; the sandbox knows no other. */
    endpoint: z.enum(['form', 'json']).default('form'),
    /** Lets them answer before they have handed the messages to the networks. */
    enqueue: z.boolean().default(true),
    max_connections: z.number().int().min(1).max(100).default(4),
  })
  .refine(({ sandbox, endpoint }) => !sandbox || endpoint === 'form', 'the sandbox has only the endpoint "form"')
  .transform((options, context) => ({
    username: options.username,
    apiKey: secretFrom(options, 'api_key', apiKey, context),
    callbackToken: secretFrom(options, 'callback_token', callbackToken, context),
    callbackAddresses: options.callback_addresses,
    baseUrl: options.url ?? (options.sandbox ? SANDBOX_URL : LIVE_URL),
    endpoint: options.endpoint,
    enqueue: options.enqueue,
    maxConnections: options.max_connections,
  }));

export type AfricasTalkingOptions = z.output<typeof africasTalkingOptions>;
