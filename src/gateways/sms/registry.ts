import type { GatewayPace, SmsGateway } from '../../domain/ports.js';
import type { GatewayDefaults, Kinds } from '../entries.js';
import { sandboxOptions } from '../sandboxes.js';
import { createHttpGateway } from './http/http-gateway.js';
import { httpGatewayOptions } from './http/options.js';
import { createSandbox } from './sandbox/sandbox.js';

/** `pace` holds what this kind wants otherwise than `DEFAULT_PACE`. */
type BuildGateway = (
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

export const GATEWAY_KINDS: Kinds<BuildGateway> = {
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
