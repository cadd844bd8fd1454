import { z } from 'zod';
import { baseUrl, optionalSecretFrom, secretFile, secretFrom, sharedSecret, webAddress } from '../../wire/options.js';

/** Kannel's example tables store report URLs of 255 characters, and we append up to 84. */
const MAX_CALLBACK_URL_LENGTH = 160;

const ALL_REPORTS = 63;
/** Delivered, undelivered, buffered by the network, accepted and rejected by the SMSC. */
const DEFAULT_DLR_MASK = 31;

const password = z.string().min(1, 'must not be empty');

export const kannelOptions = z
  .strictObject({
    /** Without /cgi-bin/sendsms. */
    url: baseUrl,
    username: z.string().min(1),
    password: password.optional(),
    password_file: secretFile,
    /** If Kannel does not reach Postrider at its public URL. */
    callback_url: webAddress
      .refine((url) => url.length <= MAX_CALLBACK_URL_LENGTH, `must have at most ${MAX_CALLBACK_URL_LENGTH} characters`)
      .optional(),
    /** By default derived from SECRET_KEY. */
    callback_secret: sharedSecret.optional(),
    callback_secret_file: secretFile,
    /** Proves what people have sent: a part of the URL that Kannel's sms-service calls. Without it none is taken. */
    inbound_token: sharedSecret.optional(),
    inbound_token_file: secretFile,
    smsc: z.string().min(1).max(100).optional(),
    dlr_mask: z.number().int().min(0).max(ALL_REPORTS).default(DEFAULT_DLR_MASK),
    /** Kannel recognises an international number only by its plus sign. */
    plus_sign: z.boolean().default(true),
    max_connections: z.number().int().min(1).max(200).default(20),
  })
  .transform((options, context) => ({
    baseUrl: options.url,
    username: options.username,
    password: secretFrom(options, 'password', password, context),
    callbackUrl: options.callback_url,
    callbackSecret: optionalSecretFrom(options, 'callback_secret', sharedSecret, context),
    inboundToken: optionalSecretFrom(options, 'inbound_token', sharedSecret, context),
    smsc: options.smsc,
    dlrMask: options.dlr_mask,
    plusSign: options.plus_sign,
    maxConnections: options.max_connections,
  }));

type Parsed = z.output<typeof kannelOptions>;

/** With the defaults filled in. */
export type KannelOptions = Parsed & {
  readonly callbackUrl: string;
  readonly callbackSecret: string;
  /** Proves reports about messages that were sent before SECRET_KEY was replaced. */
  readonly previousCallbackSecret?: string | undefined;
};
