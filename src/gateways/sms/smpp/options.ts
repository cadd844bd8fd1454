import { z } from 'zod';
import { findDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import { secretFile, secretFrom } from '../../wire/options.js';
import { normalErr } from '../smsc-codes.js';

/** C-octet strings: ASCII, terminated by NUL. */
const wireText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\x20-\x7e]*$/, 'must be plain ASCII');

/** The standard allows 8 characters; many SMSCs use longer passwords. */
const password = wireText(64).min(1, 'must not be empty');

const octet = z.number().int().min(0).max(255);

/** "1030" or "0x406". */
const STATUS_KEY = /^(0x[0-9a-f]{1,8}|\d{1,10})$/i;
const deliveryCode = z
  .number()
  .refine((code) => code >= 400 && findDeliveryCode(code) !== undefined, 'must be a delivery code from 401 to 502');

const errorCodes = z.strictObject({
  command_status: z
    .record(z.string(), z.union([deliveryCode, z.literal('throttled')]))
    .refine((codes) => Object.keys(codes).every((key) => STATUS_KEY.test(key)), 'must name statuses as "0x45" or "69"')
    .default({}),
  receipt_err: z.record(z.string().min(1).max(20), deliveryCode).default({}),
});

const shape = z.strictObject({
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535).default(2775),
  tls: z.boolean().default(false),
  ca_file: z.string().min(1).optional(),
  system_id: wireText(15).min(1, 'must not be empty'),
  password: password.optional(),
  password_file: secretFile,
  system_type: wireText(12).default(''),
  bind: z.enum(['transceiver', 'transmitter_receiver']).default('transceiver'),
  binds: z.number().int().min(1).max(16).default(1),
  window: z.number().int().min(1).max(1_000).default(10),
  response_timeout_ms: z.number().int().min(1_000).max(60_000).default(20_000),
  enquire_link_seconds: z.number().int().min(1).max(3_600).default(30),
  service_type: wireText(5).default(''),
  source_ton: octet.optional(),
  source_npi: octet.optional(),
  dest_ton: octet.optional(),
  dest_npi: octet.optional(),
  long_messages: z.enum(['udh', 'sar', 'payload']).default('udh'),
  default_alphabet: z.enum(['gsm7', 'latin1']).default('gsm7'),
  receipt_ids: z.enum(['as_is', 'hex_to_decimal', 'decimal_to_hex']).default('as_is'),
  error_codes: errorCodes.prefault({}),
});

/** Not configurable: no operator has needed that yet. */
const TIMES = {
  /** For connection, TLS and bind together. */
  bindTimeoutMs: 10_000,
  enquireTimeoutMs: 10_000,
  firstReconnectMs: 1_000,
  /** After a refused bind: SMSCs lock accounts that retry quickly. */
  refusedReconnectMs: 30_000,
  longestReconnectMs: 60_000,
  firstThrottleMs: 1_000,
  longestThrottleMs: 60_000,
  stopTimeoutMs: 10_000,
} as const;

export const smppOptions = shape.transform((options, context) => ({
  address: { host: options.host, port: options.port, tls: options.tls, caFile: options.ca_file },
  account: {
    systemId: options.system_id,
    password: secretFrom(options, 'password', password, context),
    systemType: options.system_type,
  },
  bind: options.bind,
  binds: options.binds,
  window: options.window,
  times: {
    ...TIMES,
    responseTimeoutMs: options.response_timeout_ms,
    enquireLinkMs: options.enquire_link_seconds * 1000,
  } as Times,
  submit: {
    serviceType: options.service_type,
    source: given({ ton: options.source_ton, npi: options.source_npi }),
    destination: given({ ton: options.dest_ton, npi: options.dest_npi }),
  },
  longMessages: options.long_messages,
  defaultAlphabet: options.default_alphabet,
  receiptIds: options.receipt_ids,
  errorCodes: {
    commandStatus: new Map(
      Object.entries(options.error_codes.command_status).map(([key, code]) => [Number(key), code]),
    ),
    receiptErr: new Map(Object.entries(options.error_codes.receipt_err).map(([err, code]) => [normalErr(err), code])),
  },
}));

export type SmppOptions = z.output<typeof smppOptions>;
export type Times = { readonly [Name in keyof typeof TIMES | 'responseTimeoutMs' | 'enquireLinkMs']: number };

function given(kind: { ton: number | undefined; npi: number | undefined }): { ton?: number; npi?: number } {
  return {
    ...(kind.ton === undefined ? {} : { ton: kind.ton }),
    ...(kind.npi === undefined ? {} : { npi: kind.npi }),
  };
}
