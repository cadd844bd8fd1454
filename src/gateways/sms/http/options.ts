import { z } from 'zod';
import { baseUrl, secretFile, secretFrom, sharedSecret } from '../../wire/options.js';

const capabilities = z.strictObject({
  idempotent_reference: z.boolean().default(false),
  /** Seconds after which /lookup is certain to know an attempt; null when there is no /lookup. */
  lookup_settle_seconds: z.number().int().min(0).max(86_400).nullable().default(null),
  reports_carry_reference: z.boolean().default(false),
});

/** All capabilities are off by default: one that the gateway does not have would send messages twice. */
export const httpGatewayOptions = z
  .strictObject({
    url: baseUrl,
    secret: sharedSecret.optional(),
    secret_file: secretFile,
    capabilities: capabilities.prefault({}),
  })
  .transform((options, context) => ({
    baseUrl: options.url,
    secret: secretFrom(options, 'secret', sharedSecret, context),
    capabilities: options.capabilities,
  }));

export type HttpGatewayOptions = z.output<typeof httpGatewayOptions>;
