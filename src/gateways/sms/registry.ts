import type { z } from 'zod';
import type { GatewayPace, SmsGateway } from '../../domain/ports.js';
import { createHttpGateway } from './http/http-gateway.js';
import { httpGatewayOptions } from './http/options.js';
import { createSandbox, sandboxOptions } from './sandbox/sandbox.js';

export interface GatewayDefaults {
  readonly sandboxDelayMs: number;
  readonly sandboxRetrySeconds: number;
}

/** `pace` holds what this kind wants otherwise than `DEFAULT_PACE`. */
export type BuildGateway = (
  name: string,
  defaults: GatewayDefaults,
) => { readonly gateway: SmsGateway; readonly pace: Partial<GatewayPace> };

export const DEFAULT_PACE: GatewayPace = {
  ratePerSecond: null,
  rateUnit: 'messages',
  batchSize: 100,
  concurrency: 2,
  timeoutMs: 30_000,
  retryDelaySeconds: null,
};

/** Every kind of gateway: a schema that turns its options, as written in the file, into a way to build one. */
export const GATEWAY_KINDS: Readonly<Record<string, z.ZodType<BuildGateway>>> = {
  sandbox: sandboxOptions.transform(({ delay_ms: delayMs }): BuildGateway => {
    return (name, { sandboxDelayMs, sandboxRetrySeconds }) => ({
      gateway: createSandbox({ name, delayMs: delayMs ?? sandboxDelayMs }),
      pace: { batchSize: 500, retryDelaySeconds: sandboxRetrySeconds },
    });
  }),
  http: httpGatewayOptions.transform((options): BuildGateway => {
    return (name) => ({ gateway: createHttpGateway(name, options), pace: {} });
  }),
};
